import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTrace

/// What is known about an accepted unit on the send path.
struct AcceptedUnit: Sendable {
    enum Format: Sendable {
        case video(I420Layout, FrameDataFormat)
        case audio(AudioFormat, samples: Int)
    }

    var format: Format
    var stamp: MediaTime
    var isDropped: Bool
    /// Identifies the sending thread. The identifier of a thread that ended may be used again.
    var thread: UInt
    /// Whether a dispatch queue, an actor or a task sends it.
    var isOnQueue: Bool
    /// For how long the machine kept the sender waiting since its unit before.
    var machineDelay = MediaTime.zero
}

/// A record of the queue. Media is referenced, not copied.
struct QueuedRecord: ~Copyable, Sendable {
    enum Content: Sendable {
        case nothing
        case call(TraceCall)
        case drop(TraceDrop)
        case state(TraceState)
        case event(ObservedEvent)
        case unit(AcceptedUnit)
    }

    var time = MediaTime.zero
    var content = Content.nothing
    /// The unit's media; `nil` when it is not to be hashed.
    var media: MediaBuffer?
}

/// The bounded queue between the threads of a session and the writer of its trace.
///
/// Appending a unit allocates nothing and does not wait, unless the queue was created for a manual clock.
final class TraceQueue: @unchecked Sendable {
    // Safety: the slots are accessed only in bodies of `state`.

    /// What happens when the writer does not keep up.
    enum Policy: Sendable {
        /// Media is not hashed, then records are lost; both are counted.
        case neverWait
        /// The appending thread waits.
        case wait
    }

    private struct State: Sendable {
        var ring = MediaRing(capacity: TraceQueue.capacity, byteLimit: TraceQueue.byteLimit)
        var isClosed = false
        var end = TraceEnd(unhashed: 0, lost: 0)
        /// When it was closed.
        var endTime = MediaTime.zero
    }

    /// Ten seconds of 1080p30 with 10 ms audio blocks.
    static let capacity = 2048
    /// 20 frames of 1080p, which are 0.7 s at 30 fps. Frames above 21 MB, which no contract allows, would still be queued one
    /// at a time.
    static let byteLimit = 64 << 20

    private let policy: Policy
    private let clock: any StudioClock
    private let slots: UnsafeMutablePointer<QueuedRecord>
    private let state = Monitor(State())

    init(_ policy: Policy, clock: any StudioClock) {
        self.policy = policy
        self.clock = clock
        slots = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (slots + index).initialize(to: QueuedRecord()) }
    }

    deinit {
        slots.deinitialize(count: Self.capacity)
        slots.deallocate()
    }

    // MARK: Appending

    /// Appends a call or an event with the current time.
    func append(_ content: QueuedRecord.Content) {
        enqueue { slot, _ in slots[slot].content = content }
    }

    /// Appends an accepted unit with the current time.
    func append(_ unit: AcceptedUnit, _ media: borrowing MediaBuffer) {
        var reference: MediaBuffer? = media.retained()
        enqueue(bytes: media.byteCount) { slot, isHashed in
            slots[slot].content = .unit(unit)
            if isHashed { swap(&slots[slot].media, &reference) }
        }
    }

    /// Calls `body` with a free slot, and whether it may have media, under the lock; not at all when the record is lost.
    private func enqueue(bytes: Int = 0, _ body: (_ slot: Int, _ isHashed: Bool) -> Void) {
        func fill(_ state: inout State) {
            guard !state.isClosed else { return }
            let isHashed = state.ring.hasCapacity(bytes: bytes)
            guard let slot = state.ring.append(bytes: isHashed ? bytes : 0) else { return state.end.lost += 1 }
            if !isHashed { state.end.unhashed += 1 }
            // Read here, so that times never decrease.
            slots[slot].time = clock.now
            body(slot, isHashed)
        }
        guard policy == .wait else { return state.update { fill(&$0) } }
        _ = state.wait { state -> Bool? in
            guard state.isClosed || !state.ring.isFull && state.ring.hasCapacity(bytes: bytes) else { return nil }
            fill(&state)
            return true
        }
        state.update { _ in }
    }

    // MARK: Taking

    /// Waits for a record; the queue is then closed and empty, or `record` is the oldest one.
    ///
    /// - Returns: false at the end.
    func take(_ record: inout QueuedRecord) -> Bool {
        _ = state.wait { $0.ring.count > 0 || $0.isClosed ? true : nil }
        var next = QueuedRecord()
        let isTaken = state.update { state -> Bool in
            guard let slot = state.ring.take({ slots[$0].media?.byteCount ?? 0 }) else { return false }
            swap(&next, &slots[slot])
            return true
        }
        swap(&record, &next)
        return isTaken
    }

    /// Whether records are accepted.
    var isOpen: Bool { state.withLock { !$0.isClosed } }

    /// Whether no record is queued.
    var isEmpty: Bool { state.withLock { $0.ring.count == 0 } }

    /// The units without a hash, the lost records, and what was received.
    var end: TraceEnd { state.withLock { $0.end } }

    /// When the queue was closed; zero before that.
    var endTime: MediaTime { state.withLock { $0.endTime } }

    /// Accepts no further records. Queued ones can still be taken.
    ///
    /// - Parameter received: what the app has received.
    func close(_ received: ReceivedMedia? = nil) {
        state.update { state in
            guard !state.isClosed else { return }
            (state.isClosed, state.endTime) = (true, clock.now)
            guard let received, received.frames.value + received.audioBlocks.value > 0 else { return }
            state.end.receivedFrames = received.frames.value
            state.end.receivedAudioBlocks = received.audioBlocks.value
        }
    }
}
