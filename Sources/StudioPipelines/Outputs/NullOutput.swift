public import StudioCore
public import StudioMeeting
import Synchronization

/// Counts accepted raw media and drops it: for tests and measurements of the contract alone.
public final class NullOutput: Output, MediaReceiver {
    /// `null:`
    public let destination: Destination
    private let frames = Counter()
    private let bytes = Counter()
    private let isOver = Atomic(false)

    init(_ destination: Destination) {
        self.destination = destination
    }

    /// It is live from the beginning to the end.
    public var status: OutputStatus {
        var status = OutputStatus(isOver.load(ordering: .relaxed) ? .finished : .live)
        status.bytes = UInt64(bytes.value)
        status.totalFrames = frames.value
        return status
    }

    /// Always.
    public var hasRoom: Bool { true }
    /// Nothing to open.
    public func begin() {}
    /// Ready at once.
    public func waitUntilReady(seconds: Double) {}
    /// Over at once.
    public func finish() { isOver.store(true, ordering: .relaxed) }
    /// Never waits.
    public func waitUntilOver(seconds: Double) -> Bool { true }
    /// Never changes.
    public func onStateChange(_ body: @escaping @Sendable (OutputStatus) -> Void) {}

    /// Counts a picture.
    public func receive(_ frame: borrowing VideoFrame) {
        frames.increment()
        bytes.increment(by: frame.layout.byteCount)
    }

    /// Counts a block of sound.
    public func receive(_ block: borrowing AudioBlock) {
        bytes.increment(by: block.sampleCount * block.format.frameBytes)
    }
}
