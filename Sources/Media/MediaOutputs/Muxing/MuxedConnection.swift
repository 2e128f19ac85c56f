package import GStreamer
package import PipelineFiles
import ProgramEncoding
package import StudioCore

/// Writes the program in a pipeline of its own, starting at a key frame: the pipeline muxes it, or takes units that
/// are muxed for all outputs.
package final class MuxedConnection: UnitConnection {
    /// The muxers of GStreamer 1.22 reject frames that are smaller in either dimension.
    private static let smallestSide: Int32 = 16

    package let pipeline: Pipeline
    package let sink: any MuxerSink
    package let feed: UnitFeed
    package let finalization: (any Finalization)?

    /// Builds the pipeline without starting it.
    ///
    /// - Parameters:
    ///   - file: a pipeline with the sources of ``TrackSources`` and a `sink`.
    ///   - finalization: the last step after a proper end.
    ///   - makeSink: configures the element named `sink`.
    /// - Throws: `unsuitable` for frames that no muxer accepts, `pipeline` and `descriptorLimit` when it cannot be
    ///   built.
    package init(
        _ file: PipelineFile, to address: OutputAddress, _ context: ConnectionContext,
        finalization: (any Finalization)? = nil,
        makeSink: (Element) throws(GStreamerError) -> any MuxerSink
    ) throws(OutputFailure) {
        let (width, height) = (context.media.capability.width, context.media.capability.height)
        guard min(width, height) >= Self.smallestSide else {
            throw OutputFailure(
                .unsuitable,
                "frames of \(width)x\(height) are too small; the minimum is \(Self.smallestSide)x\(Self.smallestSide)")
        }
        self.finalization = finalization
        do throws(GStreamerError) {
            let file = context.options.pipelines.current(file)
            pipeline = try Pipeline(file.text(hasAudio: context.media.hasAudio), named: file.name)
            sink = try makeSink(pipeline.element("sink"))
            feed = UnitFeed(
                try TrackSources(pipeline, backpressure: context.backpressure), to: sink, context.delivery)
        } catch {
            throw OutputFailure(error, at: address)
        }
        reportErrors(to: context.delivery)
    }

    package func open() throws(ConnectionFailure) {
        do {
            try pipeline.play()
        } catch {
            throw .pipeline(error)
        }
    }
}
