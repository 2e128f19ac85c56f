import MediaOutputs
import ProgramEncoding
import StudioCore
import StudioTestSupport
import Testing

@Suite("The end of an output while the program goes on")
struct OutputCutTests {
    private struct Unit {
        let track: DeliveryLedger.Track
        let time: Int64
        let arrival: Int64
    }

    private static func ms(_ value: Int64) -> MediaTime { .milliseconds(value) }

    /// Passes units, and returns the times of those that belong to the output.
    private static func taken(
        _ units: [(DeliveryLedger.Track, Int64)], after last: Int64, hasAudio: Bool = true
    ) -> (video: [Int64], audio: [Int64], completions: [Int]) {
        var cut = OutputCut(after: ms(last), hasAudio: hasAudio)
        var result: (video: [Int64], audio: [Int64], completions: [Int]) = ([], [], [])
        for (index, (track, time)) in units.enumerated() {
            let unit = OutputCut.Unit(track, at: ms(time))
            if cut.takes(unit) {
                if track == .video { result.video.append(time) } else { result.audio.append(time) }
            }
            if cut.pass(unit) { result.completions.append(index) }
        }
        return result
    }

    /// The same for an output without a key frame: one comes at these times.
    private static func begun(
        _ units: [(DeliveryLedger.Track, Int64)], after last: Int64, keyFrames: Set<Int64>, hasAudio: Bool = true
    ) -> (video: [Int64], audio: [Int64], completions: [Int]) {
        var cut = OutputCut(after: ms(last), hasAudio: hasAudio)
        var result: (video: [Int64], audio: [Int64], completions: [Int]) = ([], [], [])
        var hasBegun = false
        for (index, (track, time)) in units.enumerated() {
            let isKeyFrame = track == .video && keyFrames.contains(time)
            let unit = OutputCut.Unit(track, at: ms(time), isKeyFrame: isKeyFrame, hasBegun: hasBegun)
            if cut.takes(unit) {
                hasBegun = hasBegun || isKeyFrame
                // Frames before the first key frame are not written.
                if track == .audio { result.audio.append(time) } else if hasBegun { result.video.append(time) }
            }
            if cut.pass(unit) { result.completions.append(index) }
        }
        return result
    }

    @Test("the output gets the frames up to the last one, and audio through the first block behind it")
    func both() {
        let units: [(DeliveryLedger.Track, Int64)] = [
            (.video, 33), (.audio, 21), (.video, 66), (.audio, 42), (.video, 100), (.audio, 64), (.audio, 85),
            (.audio, 106),
        ]
        let taken = Self.taken(units, after: 66)
        #expect(taken.video == [33, 66])
        #expect(taken.audio == [21, 42, 64, 85])
        #expect(taken.completions == [6])
    }

    @Test("a last frame that was delivered before, or dropped by the encoder, is not waited for")
    func passed() {
        let taken = Self.taken([(.audio, 85), (.audio, 106), (.video, 100), (.video, 133)], after: 66)
        #expect(taken.video == [])
        #expect(taken.audio == [85], "audio that is ahead of the video is in the output already")
        #expect(taken.completions == [2])
    }

    @Test("without audio, the last frame is the end")
    func withoutAudio() {
        let taken = Self.taken([(.video, 33), (.video, 66), (.video, 100)], after: 66, hasAudio: false)
        #expect(taken.video == [33, 66])
        #expect(taken.completions == [1])
    }

    @Test("an output without a key frame ends with its first one, with the audio behind it")
    func firstKeyFrame() {
        let units: [(DeliveryLedger.Track, Int64)] = [
            (.audio, 21), (.video, 33), (.audio, 42), (.video, 66), (.audio, 64), (.video, 100), (.audio, 106),
            (.audio, 127), (.video, 133), (.audio, 149), (.video, 166),
        ]
        // The key frame comes behind the last accepted frame.
        let late = Self.begun(units, after: 66, keyFrames: [100, 133])
        #expect(late.video == [100])
        #expect(late.audio == [21, 42, 64, 106])
        #expect(late.completions == [6])
        // The audio is ahead of it.
        let ahead = Self.begun(units, after: 66, keyFrames: [133])
        #expect(ahead.video == [133])
        #expect(ahead.audio == [21, 42, 64, 106, 127, 149])
        #expect(ahead.completions == [9])
        // It comes in time: the output ends as if it had begun before.
        let early = Self.begun(units, after: 66, keyFrames: [33])
        #expect(early.video == [33, 66])
        #expect(early.completions == [6])
        let silent = Self.begun(units.filter { $0.0 == .video }, after: 66, keyFrames: [133], hasAudio: false)
        #expect(silent.video == [133])
        #expect(silent.completions == [3])
        // Without one it waits: the session ends it.
        #expect(Self.begun(units, after: 66, keyFrames: []).completions == [])
    }

    @Test(
        "seeded arrivals: an output that waits for its key frame has it, and audio behind it",
        arguments: 1...200 as ClosedRange<UInt64>)
    func firstKeyFrames(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let last = Int64.random(in: 0..<30, using: &generator) * 33
        let key = Int64.random(in: 0..<40, using: &generator) * 33
        let lead = Int64.random(in: -300...300, using: &generator)
        var units: [Unit] = (0..<60).map { Unit(track: .video, time: $0 * 33, arrival: $0 * 33) }
        units += (0..<94).map { Unit(track: .audio, time: $0 * 21, arrival: $0 * 21 + lead) }
        units.sort { ($0.arrival, $0.time) < ($1.arrival, $1.time) }
        let taken = Self.begun(units.map { ($0.track, $0.time) }, after: last, keyFrames: [key])
        let end = max(last, key)
        #expect(taken.video == Array(stride(from: key, through: end, by: 33)))
        #expect(taken.audio == taken.audio.indices.map { Int64($0) * 21 })
        #expect(taken.audio.last.map { $0 > end } == true)
        #expect(taken.completions.count == 1)
    }

    @Test(
        "seeded arrivals: a file that begins at a key frame has every frame from there on, and audio behind its last one",
        arguments: 1...200 as ClosedRange<UInt64>)
    func property(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let last = Int64.random(in: 0..<40, using: &generator) * 33
        let lead = Int64.random(in: -300...300, using: &generator)
        var units: [Unit] = (0..<60).map { Unit(track: .video, time: $0 * 33, arrival: $0 * 33) }
        units += (0..<94).map { Unit(track: .audio, time: $0 * 21, arrival: $0 * 21 + lead) }
        units.sort { ($0.arrival, $0.time) < ($1.arrival, $1.time) }
        // No later frame is accepted before the command, so none has been encoded.
        let limit = units.firstIndex { $0.track == .video && $0.time > last } ?? units.count
        let command = Int.random(in: 0...limit, using: &generator)
        let early = units.prefix(command)
        let taken = Self.taken(units.dropFirst(command).map { ($0.track, $0.time) }, after: last)
        let video = early.filter { $0.track == .video }.map(\.time) + taken.video
        let audio = early.filter { $0.track == .audio }.map(\.time) + taken.audio
        #expect(video == Array(stride(from: 0, through: last, by: 33)))
        #expect(audio == audio.indices.map { Int64($0) * 21 })
        #expect(audio.last.map { $0 > last } == true)
        #expect(taken.completions.count == 1)
    }
}
