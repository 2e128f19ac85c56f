import GStreamer
import ProductionStudio
public import ProgramEncoding
public import StudioCore
import StudioMeeting
import StudioRuntime

/// Measures the encoding speed of this machine with the encoder settings of a real-time session.
///
/// The frames move and have grain, like camera video; the test pattern is encoded two to three times faster.
public final class EncoderBenchmark: Sendable {
    /// The speed of one preset.
    public struct Speed: Hashable, Sendable, Encodable {
        /// The preset of x264.
        public let preset: EncoderSettings.Preset
        /// Encoded frames per second.
        public let framesPerSecond: Double
        /// The speed relative to real time: 2 is twice as fast as required.
        public let share: Double
        /// The conclusion for a real-time session.
        public let verdict: Verdict

        /// The required margin over real time, for harder frames and other load.
        public static let margin = 1.3

        /// Creates a speed.
        public init(preset: EncoderSettings.Preset, framesPerSecond: Double, rate: Rate) {
            self.preset = preset
            self.framesPerSecond = framesPerSecond
            share = framesPerSecond / rate.perSecond
            verdict = share >= Self.margin ? .good : share >= 1 ? .tight : .tooSlow
        }
    }

    /// The conclusion for a real-time session.
    public enum Verdict: String, Hashable, Sendable, Encodable {
        /// Faster than real time with a margin.
        case good
        /// Real time without a margin; additional load makes it drop frames.
        case tight
        /// Slower than real time; frames will be dropped.
        case tooSlow
    }

    /// The result of a benchmark.
    public struct Result: Hashable, Sendable, Encodable {
        /// The requested preset.
        public let wanted: Speed
        /// The other measured presets, in order.
        public let others: [Speed]
        /// The slowest preset with a margin; `nil` when none has one.
        @Nullable public private(set) var recommendedPreset: EncoderSettings.Preset?

        /// Creates a result, for tests.
        public init(wanted: Speed, others: [Speed]) {
            self.wanted = wanted
            self.others = others
            let presets = ([wanted] + others).filter { $0.verdict == .good }.map(\.preset)
            recommendedPreset = EncoderSettings.Preset.allCases.last { presets.contains($0) }
        }
    }

    private let capability: VideoCapability
    private let rate: Rate
    private let layout: I420Layout
    private let frames: BenchmarkFrames
    private let isCancelled = Lock(false)

    /// The duration for the requested preset and for each other preset, in seconds.
    private static let (span, shortSpan) = (2.0, 0.7)

    /// - Parameters:
    ///   - width: width in pixels, even.
    ///   - height: height in pixels, even.
    ///   - rate: frames per second.
    /// - Throws: a `StudioError` for a size that the contract rejects.
    public init(width: Int32, height: Int32, rate: Rate) throws(StudioError) {
        capability = VideoCapability(width: width, height: height, format: .i420Full)
        if let refusal = capability.refusal() { throw refusal }
        self.rate = rate
        layout = .gstreamer(width: Int(width), height: Int(height))
        frames = BenchmarkFrames(layout)
    }

    /// Measures a preset for two seconds, then slower presets while there is a margin, or faster ones until there is
    /// one; at most seven seconds. Blocks the calling thread.
    ///
    /// - Parameters:
    ///   - preset: the requested preset.
    ///   - onSpeed: called with each measured speed.
    /// - Returns: `nil` when cancelled.
    /// - Throws: an `EncoderError` when the encoder fails.
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

    /// Cancels the benchmark.
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

    /// Frames per second between the first and the last encoded frame; `nil` when cancelled.
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
            guard let frame = pool.acquire() else {
                throw GStreamerError(.core, source: "benchmark", message: "out of memory")
            }
            _ = frame.withMutableBytes { frames.draw(Int(number), into: $0) }
            let time = MediaTime(count: number, rate: rate)
            frame.time = time
            track.put(
                VideoFrame(buffer: frame, layout: layout, format: capability.format, time: time), at: time)
            number += 1
        }
        return leaving.withLock { $0.framesPerSecond(from: start, to: clock.now) }
    }

    /// The interval in seconds at which the encoder is polled for failures.
    private static let step = 0.1
}

/// The encoded frames.
private struct Leaving: Sendable {
    private var frames = 0
    private var first = MediaTime.zero
    private var last = MediaTime.zero

    mutating func count(at time: MediaTime) {
        if frames == 0 { first = time }
        last = time
        frames += 1
    }

    /// Measured from the first to the last encoded frame, which excludes building the encoder; over the whole time when
    /// there are fewer than two frames.
    func framesPerSecond(from start: MediaTime, to end: MediaTime) -> Double {
        guard frames > 1, last > first else { return Double(frames) / (end - start).seconds }
        return Double(frames - 1) / (last - first).seconds
    }
}
