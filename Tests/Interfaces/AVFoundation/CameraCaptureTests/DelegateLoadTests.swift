import CameraCapture
import StudioCore
import Testing

@Suite("Capture: load of delegates, and the sessions of a camera")
struct DelegateLoadTests {
    /// The capture time of a frame at 30 per second.
    private func time(_ frame: Int64) -> MediaTime { MediaTime(count: frame, rate: .thirty) }

    @Test("a call of 50 ms is the reason of each second frame, of none after its end: AV-QUALITY-001")
    func slow() throws {
        var load = DelegateLoad()
        for frame in Int64(0)..<10 {
            if frame.isMultiple(of: 2) {
                load.called(at: time(frame), wait: .zero, duration: .milliseconds(50), began: time(frame))
            } else {
                let isReason = load.dropped(at: time(frame))
                #expect(isReason)
            }
        }
        let isReason = load.dropped(at: time(10))
        #expect(!isReason)
        let end = load.end(at: .milliseconds(500))
        let report = try #require(end)
        #expect(report.frames == 11)
        #expect(report.late == 5)
        #expect(report.share == 0.5)
        #expect(report.longestCall == .milliseconds(50))
        let next = load.end(at: .seconds(1))
        #expect(next == nil)
    }

    @Test("a queue that is blocked counts as the delegate does; frames that arrive together do not")
    func waits() {
        var load = DelegateLoad()
        load.called(at: time(0), wait: .milliseconds(60), duration: .milliseconds(1), began: .milliseconds(60))
        let blocked = [1, 2].map { load.dropped(at: time($0)) }
        #expect(blocked == [true, false])
        // The machine delivered frame 3 so late that frame 4 came with it.
        load.called(at: time(3), wait: .zero, duration: .milliseconds(1), began: time(4) + .milliseconds(5))
        let late = load.dropped(at: time(4))
        #expect(!late)
        let report = load.end(at: .seconds(1))
        #expect(report?.late == 1)
    }

    @Test("the session that was started last has the camera, until it stops")
    func uses() {
        var uses = CameraUses()
        uses.set(true, 1, revision: 1)
        #expect(uses.holder == 1)
        #expect(!uses.isTaken(from: 1))
        uses.set(true, 2, revision: 1)
        #expect(uses.holder == 2)
        #expect(uses.isTaken(from: 1))
        #expect(!uses.isTaken(from: 3))
        uses.set(false, 2, revision: 3)
        #expect(uses.holder == 1)
        // Another thread has reported its later change first.
        uses.set(true, 2, revision: 2)
        #expect(uses.holder == 1)
        uses.set(true, 2, revision: 4)
        uses.keep([1])
        #expect(uses.holder == 1)
        uses.keep([])
        #expect(uses.holder == nil)
    }
}
