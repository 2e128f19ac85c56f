import GStreamer
import StudioCore
import StudioRuntime

/// Media to diagnose. It is referenced, not copied.
struct SampledUnit: ~Copyable, Sendable {
    enum Content: Sendable {
        case nothing
        case start
        case video(I420Layout, VideoRange)
        /// `place` is `nil` outside of a window.
        case audio(AudioFormat, samples: Int, AudioWindowPlace?, AudioPace.Reading?)
    }

    var content = Content.nothing
    var media: MediaBuffer?
}

/// The bounded queue between the send calls and the worker. When it is full, units are not diagnosed.
///
/// Appending allocates nothing and does not wait.
final class DiagnosisQueue: @unchecked Sendable {
    // Safety: the slots are accessed only in bodies of `state`.

    private struct State: Sendable {
        // Four frames of 1080p.
        var ring = MediaRing(capacity: DiagnosisQueue.capacity, byteLimit: 16 << 20)
        var isClosed = false
        var skipped = 0
    }

    /// A window of half a second in blocks of 5 ms, and a frame.
    static let capacity = 128

    private let slots: UnsafeMutablePointer<SampledUnit>
    private let state = Monitor(State())

    init() {
        slots = .allocate(capacity: Self.capacity)
        for index in 0..<Self.capacity { (slots + index).initialize(to: SampledUnit()) }
    }

    deinit {
        slots.deinitialize(count: Self.capacity)
        slots.deallocate()
    }

    /// The units that were not diagnosed because the worker did not keep up.
    var skipped: Int { state.withLock { $0.skipped } }

    /// Appends a unit, unless the queue is full or closed.
    func append(_ content: SampledUnit.Content, _ media: consuming MediaBuffer?) {
        let bytes = media?.byteCount ?? 0
        var reference = media
        state.update { state in
            guard !state.isClosed else { return }
            guard state.ring.hasCapacity(bytes: bytes), let slot = state.ring.append(bytes: bytes) else {
                state.skipped += 1
                return
            }
            slots[slot].content = content
            swap(&slots[slot].media, &reference)
        }
    }

    /// Waits for a unit; the queue is then closed and empty, or `unit` is the oldest one.
    ///
    /// - Returns: false at the end.
    func take(_ unit: inout SampledUnit) -> Bool {
        _ = state.wait { $0.ring.count > 0 || $0.isClosed ? true : nil }
        var next = SampledUnit()
        let isTaken = state.withLock { state -> Bool in
            guard let slot = state.ring.take({ slots[$0].media?.byteCount ?? 0 }) else { return false }
            swap(&next, &slots[slot])
            return true
        }
        swap(&unit, &next)
        return isTaken
    }

    /// Accepts no further units. Queued ones can still be taken.
    func close() { state.update { $0.isClosed = true } }
}
