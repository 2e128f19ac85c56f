import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

/// A pipeline from an appsrc to an appsink that can be blocked.
final class Feed: Sendable {
    let pipeline: Pipeline
    let source: AppSource
    let sink: AppSink
    let units = Recorder<[UInt8]>()
    let ended = Signal()
    let entered = Signal()
    private let gate: Monitor<Bool>

    init(
        _ middle: String = "", policy: AppSource.Policy = .refuse, capacity: Int = 3, byteLimit: Int = .max,
        isHeld: Bool = false, backpressure: Backpressure? = nil, prepare: (AppSource) -> Void = { _ in }
    ) throws {
        pipeline = try Pipeline("appsrc name=src \(middle) ! appsink name=sink")
        let (units, ended, entered) = (units, ended, entered)
        let gate = Monitor(!isHeld)
        self.gate = gate
        sink = try AppSink(
            pipeline.element("sink"),
            onUnit: { unit, _, _ in
                entered.send()
                _ = gate.wait(seconds: deadlineSeconds) { $0 ? true : nil }
                units.record(unit.withBytes { Array($0) } ?? [])
            }, onEnd: { ended.send() })
        source = try AppSource(
            pipeline.element("src"), policy: policy, capacity: capacity, byteLimit: byteLimit,
            backpressure: backpressure)
        prepare(source)
        source.setCaps(try #require(Caps.pcm(.program)))
        try pipeline.play()
    }

    func release() { gate.update { $0 = true } }

    /// Pushes `count` bytes of `value`.
    func push(_ value: UInt8, count: Int = 4) throws -> Admission {
        source.push(try unit(value, count: count))
    }

    /// Pushes the first unit and waits until the sink blocks on it, so that the source is empty again.
    func pushHeld(_ value: UInt8) throws {
        #expect(try push(value) == .taken)
        try #require(entered.wait())
    }
}

/// A buffer of `count` bytes of `value`.
func unit(_ value: UInt8, count: Int = 4) throws -> MediaBuffer {
    try unit([UInt8](repeating: value, count: count))
}

func unit(_ bytes: [UInt8]) throws -> MediaBuffer {
    try GStreamerRuntime.start()
    guard let buffer = MediaBuffer(byteCount: bytes.count) else { throw NoMemory() }
    _ = buffer.withMutableBytes { $0.copyBytes(from: bytes) }
    // A sink discards buffers without a time stamp.
    buffer.time = .zero
    return buffer
}

struct NoMemory: Error {}

/// `#require` for non-copyable values.
func present(_ buffer: consuming MediaBuffer?) throws -> MediaBuffer {
    guard let buffer else { throw NoMemory() }
    return buffer
}

/// The error thrown by a call into the GStreamer layer.
func failure(_ body: () throws(GStreamerError) -> Void) -> GStreamerError? {
    do throws(GStreamerError) {
        try body()
        return nil
    } catch {
        return error
    }
}
