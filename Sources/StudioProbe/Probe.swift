import CodedMedia
import GStreamer
public import StudioCore
import StudioRuntime

/// Measures what arrived of a coded run: in a file, from a server, from standard input.
///
/// ```swift
/// let report = try Probe(ProbeSource("show.mp4")).run()
/// print(report.text)
/// ```
public final class Probe: Sendable {
    /// What to read, and how far.
    public struct Options: Hashable, Sendable {
        /// How much media to read; all of it where nothing is said.
        public var duration: MediaTime?
        /// How long to wait for something to come, before the source counts as silent.
        public var patience = MediaTime.milliseconds(10_000)
        /// The limits to be kept.
        public var budgets: [Budget] = []

        /// Reads all of it, and sets no limits.
        public init() {}
    }

    private let source: ProbeSource
    private let options: Options
    private let reader: MediaReader

    /// Prepares a probe; nothing is opened before ``run()``.
    ///
    /// - Throws: a ``ProbeError`` where GStreamer lacks what it takes.
    public init(_ source: ProbeSource, options: Options = Options()) throws(ProbeError) {
        self.source = source
        self.options = options
        do {
            reader = try MediaReader(source, duration: options.duration?.seconds)
        } catch {
            throw ProbeError("\(source) cannot be read: \(source.scrub(error.description))")
        }
    }

    /// Ends a run on another thread; it reports what it has measured until then.
    public func stop() { reader.stop() }

    /// How many pictures have come so far, and how many of them could be read; from any thread.
    public var progress: (pictures: Int, readable: Int) {
        reader.pictures.withLock { ($0.survey.count, $0.survey.sequence.count) }
    }

    /// Reads the source to its end, and says what was measured. Blocks its thread; call it once.
    ///
    /// A source that fails after it began is reported, with the failure as its `interruption`.
    ///
    /// - Throws: a ``ProbeError`` for a source that cannot be opened or decoded, and one that sent nothing.
    public func run() throws(ProbeError) -> ProbeReport {
        let ending = reader.run(patience: options.patience.seconds)
        let pictures = reader.pictures.withLock { $0 }
        let sound = reader.sound.withLock { $0 }
        let hasMedia = pictures.survey.count > 0 || sound.survey != nil
        let interruption = try interruption(ending, hasMedia: hasMedia)
        let isWhole = ending == .end && source.isStored && options.duration == nil
        var report = ProbeReport(
            of: source, pictures: pictures, sound: sound, isWhole: isWhole,
            declared: isWhole ? reader.declared.withLock { $0 } : nil, interruption: interruption)
        report.budgets = options.budgets.map { $0.judge(report) }
        return report
    }

    private func interruption(_ ending: MediaReader.Ending, hasMedia: Bool) throws(ProbeError) -> String? {
        switch ending {
        case .end where !hasMedia: throw ProbeError("\(source) holds neither pictures nor sound that can be decoded")
        case .end, .enough, .stopped: return nil
        case .silent:
            let seconds = Wording.number(options.patience.seconds, decimals: 1)
            let message = "nothing came from \(source) for \(seconds) s"
            if !hasMedia { throw ProbeError(message) }
            // Packets over UDP end by not coming any more.
            return source.hasEnd ? message : nil
        case .failed(let error):
            let message = "\(source): \(source.scrub(error.message))"
            if !hasMedia { throw ProbeError(message) }
            return message
        }
    }
}

/// Why a source could not be probed at all.
public struct ProbeError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line, without secrets.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
