import StudioCore
import Testing

@testable import MediaInputs

/// Absurd time stamps of a stream.
struct TimeLineTests {
    private func positions(_ stamps: [Double], duration: Double? = 1) -> [Double] {
        var line = TimeLine()
        return stamps.map { line.position(.seconds($0), duration: duration.map { .seconds($0) }).seconds }
    }

    @Test("ordinary stamps, gaps and small jumps back stay")
    func ordinary() {
        for stamps in [[0, 1, 2], [500, 501, 4000, 4001], [10, 5, 6], [-3, -2, 7]] as [[Double]] {
            #expect(positions(stamps) == stamps)
        }
    }

    @Test("one absurd stamp follows the unit before it, and the next one is unchanged")
    func outlier() {
        #expect(positions([0, 1, 95_446, 3, 4]) == [0, 1, 2, 3, 4])
        #expect(positions([7200, 7201, 2, 7203]) == [7200, 7201, 7202, 7203])
        #expect(positions([0, 1, 95_446, 3], duration: nil) == [0, 1, 2, 3])
    }

    @Test("after a lasting jump, units keep their distances")
    func lasting() {
        #expect(positions([0, 1, 95_446, 95_447, 95_449]) == [0, 1, 2, 3, 5])
        #expect(positions([0, 95_000, 95_001, 1e6, 1e6 + 1]) == [0, 1, 2, 3, 4])
    }

    @Test("streams of one file that jump together stay in sync, whatever each of them lacks before the jump")
    func together() {
        let jumps = TimeJumps()
        var (video, audio) = (TimeLine(jumps), TimeLine(jumps))
        let frames = [0, 0.5, 1, 9000, 9000.5].map { video.position(.seconds($0), duration: .seconds(0.5)).seconds }
        let blocks = [0, 0.25, 9000.125, 9000.375].map { audio.position(.seconds($0), duration: nil).seconds }
        #expect(frames == [0, 0.5, 1, 1.5, 2])
        #expect(blocks == [0, 0.25, 1.625, 1.875])
        // Another jump is another one.
        #expect(video.position(.seconds(30_000), duration: nil).seconds == 2.5)
        #expect(audio.position(.seconds(30_000), duration: nil).seconds == 2.5)
    }
}
