import StudioCore

/// Why a pipeline file cannot be used. Nothing was started.
public struct PipelineFileError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file or the folder.
    public let path: String
    /// The number of the line, from 1; `nil` when the error is in no single line.
    public let line: Int?
    /// The cause with a hint.
    public let message: String

    init(_ path: String, line: Int? = nil, _ message: String) {
        (self.path, self.line, self.message) = (path.withoutControls, line, message.withoutControls)
    }

    /// One line: `encode-h264.pipeline:4: …`
    public var description: String { line.map { "\(path):\($0): \(message)" } ?? "\(path): \(message)" }
}
