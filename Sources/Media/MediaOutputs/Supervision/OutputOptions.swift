package import PipelineFiles
public import StudioCore

/// Options of outputs.
public struct OutputOptions: Hashable, Sendable {
    /// At the end, an output fails when its peer accepts no byte for this long. All outputs are finished in
    /// parallel.
    public var finishTimeout: MediaTime
    /// Whether existing files are overwritten.
    public var overwrites: Bool
    /// The form of MP4 files at the end; ordinary by default.
    public var mp4Form = MP4Form.ordinary
    /// How many segments an HLS playlist lists; six by default.
    public var hlsWindow = HLSWindow.standard
    /// How long a file is before it goes on in another one; without a limit by default. At least ten seconds.
    public var splitInterval: MediaTime?
    /// The space that recordings leave free on their disk: one ends in order when less is free. None by default.
    public var reserve: DiskReserve?
    /// The title of recordings and RTMP streams; none by default.
    public var title: String?
    /// When failed connections are tried again; the defaults of each kind if `nil`. Files and pipes are never tried again.
    public var retry: RetryRules?
    /// The rules of single outputs, by number; they take precedence over ``retry``.
    public var retryByOutput: [Int: RetryRules] = [:]
    /// The seed of the jitter of delays.
    public var seed: UInt64 = 0
    /// The pipelines of outputs, encoders and the shared muxer.
    package var pipelines = PipelineSet.ready
    /// The secrets of outputs that await them.
    package var secrets: [OutputSecret: SecretLine] = [:]
    /// Existing files that belong to the session and are always overwritten.
    package var ownFiles: Set<String> = []

    /// 60 seconds; existing files are kept.
    public init(finishTimeout: MediaTime = .seconds(60), overwrites: Bool = false) {
        self.finishTimeout = finishTimeout
        self.overwrites = overwrites
    }

    /// The options of the output with this number. Each has a jitter of its own.
    package func options(ofOutput number: Int) -> OutputOptions {
        var options = self
        options.retry = retryByOutput[number] ?? retry
        options.seed = seed &+ UInt64(number)
        return options
    }

    package func mayOverwrite(_ path: String) -> Bool { overwrites || ownFiles.contains(path) }
}
