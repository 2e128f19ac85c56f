public import StudioCore

/// Options of outputs.
public struct OutputOptions: Hashable, Sendable {
    /// At the end, an output is given up when its peer takes no byte for this long. All outputs are finished in
    /// parallel.
    public var finishTimeout: MediaTime
    /// Whether existing files are overwritten.
    public var overwrites: Bool
    /// Existing files that belong to the session and are always overwritten.
    package var ownFiles: Set<String> = []

    /// 60 seconds; existing files are kept.
    public init(finishTimeout: MediaTime = .seconds(60), overwrites: Bool = false) {
        self.finishTimeout = finishTimeout
        self.overwrites = overwrites
    }

    func mayOverwrite(_ path: String) -> Bool { overwrites || ownFiles.contains(path) }
}
