import ProgramEncoding
import StudioCore
import Testing

@Suite("Scheduled key frames")
struct KeyFrameScheduleTests {
    /// The frames of `times` that are key frames, in seconds, when the encoder encodes each one at once.
    private func keyFrames(_ times: [MediaTime], declared rate: Rate = .thirty) -> [Double] {
        var schedule = KeyFrameSchedule(interval: 2, frameRate: rate)
        return times.enumerated().filter { number, time in
            let isKeyFrame = schedule.isDue(at: time) || number == 0
            if isKeyFrame { schedule.encoded(at: time) }
            return isKeyFrame
        }.map(\.element.seconds)
    }

    private func times(_ rate: Rate, _ seconds: Double) -> [MediaTime] {
        (0..<Int64(seconds * rate.perSecond)).map { MediaTime(count: $0, rate: rate) }
    }

    @Test("at the declared rate they are those that x264 counts", arguments: ["30", "23.976", "29.97", "60", "0.8"])
    func declared(_ text: String) throws {
        let rate = try #require(Rate(parsing: text))
        let distance = Int64((2 * rate.perSecond).rounded())
        #expect(
            keyFrames(times(rate, 40), declared: rate)
                == times(rate, 40).enumerated().filter { Int64($0.offset) % distance == 0 }.map(\.element.seconds))
    }

    @Test("a slower source has one every two seconds too", arguments: ["10", "15", "5", "1"])
    func slow(_ text: String) throws {
        #expect(keyFrames(times(try #require(Rate(parsing: text)), 12)) == [0, 2, 4, 6, 8, 10])
    }

    @Test("a gap is followed by one, and the next comes two seconds later")
    func gap() {
        let times = times(.thirty, 1) + times(.thirty, 4).map { $0 + .seconds(7.5) }
        #expect(keyFrames(times) == [0, 7.5, 9.5])
    }

    /// What happens to a schedule of two seconds: frames before the encoder, with the answer, and encoded key frames.
    private enum Step: Sendable {
        case frame(Double, isDue: Bool)
        case encoded(Double)
        case request(after: Double)
    }

    private func check(_ steps: [Step]) {
        var schedule = KeyFrameSchedule(interval: 2, frameRate: .thirty)
        for step in steps {
            switch step {
            case .frame(let seconds, let expected):
                let isDue = schedule.isDue(at: .seconds(seconds))
                #expect(isDue == expected, "at \(seconds)")
            case .encoded(let seconds): schedule.encoded(at: .seconds(seconds))
            case .request(let seconds): schedule.request(after: .seconds(seconds))
            }
        }
    }

    @Test("one that the encoder chose, or that a receiver needed, restarts the interval")
    func others() {
        check([
            .frame(0, isDue: false), .encoded(0), .encoded(1.5), .frame(2, isDue: false), .frame(3.4, isDue: false),
            .frame(3.5, isDue: true),
        ])
    }

    @Test(
        "a receiver gets the first frame behind its request, not one that waits for the encoder; the interval begins again"
    )
    func requested() {
        check([
            .frame(0, isDue: false), .frame(0.1, isDue: false), .request(after: 0.3), .frame(0.2, isDue: false),
            .frame(0.3, isDue: false), .frame(0.4, isDue: true), .frame(0.5, isDue: false), .frame(2.3, isDue: false),
            .frame(2.4, isDue: true),
        ])
        // Two requests are one key frame; one before the first frame is that frame.
        check([
            .request(after: 0), .frame(0, isDue: false), .frame(0.1, isDue: false), .request(after: 0.1),
            .request(after: 0.2), .frame(0.2, isDue: false), .frame(0.3, isDue: true), .frame(0.4, isDue: false),
        ])
    }

    @Test("an encoder that delays its frames is asked once for each")
    func delayed() {
        check([
            .frame(0, isDue: false), .frame(2, isDue: true), .frame(2.1, isDue: false), .encoded(0),
            .frame(2.2, isDue: false), .encoded(2), .frame(4, isDue: true),
        ])
    }
}
