import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// Keeps references to what it received and reads the bytes later, as an encoder's queue does.
final class Keeper: MediaReceiver {
    private let readers = Lock<[@Sendable () -> [UInt8]]>([])
    private let soundReaders = Lock<[@Sendable () -> [UInt8]]>([])

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) {
        let kept = Kept(buffer: frame.buffer.retained())
        readers.withLock { $0.append { kept.bytes } }
    }

    func receive(_ block: borrowing AudioBlock) {
        let kept = Kept(buffer: block.buffer.retained())
        soundReaders.withLock { $0.append { kept.bytes } }
    }

    func pictures() -> [[UInt8]] { readers.withLock { $0 }.map { $0() } }
    func sounds() -> [[UInt8]] { soundReaders.withLock { $0 }.map { $0() } }
}

/// A buffer in a class, so that closures can share it.
private final class Kept: Sendable {
    private let buffer: MediaBuffer

    init(buffer: consuming MediaBuffer) {
        self.buffer = buffer
    }

    var bytes: [UInt8] { buffer.withBytes { Array($0) } ?? [] }
}
