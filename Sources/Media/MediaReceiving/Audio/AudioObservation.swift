import StudioCore
import StudioRuntime
import Synchronization

/// An observer at a point of the audio engine. It lasts until it is cancelled, whether or not it is retained.
public final class AudioObservation: Sendable {
    /// The counts of an observer.
    public struct Statistics: Hashable, Sendable {
        /// Delivered blocks.
        public var blocks = 0
        /// Silent blocks that sparse delivery left out.
        public var silentBlocks = 0
        /// Calls that took longer than a block.
        public var overruns = 0
        /// Samples of silence that replaced missing samples of a conversion.
        public var paddedSamples = 0
    }

    enum Body: Sendable {
        case read(@Sendable (UnsafeBufferPointer<Int16>, AudioBlockDescription) -> Void)
        case edit(@Sendable (UnsafeMutableBufferPointer<Int16>, AudioBlockDescription) -> Void)
    }

    /// The point.
    public let point: AudioPoint
    /// The form of the blocks.
    public let request: AudioRequest
    let body: Body
    let start: MediaTime
    private let counts = Lock(Statistics())
    private let isOver = Atomic(false)
    private let onEnd: @Sendable () -> Void

    /// - Parameter onEnd: called once, after the end.
    init(
        _ point: AudioPoint, _ request: AudioRequest, start: MediaTime, body: Body,
        onEnd: @escaping @Sendable () -> Void
    ) {
        self.onEnd = onEnd
        self.point = point
        self.request = request
        self.start = start
        self.body = body
    }

    /// The current counts.
    public var statistics: Statistics { counts.withLock { $0 } }

    /// Whether it was cancelled.
    public var isCancelled: Bool { isOver.load(ordering: .acquiring) }

    var isEditor: Bool {
        if case .edit = body { true } else { false }
    }

    /// Ends the observation without waiting: a running call finishes, none follows. May be called inside a call.
    public func cancel() {
        if !isOver.exchange(true, ordering: .acquiringAndReleasing) { onEnd() }
    }

    func count(_ body: (inout Statistics) -> Void) { counts.withLock { body(&$0) } }

    /// Calls the observer with a block, and measures the call.
    func call(
        _ block: UnsafeMutableBufferPointer<Int16>, _ description: AudioBlockDescription, clock: any StudioClock
    ) {
        guard !isCancelled else { return }
        let began = clock.now
        switch body {
        case .read(let body): body(UnsafeBufferPointer(block), description)
        case .edit(let body): body(block, description)
        }
        let isOverrun = clock.now - began > request.interval
        count { counts in
            counts.blocks += 1
            if isOverrun { counts.overruns += 1 }
        }
    }
}
