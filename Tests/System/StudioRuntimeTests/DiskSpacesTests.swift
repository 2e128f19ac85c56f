import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Free space of disks")
struct DiskSpacesTests {
    private let clock = ManualClock()
    private let questions = Lock<[DiskPlace]>([])

    /// Disks that have a byte less at each question.
    private var spaces: DiskSpaces {
        DiskSpaces(clock: clock) { [questions] place in
            questions.withLock { questions in
                questions.append(place)
                return UInt64(100 - questions.count)
            }
        }
    }

    private let show = DiskPlace(device: 1, folder: "show")
    private let other = DiskPlace(device: 1, folder: "other")

    @Test("a disk is asked at most twice a second, whatever number of folders it has")
    func rate() {
        let spaces = spaces
        var answers: [UInt64?] = []
        for _ in 0..<11 {
            answers += [spaces.freeBytes(of: show), spaces.freeBytes(of: other)]
            clock.advance(by: .milliseconds(100))
        }
        #expect(answers == Array(repeating: 99, count: 10) + Array(repeating: 98, count: 10) + [97, 97])
        #expect(questions.withLock { $0 } == [show, show, show])
    }

    @Test("each disk is asked for itself; one that does not say has no answer until it is asked again")
    func disks() {
        let isMute = Lock(true)
        let spaces = DiskSpaces(clock: clock) { place in
            place.device == 2 && isMute.withLock { $0 } ? nil : place.device * 10
        }
        let second = DiskPlace(device: 2, folder: "show")
        #expect(spaces.freeBytes(of: show) == 10)
        #expect(spaces.freeBytes(of: second) == nil)
        isMute.withLock { $0 = false }
        #expect(spaces.freeBytes(of: second) == nil)
        clock.advance(by: DiskSpaces.interval)
        #expect(spaces.freeBytes(of: second) == 20)
    }

    @Test("one question at a time: others get the answer before")
    func concurrent() {
        let inner = Lock<DiskSpaces?>(nil)
        let answers = Recorder<UInt64?>()
        let spaces = DiskSpaces(clock: clock) { [show] _ in
            // A caller that comes while the disk has not answered yet.
            if let spaces = inner.withLock({ $0 }) { answers.record(spaces.freeBytes(of: show)) }
            return 7
        }
        #expect(spaces.freeBytes(of: show) == 7)
        inner.withLock { $0 = spaces }
        clock.advance(by: DiskSpaces.interval)
        #expect(spaces.freeBytes(of: show) == 7)
        inner.withLock { $0 = nil }
        #expect(answers.all == [7])
    }

    @Test("a file in a folder that is missing is on the disk of the folder above")
    func place() throws {
        let folder = try TestFolder()
        let known = try #require(DiskPlace(beside: folder.file("a.mkv")))
        let missing = try #require(DiskPlace(beside: folder.file("b/c/a.mkv")))
        #expect(missing == known)
        #expect(known.freeBytes != nil)
        #expect(DiskPlace(beside: folder.file("a.mkv") + "/c/d")?.device == known.device)
        let file = try folder.write("a", "text")
        #expect(DiskPlace(beside: file + "/b/c") == nil, "a file is not a folder")
    }
}
