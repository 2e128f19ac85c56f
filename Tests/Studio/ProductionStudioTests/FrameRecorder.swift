import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// Retains received frames and reads the bytes later, as an encoder's queue does.
final class FrameRecorder: MediaReceiver {
    private let readers = Lock<[@Sendable () -> [UInt8]]>([])
    private let frameLayouts = Lock<[I420Layout]>([])
    private let audioReaders = Lock<[@Sendable () -> [UInt8]]>([])

    var hasCapacity: Bool { true }

    func receive(_ frame: borrowing VideoFrame) {
        let kept = Kept(buffer: frame.buffer.retained())
        readers.withLock { $0.append { kept.bytes } }
        let layout = frame.layout
        frameLayouts.withLock { $0.append(layout) }
    }

    func receive(_ block: borrowing AudioBlock) {
        let kept = Kept(buffer: block.buffer.retained())
        audioReaders.withLock { $0.append { kept.bytes } }
    }

    func layouts() -> [I420Layout] { frameLayouts.withLock { $0 } }
    func frames() -> [[UInt8]] { readers.withLock { $0 }.map { $0() } }
    func audio() -> [[UInt8]] { audioReaders.withLock { $0 }.map { $0() } }
}

/// A buffer in a class, so that closures can share it.
private final class Kept: Sendable {
    private let buffer: MediaBuffer

    init(buffer: consuming MediaBuffer) {
        self.buffer = buffer
    }

    var bytes: [UInt8] { buffer.withBytes { Array($0) } ?? [] }
}
