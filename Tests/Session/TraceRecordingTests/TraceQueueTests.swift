import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario
import StudioTestSupport
import StudioTrace
import Testing

@testable import TraceRecording

@Suite("The queue of a trace")
struct TraceQueueTests {
    private static let note = QueuedRecord.Content.event(ObservedEvent(event: .note(message: "a")))

    private static func unit(_ stamp: MediaTime = .zero) -> AcceptedUnit {
        AcceptedUnit(
            format: .audio(.program, samples: 1), stamp: stamp, isDropped: false, thread: 1, isOnQueue: false)
    }

    private func buffer(_ byteCount: Int) throws -> MediaBuffer {
        try GStreamerRuntime.start()
        guard let buffer = MediaBuffer(byteCount: byteCount) else { throw TestFailure("no memory") }
        return buffer
    }

    @Test("in real time, media beyond the limit is not hashed, then records are lost; both are counted")
    func overflow() throws {
        let queue = TraceQueue(.neverWait, clock: ManualClock())
        let half = try buffer(TraceQueue.byteLimit / 2)
        for _ in 0..<3 { queue.append(Self.unit(), half) }
        #expect(queue.end == TraceEnd(unhashed: 1, lost: 0))
        for _ in 3..<TraceQueue.capacity { queue.append(Self.note) }
        #expect(queue.end == TraceEnd(unhashed: 1, lost: 0))
        queue.append(Self.note)
        queue.append(Self.unit(), half)
        #expect(queue.end == TraceEnd(unhashed: 1, lost: 2))
        queue.close()
        queue.append(Self.note)
        var record = QueuedRecord()
        var (count, media) = (0, 0)
        while queue.take(&record) {
            count += 1
            media += record.media == nil ? 0 : 1
        }
        #expect(count == TraceQueue.capacity)
        #expect(media == 2)
        #expect(queue.end == TraceEnd(unhashed: 1, lost: 2))
    }

    @Test("under a manual clock, the sender waits, and no hash is missing")
    func waiting() throws {
        try GStreamerRuntime.start()
        let queue = TraceQueue(.wait, clock: ManualClock())
        let count = 3 * TraceQueue.capacity
        let worker = try Worker("sender") {
            guard let half = MediaBuffer(byteCount: TraceQueue.byteLimit / 2) else { return }
            for index in 0..<count { queue.append(Self.unit(.milliseconds(Int64(index))), half) }
            queue.close()
        }
        var record = QueuedRecord()
        var stamps: [MediaTime] = []
        var isComplete = true
        while queue.take(&record) {
            if case .unit(let unit) = record.content { stamps.append(unit.stamp) }
            if record.media == nil { isComplete = false }
        }
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(stamps == (0..<count).map { .milliseconds(Int64($0)) })
        #expect(isComplete)
        #expect(queue.end == TraceEnd(unhashed: 0, lost: 0))
    }

    @Test("closing the queue releases a waiting sender")
    func closing() throws {
        let queue = TraceQueue(.wait, clock: ManualClock())
        for _ in 0..<TraceQueue.capacity { queue.append(Self.note) }
        let worker = try Worker("sender") { queue.append(Self.note) }
        queue.close()
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(queue.end.lost == 0)
    }
}
