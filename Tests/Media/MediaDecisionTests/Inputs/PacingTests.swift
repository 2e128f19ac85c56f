import MediaInputs
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

@Suite("Pacer")
struct PacingTests {
    private func ms(_ value: Int64) -> MediaTime { .milliseconds(value) }

    @Test("the first unit is due immediately, later ones relative to it")
    func deadlines() {
        var pacer = Pacer()
        #expect(pacer.due(ms(500), now: ms(100)) == .due(at: ms(100)))
        #expect(pacer.due(ms(533), now: ms(101)) == .due(at: ms(133)))
        #expect(pacer.due(ms(510), now: ms(120)) == .due(at: ms(110)), "tracks share the anchor")
    }

    @Test("lateness up to 40 ms is caught up without drift")
    func catchUp() {
        var pacer = Pacer()
        _ = pacer.due(.zero, now: .zero)
        #expect(pacer.due(ms(10), now: ms(50)) == .due(at: ms(10)))
        #expect(pacer.due(ms(20), now: ms(51)) == .due(at: ms(20)))
        #expect(pacer.due(ms(100), now: ms(60)) == .due(at: ms(100)))
    }

    @Test("more lateness moves the anchor of all tracks by enough for each of them to detect it")
    func move() {
        var pacer = Pacer()
        _ = pacer.due(.zero, now: .zero)
        let late = ms(50) + MediaTime(nanoseconds: 1)
        #expect(pacer.due(ms(10), now: late) == .moved(by: ms(60), at: ms(70)))
        #expect(pacer.due(ms(10), now: ms(70)) == .due(at: ms(70)), "queried again with the same unit")
        #expect(pacer.due(ms(20), now: ms(70)) == .due(at: ms(80)))
        #expect(pacer.due(ms(30), now: ms(590)) == .moved(by: ms(500), at: ms(590)))
    }

    @Test("a late time stamp moves later ones by more than its own lateness")
    func lateStamp() {
        var pacer = Pacer()
        _ = pacer.due(.zero, now: .zero)
        #expect(pacer.sent(.zero, of: .audio, now: ms(500)) == .moved(by: ms(560), at: ms(560)))
        #expect(pacer.due(ms(20), now: ms(500)) == .due(at: ms(580)))
    }

    @Test("an anchoring time stamp may be late by 15 ms and is repeated at most twice")
    func anchoring() {
        var pacer = Pacer()
        _ = pacer.due(.zero, now: .zero)
        #expect(pacer.sent(.zero, of: .audio, now: ms(15)) == .due(at: .zero))
        #expect(pacer.sent(.zero, of: .audio, now: ms(40)) == .due(at: .zero), "its timeline is already anchored")
        #expect(pacer.sent(.zero, of: .video, now: ms(16)) == .moved(by: ms(76), at: ms(76)))
        #expect(pacer.sent(ms(20), of: .audio, now: ms(112)) == .moved(by: ms(76), at: ms(172)), "all tracks again")
        #expect(pacer.sent(ms(40), of: .audio, now: ms(222)) == .due(at: ms(192)), "enough")
    }

    @Test(
        "the tracks stay in sync wherever the producer is suspended",
        arguments: 1...200 as ClosedRange<UInt64>)
    func sync(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var pacer = Pacer()
        var audio = AnchoredTimeline(rate: .samples(48_000))
        var video = VideoTimeline(frameRate: .thirty)
        var now = MediaTime.zero
        /// A suspension between any two steps of the producer.
        var unitsSinceStop = 0
        func step(stopped: Int64) {
            now += MediaTime(nanoseconds: Int64.random(in: 0...300_000, using: &generator))
            guard generator.chance(percent: 1) else { return }
            now += ms(Int64.random(in: 0...stopped, using: &generator))
            unitsSinceStop = 0
        }
        var (nextAudio, nextVideo) = (Int64(0), Int64(0))
        var worst = MediaTime.zero
        var offsets: (audio: MediaTime, video: MediaTime)?
        for _ in 0..<2000 {
            let (audioTime, videoTime) = (ms(20 * nextAudio), MediaTime(count: nextVideo, rate: .thirty))
            let isAudio = audioTime <= videoTime
            let time = isAudio ? audioTime : videoTime
            while true {
                let deadline = pacer.due(time, now: now).deadline
                guard deadline > now else { break }
                now = deadline
                step(stopped: 700)
            }
            step(stopped: 700)
            let offset: MediaTime
            if isAudio {
                offset = audio.stamp(arrival: now, units: 960).time - time
                nextAudio += 1
                offsets = (offset, offsets?.video ?? offset)
            } else {
                offset = video.stamp(arrival: now).time - time
                nextVideo += 1
                offsets = (offsets?.audio ?? offset, offset)
            }
            step(stopped: 700)
            _ = pacer.sent(time, of: isAudio ? .audio : .video, now: now)
            // Checked when both tracks have continued since the last suspension.
            unitsSinceStop += 1
            if let offsets, unitsSinceStop > 6 { worst = max(worst, (offsets.audio - offsets.video).magnitude) }
        }
        #expect(worst <= Pacer.anchoringTolerance, "\(worst.seconds * 1000) ms")
    }

    @Test("a producer that always wakes late does not accumulate delay", arguments: 1...20 as ClosedRange<UInt64>)
    func realTime(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var pacer = Pacer()
        var now = MediaTime.zero
        for block in 0..<3000 as Range<Int64> {
            guard case .due(let time) = pacer.due(ms(10 * block), now: now) else {
                Issue.record("moved at block \(block)")
                return
            }
            #expect(time == ms(10 * block))
            now = max(now, time) + MediaTime(nanoseconds: Int64.random(in: 0...9_000_000, using: &generator))
        }
    }
}
