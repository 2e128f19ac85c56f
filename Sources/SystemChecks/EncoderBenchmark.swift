import GStreamer
import ProductionStudio
public import ProgramEncoding
public import StudioCore
import StudioMeeting
import StudioRuntime

/// Finds out how fast this machine encodes, with the encoder and the settings of a run in real time.
///
/// The pictures move and have grain, as a camera's: the test pattern is encoded two to three times faster than they are.
public final class EncoderBenchmark: Sendable {
    /// How fast one preset was.
    public struct Speed: Hashable, Sendable {
        /// x264's preset.
        public let preset: EncoderSettings.Preset
        /// Pictures that left the encoder in a second.
        public let framesPerSecond: Double
        /// The speed as a share of real time: 2 is twice as fast as needed.
        public let share: Double

        /// What a machine needs beyond real time, for harder pictures and for what else it does.
        public static let margin = 1.3

        /// A figure and what it was measured for.
        public init(preset: EncoderSettings.Preset, framesPerSecond: Double, rate: Rate) {
            self.preset = preset
            self.framesPerSecond = framesPerSecond
            share = framesPerSecond / rate.perSecond
        }

        /// What it means.
        public var verdict: Verdict { share >= Self.margin ? .good : share >= 1 ? .tight : .tooSlow }
    }

    /// What a speed means for a run in real time.
    public enum Verdict: String, Hashable, Sendable {
        /// Real time with a margin.
        case good
        /// Real time, but anything more makes it drop pictures.
        case tight
        /// Pictures will be dropped.
        case tooSlow
    }

    /// What was found.
    public struct Result: Hashable, Sendable {
        /// The preset that was asked for.
        public let wanted: Speed
        /// The others that were tried, in their order.
        public let others: [Speed]

        /// A result of one's own, for tests.
        public init(wanted: Speed, others: [Speed]) {
            self.wanted = wanted
            self.others = others
        }

        /// The slowest preset that has the margin; `nil` where none has.
        public var recommended: EncoderSettings.Preset? {
            let presets = ([wanted] + others).filter { $0.verdict == .good }.map(\.preset)
            return EncoderSettings.Preset.allCases.last { presets.contains($0) }
        }
    }

    private let capability: VideoCapability
    private let rate: Rate
    private let layout: I420Layout
    private let pictures: BenchmarkFrames
    private let isCancelled = Lock(false)

    /// How long the preset that was asked for is tried, and each of the others, in seconds.
    private static let (span, shortSpan) = (2.0, 0.7)

    /// - Parameters:
    ///   - width: width in pixels, even.
    ///   - height: height in pixels, even.
    ///   - rate: frames a second.
    /// - Throws: for a size that no run may have.
    public init(width: Int32, height: Int32, rate: Rate) throws(StudioError) {
        capability = VideoCapability(width: width, height: height, format: .i420Full)
        if let refusal = capability.refusal() { throw refusal }
        self.rate = rate
        layout = .gstreamer(width: Int(width), height: Int(height))
        pictures = BenchmarkFrames(layout)
    }

    /// Tries a preset for two seconds, then slower ones while there is a margin, or faster ones until there is; seven
    /// seconds at most. Blocks this thread.
    ///
    /// - Parameters:
    ///   - preset: the one that is wanted; slower or faster ones are tried beside it.
    ///   - onSpeed: gets each speed as soon as it is known.
    /// - Returns: `nil` when it was cancelled.
    /// - Throws: where the encoder does not work.
    public func run(
        _ preset: EncoderSettings.Preset, onSpeed: (Speed) -> Void = { _ in }
    ) throws(EncoderError) -> Result? {
        guard let wanted = try speed(of: preset, seconds: Self.span) else { return nil }
        onSpeed(wanted)
        let isGood = wanted.verdict == .good
        let presets = EncoderSettings.Preset.allCases
        let slower = presets.drop { $0 != preset }.dropFirst()
        let faster = presets.prefix { $0 != preset }.reversed()
        var others: [Speed] = []
        for other in isGood ? Array(slower) : Array(faster) {
            guard let speed = try speed(of: other, seconds: Self.shortSpan) else { return nil }
            onSpeed(speed)
            others.append(speed)
            if (speed.verdict == .good) != isGood { break }
        }
        return Result(wanted: wanted, others: others)
    }

    /// Ends it early.
    public func cancel() {
        isCancelled.withLock { $0 = true }
    }

    private func speed(of preset: EncoderSettings.Preset, seconds: Double) throws(EncoderError) -> Speed? {
        var settings = EncoderSettings(width: layout.width, height: layout.height)
        settings.preset = preset
        do {
            guard let frames = try encode(settings, seconds: seconds) else { return nil }
            return Speed(preset: preset, framesPerSecond: frames, rate: rate)
        } catch {
            throw EncoderError(error)
        }
    }

    /// Frames a second, from the first picture that left the encoder to the last one; `nil` when it was cancelled.
    private func encode(_ settings: EncoderSettings, seconds: Double) throws(GStreamerError) -> Double? {
        let clock = SystemClock()
        let leaving = Lock(Leaving())
        let backpressure = Backpressure()
        let track = try VideoTrack(
            capability, frameRate: rate, settings: settings, backpressure: backpressure,
            onUnit: { _, _, _ in leaving.withLock { $0.count(at: clock.now) } })
        let pool = try BufferPool(byteCount: layout.byteCount)
        let (start, end) = (clock.now, clock.now + .seconds(seconds))
        var number: Int64 = 0
        while clock.now < end {
            if isCancelled.withLock({ $0 }) { return nil }
            if let failure = track.failure() { throw failure }
            guard backpressure.wait(seconds: Self.step, until: { track.hasCapacity }) else { continue }
            guard let picture = pool.acquire() else {
                throw GStreamerError(.core, source: "trial", message: "memory has run out")
            }
            _ = picture.withMutableBytes { pictures.draw(Int(number), into: $0) }
            let time = MediaTime(count: number, rate: rate)
            picture.time = time
            track.put(
                VideoFrame(buffer: picture, layout: layout, format: capability.format, time: time), at: time)
            number += 1
        }
        return leaving.withLock { $0.framesPerSecond(from: start, to: clock.now) }
    }

    /// Seconds between two looks at what the encoder reports.
    private static let step = 0.1
}

/// What has left the encoder.
private struct Leaving: Sendable {
    private var frames = 0
    private var first = MediaTime.zero
    private var last = MediaTime.zero

    mutating func count(at time: MediaTime) {
        if frames == 0 { first = time }
        last = time
        frames += 1
    }

    /// Between the first one and the last one, so that building the encoder does not count; over the whole time where
    /// there are not two.
    func framesPerSecond(from start: MediaTime, to end: MediaTime) -> Double {
        guard frames > 1, last > first else { return Double(frames) / (end - start).seconds }
        return Double(frames - 1) / (last - first).seconds
    }
}
