import CodedMedia
import GStreamer
public import StudioCore
import StudioRuntime

/// Measures received coded media in a file, from a server or from standard input.
///
/// ```swift
/// let report = try Probe(ProbeSource("show.mp4")).run()
/// print(report.text)
/// ```
public final class Probe: Sendable {
    /// What to read.
    public struct Options: Hashable, Sendable {
        /// The duration to read; `nil` for everything.
        public var duration: MediaTime?
        /// How long the source may send nothing before it counts as silent.
        public var timeout = MediaTime.milliseconds(10_000)
        /// The budgets to check.
        public var budgets: [ProbeBudget] = []

        /// Reads everything, without budgets.
        public init() {}
    }

    private let source: ProbeSource
    private let options: Options
    private let reader: MediaReader

    /// Creates a probe. ``run()`` opens the source.
    ///
    /// - Throws: a ``ProbeError`` when GStreamer lacks a required element.
    public init(_ source: ProbeSource, options: Options = Options()) throws(ProbeError) {
        self.source = source
        self.options = options
        do {
            reader = try MediaReader(source, duration: options.duration?.seconds)
        } catch {
            throw ProbeError("\(source) cannot be read: \(source.scrub(error.description))")
        }
    }

    /// Ends ``run()`` from another thread. It then reports what was measured so far.
    public func stop() { reader.stop() }

    /// The number of frames received so far, and how many of them were readable. May be called from any thread.
    public var progress: (frames: Int, readable: Int) {
        reader.video.withLock { ($0.analyzer.count, $0.analyzer.sequence.count) }
    }

    /// Reads the source to its end and returns the measurements. Blocks the calling thread. Call it once.
    ///
    /// If the source fails after it delivered data, the report contains the failure as its `interruption`.
    ///
    /// - Throws: a ``ProbeError`` for a source that cannot be opened or decoded, or that sends nothing.
    public func run() throws(ProbeError) -> ProbeReport {
        let ending = reader.run(timeout: options.timeout.seconds)
        let video = reader.video.withLock { $0 }
        let audio = reader.audio.withLock { $0 }
        let hasMedia = video.analyzer.count > 0 || audio.analyzer != nil
        let interruption = try interruption(ending, hasMedia: hasMedia)
        let isWhole = ending == .end && source.isStored && options.duration == nil
        var report = ProbeReport(
            of: source, video: video, audio: audio, isWhole: isWhole,
            declared: isWhole ? reader.declared.withLock { $0 } : nil, interruption: interruption)
        report.budgets = options.budgets.map { $0.judge(report) }
        return report
    }

    private func interruption(_ ending: MediaReader.Ending, hasMedia: Bool) throws(ProbeError) -> String? {
        switch ending {
        case .end where !hasMedia: throw ProbeError("\(source): no video or audio that can be decoded")
        case .end, .enough, .stopped: return nil
        case .silent:
            let seconds = NumberText.number(options.timeout.seconds, decimals: 1)
            let message = "\(source): no data received for \(seconds) s"
            if !hasMedia { throw ProbeError(message) }
            // A UDP stream has no end marker; its packets stop arriving.
            return source.hasEnd ? message : nil
        case .standing:
            let seconds = NumberText.number(options.timeout.seconds, decimals: 1)
            return "\(source): the time stamps stood still for \(seconds) s"
        case .failed(let error):
            let message = "\(source): \(source.scrub(error.message))"
            if !hasMedia { throw ProbeError(message) }
            return message
        }
    }
}

/// A source that cannot be probed.
public struct ProbeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line, without secrets.
    public let description: String

    init(_ description: String) {
        self.description = description.withoutControls
    }
}
