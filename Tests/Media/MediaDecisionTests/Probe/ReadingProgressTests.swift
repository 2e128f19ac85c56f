import Testing

@testable import StudioProbe

@Suite("When a probe stops waiting")
struct ReadingProgressTests {
    private static let timeout = 10.0

    /// A source that was opened at 100 s and has these streams.
    private func opened(_ tracks: ReadingProgress.Track...) -> ReadingProgress {
        var progress = ReadingProgress()
        progress.open(at: 100)
        progress.begin(at: 100)
        for track in tracks { progress.add(track) }
        return progress
    }

    private func stop(
        _ progress: ReadingProgress, at now: Double, duration: Double? = nil, hasEnd: Bool = false
    ) -> ReadingProgress.Stop? {
        progress.stop(at: now, duration: duration, timeout: Self.timeout, hasEnd: hasEnd)
    }

    @Test("a source is silent when nothing has come for the time-out since it was open")
    func silent() {
        var progress = opened(.video)
        #expect(stop(progress, at: 110) == nil)
        #expect(stop(progress, at: 110.1) == .silent)
        progress.begin(at: 105)
        #expect(stop(progress, at: 115) == nil)
        #expect(stop(progress, at: 115.1) == .silent)
        #expect(stop(progress, at: 115.1, hasEnd: true) == .silent)
    }

    @Test("data at one position is not progress, unless the source ends for certain")
    func standing() {
        var progress = opened(.video)
        for second in 0...20 { _ = progress.advance(.video, to: 7, at: 100 + Double(second)) }
        #expect(stop(progress, at: 120) == .standing)
        #expect(stop(progress, at: 120, hasEnd: true) == nil)
        var shorter = opened(.video)
        for second in 0...10 { _ = shorter.advance(.video, to: 7, at: 100 + Double(second)) }
        #expect(stop(shorter, at: 110) == nil)
        _ = shorter.advance(.video, to: 8, at: 110)
        #expect(stop(shorter, at: 119) == nil)
    }

    @Test("a source that pauses is waited for, also behind units with equal times")
    func pause() {
        var progress = opened(.video)
        for second in 0...3 { _ = progress.advance(.video, to: 7, at: 100 + Double(second)) }
        #expect(stop(progress, at: 112.9) == nil)
        _ = progress.advance(.video, to: 8, at: 112.9)
        #expect(stop(progress, at: 122) == nil)
        #expect(stop(progress, at: 123) == .silent)
    }

    @Test("one stream that moves is progress, and so is one that begins again")
    func others() {
        var progress = opened(.video, .audio)
        for second in 0...30 {
            _ = progress.advance(.video, to: 7, at: 100 + Double(second))
            _ = progress.advance(.audio, to: Double(second % 5), at: 100 + Double(second))
        }
        #expect(stop(progress, at: 130) == nil)
    }

    @Test("the duration is read when each stream has it; one that is silent or stands still is not waited for")
    func enough() {
        var progress = opened(.video, .audio)
        for second in 0...12 { _ = progress.advance(.video, to: 50 + Double(second), at: 100 + Double(second)) }
        #expect(stop(progress, at: 106, duration: 5) == nil)
        #expect(stop(progress, at: 112, duration: 5) == .enough)
        var standing = opened(.video, .audio)
        for second in 0...12 {
            _ = standing.advance(.video, to: 50 + Double(second), at: 100 + Double(second))
            _ = standing.advance(.audio, to: 50, at: 100 + Double(second))
        }
        #expect(stop(standing, at: 112, duration: 5) == .enough)
        #expect(stop(standing, at: 112, duration: 20) == nil)
    }

    @Test("media is flowing when each stream has delivered a unit; distances count from the first one")
    func flow() {
        var progress = opened(.video, .audio)
        #expect(!progress.isFlowing)
        #expect(progress.advance(.video, to: 50, at: 101) == 0)
        #expect(!progress.isFlowing)
        #expect(progress.advance(.audio, to: 49, at: 101) == -1)
        #expect(progress.isFlowing)
        #expect(progress.advance(.video, to: 51, at: 101) == 2)
        #expect(progress.at == 101)
        #expect(progress.opened == 100)
    }
}
