import ProgramEncoding
import StudioCore
import StudioTestSupport
import Testing

extension MediaTime {
    /// The absolute value of a duration.
    var magnitude: MediaTime { MediaTime(nanoseconds: abs(nanoseconds)) }
}

/// Collects and checks the two tracks of a program.
private struct Tracks {
    var frames: [MediaTime] = []
    var repeated = 0
    var samples: Int64 = 0
    var silence: Int64 = 0
    var faults: [String] = []
    let audioRate = Rate.samples(48_000)

    mutating func add(_ repeats: VideoGapFiller.Repeats?) {
        guard let repeats else { return }
        repeated += repeats.times.count
        for time in repeats.times { add(frame: time) }
    }

    mutating func add(frame time: MediaTime) {
        if let last = frames.last, time <= last { faults.append("a frame at \(time) after \(last)") }
        frames.append(time)
    }

    mutating func add(_ placement: AudioPlacement?, block: Int64 = 0) {
        guard let placement else { return }
        if placement.start != MediaTime(count: samples, rate: audioRate) {
            faults.append("audio at \(placement.start) after \(samples) samples")
        }
        samples += placement.silence + block - placement.skip
        silence += placement.silence
    }

    var widestGap: MediaTime {
        zip(frames.dropFirst(), frames).map { $0 - $1 }.max() ?? .zero
    }
}

@Suite("GapFiller")
struct GapFillerTests {
    private let audio = Rate.samples(48_000)
    private let interval = Rate.thirty.interval

    private func ms(_ value: Int64) -> MediaTime { .milliseconds(value) }

    /// Runs a show: frames and blocks at their times, a fill every 100 ms, and the finish.
    private func run(
        _ program: inout GapFiller, frames: [MediaTime], blocks: [MediaTime], until end: MediaTime
    ) -> Tracks {
        enum Event { case frame, block, fill }
        var events: [(MediaTime, Event)] = frames.map { ($0, .frame) } + blocks.map { ($0, .block) }
        events += stride(from: 0, through: end.nanoseconds, by: 100_000_000).map { (MediaTime(nanoseconds: $0), .fill) }
        events.sort { $0.0 < $1.0 }
        var tracks = Tracks()
        for (time, event) in events {
            switch event {
            case .frame:
                guard let placed = program.placeVideo(at: time) else { continue }
                tracks.add(placed.repeats)
                tracks.add(frame: placed.time)
            case .block:
                tracks.add(program.placeAudio(at: time, samples: 480, rate: audio), block: 480)
            case .fill:
                let (repeats, silence) = program.fill(now: time, audioRate: audio)
                tracks.add(repeats)
                tracks.add(silence)
            }
        }
        let (repeats, silence) = program.finish(audioRate: audio)
        tracks.add(repeats)
        tracks.add(silence)
        return tracks
    }

    private func frames(_ from: Int64, _ to: Int64) -> [MediaTime] {
        (0..<(to - from) * 30 / 1000).map { ms(from) + MediaTime(count: $0, rate: .thirty) }
    }

    private func blocks(_ from: Int64, _ to: Int64) -> [MediaTime] {
        stride(from: from, to: to, by: 10).map { ms($0) }
    }

    @Test("complete tracks are unchanged")
    func complete() {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        let tracks = run(&program, frames: frames(0, 5000), blocks: blocks(0, 5000), until: ms(5000))
        #expect(tracks.faults == [])
        #expect(tracks.repeated == 0)
        #expect(tracks.silence == 0)
        #expect(tracks.samples == 240_000)
        #expect(tracks.frames == frames(0, 5000))
    }

    @Test("video without audio gets silence of the same duration")
    func videoOnly() {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        let tracks = run(&program, frames: frames(0, 5000), blocks: [], until: ms(5000))
        #expect(tracks.faults == [])
        #expect(tracks.repeated == 0)
        #expect(tracks.samples == 240_000)
        #expect(tracks.silence == 240_000)
    }

