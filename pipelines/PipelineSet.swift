/// The pipelines that a session uses: the ready ones, of which some are replaced.
package struct PipelineSet: Hashable, Sendable {
    /// The ready ones.
    package static let ready = PipelineSet()

    private var replacements: [String: PipelineFile] = [:]

    private init() {}

    /// - Parameter files: the files that replace the ready ones with their names.
    package init(replacing files: [PipelineFile]) {
        for file in files { replacements[file.name] = file }
    }

    /// The pipeline that is used in place of a ready one.
    package func current(_ ready: PipelineFile) -> PipelineFile { replacements[ready.name] ?? ready }

    /// The pipelines that replace ready ones, ordered by name.
    package var replaced: [PipelineFile] { replacements.values.sorted { $0.name < $1.name } }
}
