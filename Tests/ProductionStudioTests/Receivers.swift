import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

/// Keeps received units.
final class Collector: MediaReceiver {
    struct Frame: Hashable, Sendable {
        let bytes: [UInt8]
        let layout: I420Layout
        let format: FrameDataFormat
        let time: MediaTime
    }

    struct Audio: Hashable, Sendable {
        let bytes: [UInt8]
        let format: AudioFormat
        let sampleCount: Int
        let time: MediaTime
    }

    let frames = Recorder<Frame>()
    let audio = Recorder<Audio>()

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) {
        let bytes = frame.withBytes { Array($0) } ?? []
        frames.record(Frame(bytes: bytes, layout: frame.layout, format: frame.format, time: frame.time))
    }

    func receive(_ block: borrowing AudioBlock) {
        let bytes = block.withBytes { Array($0) } ?? []
        audio.record(Audio(bytes: bytes, format: block.format, sampleCount: block.sampleCount, time: block.time))
    }
}

/// Blocks the sender's thread inside `receive` until the test releases it.
final class Barrier: MediaReceiver {
    let entered = Signal()
    let released = Signal()
    private let armed = Lock(true)

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) { hold() }
    func receive(_ block: borrowing AudioBlock) { hold() }

    /// Only the first unit blocks.
    private func hold() {
        let isFirst = armed.withLock { isArmed in
            defer { isArmed = false }
            return isArmed
        }
        guard isFirst else { return }
        entered.send()
        _ = released.wait()
    }
}

/// Runs a test's closure in `receive`.
final class Reaction: MediaReceiver {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    var hasCapacity: Bool { true }
    func receive(_ frame: borrowing VideoFrame) { body() }
    func receive(_ block: borrowing AudioBlock) { body() }
}