    @Test("the silence lags the frames by at most the delay")
    func silenceWhileRunning() throws {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        for time in frames(0, 2000) { _ = program.placeVideo(at: time) }
        let (repeats, silence) = program.fill(now: ms(2000), audioRate: audio)
        #expect(repeats == nil)
        let filled = try #require(silence)
        #expect(filled.start == .zero)
        #expect(filled.silence == 48 * 1750)
    }

    @Test("audio without video gets frames from its start to its end")
    func audioOnly() throws {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        let tracks = run(&program, frames: [], blocks: blocks(0, 5000), until: ms(5000))
        #expect(tracks.faults == [])
        #expect(tracks.silence == 0)
        #expect(tracks.frames.first == .zero)
        #expect(tracks.repeated == tracks.frames.count)
        #expect(tracks.frames.count == 150)
        #expect(tracks.widestGap <= interval + MediaTime(nanoseconds: 1))
        let last = try #require(tracks.frames.last)
        #expect((last + interval - ms(5000)).magnitude <= interval)
    }

    @Test("audio that starts 2 s late is preceded by exactly 2 s of silence")
    func lateAudio() {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        let tracks = run(&program, frames: frames(0, 5000), blocks: blocks(2000, 5000), until: ms(5000))
        #expect(tracks.faults == [])
        #expect(tracks.silence == 96_000)
        #expect(tracks.samples == 240_000)
    }

    @Test("video that starts 2 s late is preceded by 2 s of frames")
    func lateVideo() {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        let tracks = run(&program, frames: frames(2000, 5000), blocks: blocks(0, 5000), until: ms(5000))
        #expect(tracks.faults == [])
        #expect(tracks.frames.first == .zero)
        #expect(tracks.repeated == 60)
        #expect(tracks.frames.contains(ms(2000)))
        #expect(tracks.widestGap < interval + interval)
    }

    @Test("a pause of 2 s repeats the last frame, with and without timer events in between", arguments: [true, false])
    func videoPause(hasTicks: Bool) {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        let frames = frames(0, 2000) + frames(4000, 6000)
        if hasTicks {
            let tracks = run(&program, frames: frames, blocks: blocks(0, 6000), until: ms(6000))
            #expect(tracks.faults == [])
            #expect(tracks.repeated == 60)
            #expect(tracks.widestGap < interval + interval)
            #expect(tracks.frames.filter { frames.contains($0) }.count == frames.count)
        } else {
            var tracks = Tracks()
            for time in frames {
                guard let placed = program.placeVideo(at: time) else {
                    Issue.record("\(time) was dropped")
                    return
                }
                tracks.add(placed.repeats)
                tracks.add(frame: placed.time)
            }
            #expect(tracks.faults == [])
            #expect(tracks.repeated == 60)
            #expect(tracks.widestGap < interval + interval)
        }
    }

    @Test("the origin is the first media of either kind; earlier frames are dropped")
    func origin() throws {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        #expect(program.origin == nil)
        #expect(program.fill(now: ms(900), audioRate: audio).silence == nil, "nothing is filled before the start")
        _ = program.placeAudio(at: ms(1000), samples: 480, rate: audio)
        #expect(program.origin == ms(1000))
        #expect(program.placeVideo(at: ms(999)) == nil)
        let placed = program.placeVideo(at: ms(1010))
        #expect(try #require(placed).time == .zero, "the first frame starts at the origin")
        #expect(program.origin == ms(1000))
    }

    @Test("a frame overtaken by repeats is dropped, because it would be out of sync")
    func overtaken() throws {
        var program = GapFiller(rate: .thirty, hasAudio: false)
        _ = program.placeVideo(at: .zero)
        let repeats = try #require(program.fill(now: ms(683), audioRate: audio).repeats)
        #expect(repeats.times.last == MediaTime(count: 12, rate: .thirty))
        let overtaken = program.placeVideo(at: ms(33))
        #expect(overtaken == nil, "its time stamp precedes the pause")
        let placed = program.placeVideo(at: ms(700))
        let next = try #require(placed)
        #expect(next.time == ms(700))
        #expect(next.repeats?.times.first == MediaTime(count: 13, rate: .thirty))
    }

