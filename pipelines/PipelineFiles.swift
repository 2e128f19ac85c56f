/// The text of the pipelines that psstudio is built with, so that an embedding app needs no files.
package enum PipelineFiles {
}
