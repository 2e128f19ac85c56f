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
            if cut.takes(track, at: ms(time)) {
                if track == .video { result.video.append(time) } else { result.audio.append(time) }
            }
            if cut.pass(track, at: ms(time)) { result.completions.append(index) }
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