    @Test("a frame late by less than half an interval is shown directly after the repeat")
    func slightlyLate() throws {
        var program = GapFiller(rate: .thirty, hasAudio: false)
        _ = program.placeVideo(at: .zero)
        _ = program.fill(now: ms(683), audioRate: audio)
        let place = program.placeVideo(at: ms(390))
        let placed = try #require(place)
        #expect(placed.time == ms(401))
        #expect(placed.repeats == nil)
    }

    @Test(
        "times increase even if pauses delay the time stamps", arguments: 1...200 as ClosedRange<UInt64>
    )
    func pauses(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var program = GapFiller(rate: .thirty, hasAudio: false)
        var tracks = Tracks()
        var (now, frame, late) = (MediaTime.zero, Int64(0), 0)
        while frame < 300 {
            let stamp = max(now, MediaTime(count: frame, rate: .thirty))
            now = stamp
            if generator.chance(percent: 5) { now += ms(Int64.random(in: 0...900, using: &generator)) }
            // The timer may fire first.
            if generator.chance(percent: 50) { tracks.add(program.fill(now: now, audioRate: audio).repeats) }
            if let placed = program.placeVideo(at: stamp) {
                tracks.add(placed.repeats)
                tracks.add(frame: placed.time)
            } else {
                late += 1
            }
            frame += 1
        }
        #expect(tracks.faults == [])
        #expect(tracks.frames.count - tracks.repeated == 300 - late)
    }

    @Test("a program without an audio track gets no silence")
    func noAudio() {
        var program = GapFiller(rate: .thirty, hasAudio: false)
        #expect(program.placeAudio(at: .zero, samples: 480, rate: audio) == nil)
        let tracks = run(&program, frames: frames(0, 1000), blocks: blocks(0, 1000), until: ms(1000))
        #expect(tracks.samples == 0)
        #expect(tracks.frames.count == 30)
    }

    @Test("the next fill is due when the shorter track is behind by the delay")
    func nextFill() {
        var program = GapFiller(rate: .thirty, hasAudio: true)
        #expect(program.nextFill == nil)
        _ = program.placeVideo(at: ms(1000))
        #expect(program.nextFill == ms(1250), "no audio has arrived")
        _ = program.placeAudio(at: ms(1000), samples: 48_000, rate: audio)
        #expect(program.nextFill == ms(1250) + interval)
        #expect(!program.isFinished)
        _ = program.finish(audioRate: audio)
        #expect(program.isFinished)
        #expect(program.nextFill == ms(2250))
    }

    @Test(
        "for random media the tracks have no gaps and no overlaps and end together",
        arguments: 1...60 as ClosedRange<UInt64>)
    func property(seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        var frames: [MediaTime] = []
        var blocks: [MediaTime] = []
        var time = ms(Int64.random(in: 0...2000, using: &generator))
        while time < ms(15_000) {
            frames.append(time)
            time += generator.chance(percent: 3) ? ms(Int64.random(in: 40...2500, using: &generator)) : interval
        }
        time = ms(Int64.random(in: 0...2000, using: &generator))
        while time < ms(15_000) {
            blocks.append(time)
            time += generator.chance(percent: 2) ? ms(Int64.random(in: 1...2500, using: &generator)) : ms(10)
        }
        var program = GapFiller(rate: .thirty, hasAudio: true)
        let tracks = run(&program, frames: frames, blocks: blocks, until: ms(15_000))
        #expect(tracks.faults == [])
        #expect(tracks.frames.first == .zero, "both tracks start with the program")
        #expect(tracks.widestGap <= GapFiller.delay + interval)
        let videoEnd = try #require(tracks.frames.last) + interval
        #expect((videoEnd - MediaTime(count: tracks.samples, rate: audio)).magnitude <= interval)
        let origin = try #require(program.origin)
        let shown = Set(tracks.frames)
        // The first one may be shown from the origin on.
        #expect(frames.dropFirst().allSatisfy { shown.contains($0 - origin) }, "no frame of the app is lost")
    }
}
