import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport

/// Keeps what it receives.
final class Collector: MediaReceiver {
    struct Picture: Hashable, Sendable {
        let bytes: [UInt8]
        let layout: I420Layout
        let format: FrameDataFormat
        let time: MediaTime
    }

    struct Sound: Hashable, Sendable {
        let bytes: [UInt8]
        let format: AudioFormat
        let sampleCount: Int
        let time: MediaTime
    }

    let pictures = Recorder<Picture>()
    let sounds = Recorder<Sound>()

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) {
        let bytes = frame.withBytes { Array($0) } ?? []
        pictures.record(Picture(bytes: bytes, layout: frame.layout, format: frame.format, time: frame.time))
    }

    func receive(_ block: borrowing AudioBlock) {
        let bytes = block.withBytes { Array($0) } ?? []
        sounds.record(Sound(bytes: bytes, format: block.format, sampleCount: block.sampleCount, time: block.time))
    }
}

/// Stops the sender's thread inside `receive` until the test lets it go on.
final class Barrier: MediaReceiver {
    let entered = Signal()
    let released = Signal()
    private let armed = Lock(true)

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) { hold() }
    func receive(_ block: borrowing AudioBlock) { hold() }

    /// Only the first unit is held.
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

/// Does in `receive` what a test asks for.
final class Reaction: MediaReceiver {
    private let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) {
        self.body = body
    }

    var hasCapacity: Bool { true }
    func receive(_ frame: borrowing VideoFrame) { body() }
    func receive(_ block: borrowing AudioBlock) { body() }
}
