import StudioCore
import Testing

@testable import GStreamer
@testable import StudioProbe

@Suite("Surveys of coded streams")
struct StreamSurveyTests {
    private func survey(_ units: [(time: Double?, bytes: Int, isKey: Bool)]) -> StreamSurvey {
        var survey = StreamSurvey()
        for unit in units {
            survey.add(
                PassingUnit(byteCount: unit.bytes, time: unit.time.map { .seconds($0) }, isKeyFrame: unit.isKey))
        }
        return survey
    }

    private func caps(_ text: String) throws -> Caps {
        try GStreamerRuntime.start()
        return try #require(Caps(text))
    }

    // MARK: Bitrate

    @Test("the bitrate is all bytes over the units' time, the last one's included")
    func bitrate() throws {
        let even = survey((0..<50).map { (Double($0) / 25, 1000, $0 == 0) })
        #expect(even.units == 50 && even.bytes == 50_000)
        #expect(abs(try #require(even.bitrate) - 200_000) < 0.01)
        let course = even.bitrateCourse
        #expect(course.map(\.time) == [0.5, 1.5])
        #expect(course.map(\.kilobits) == [200, 200])
    }

    @Test("too little for a bitrate", arguments: [[], [0], [3, 3], [nil, nil, 1], [nil]] as [[Double?]])
    func noBitrate(_ times: [Double?]) {
        let survey = survey(times.map { ($0, 100, true) })
        #expect(survey.bitrate == nil)
        #expect(survey.bitrateCourse.isEmpty)
        #expect(survey.units == times.count && survey.bytes == times.count * 100)
    }

    @Test("time stamps may begin anywhere, as x264's and those of transport streams do")
    func offset() throws {
        let times = (0..<90).map { Double($0) / 30 }
        let plain = survey(times.map { ($0, 500, true) })
        let moved = survey(times.map { ($0 + 3_600_000, 500, true) })
        #expect(abs(try #require(plain.bitrate) - (try #require(moved.bitrate))) < 0.1)
        #expect(plain.bitrateCourse.map(\.kilobits) == moved.bitrateCourse.map(\.kilobits))
        #expect(plain.bitrateCourse.map(\.time) == moved.bitrateCourse.map(\.time))
    }

    @Test("units in decoding order count for the second in which they are shown, also those shown before the first one")
    func reordered() throws {
        // An open group of pictures: the first unit is shown third.
        let order = (0..<20).flatMap { group in [2, 0, 1].map { group * 3 + $0 } }
        let survey = survey(
            order.map { number in
                let time = Double(number) / 30
                return (time, number < 30 ? 100 : 300, number % 30 == 2)
            })
        #expect(survey.bitrateCourse.map(\.time) == [0.5, 1.5])
        #expect(survey.bitrateCourse.map(\.kilobits) == [24, 72])
        #expect(abs(try #require(survey.bitrate) - 48_000) < 0.01)
        #expect(survey.keyDistances.map { ($0 * 30).rounded() } == [30])
    }

    @Test("a second that was not seen whole is not in the course, a second without units is")
    func course() {
        let broken = survey((0..<40).map { (Double($0) / 30, 100, false) })
        #expect(broken.bitrateCourse.map(\.time) == [0.5])
        let numbers = Array(0..<30) + Array(90..<120)
        let hole = survey(numbers.map { (Double($0) / 30, 100, false) })
        #expect(hole.bitrateCourse.map(\.time) == [0.5, 1.5, 2.5, 3.5])
        #expect(hole.bitrateCourse.map(\.kilobits) == [24, 0, 0, 24])
    }

    // MARK: Key frames

    @Test("distances from key frame to key frame, in the order of time")
    func keyDistances() {
        let survey = survey([(4, 9, true), (0, 9, true), (1, 9, false), (1.5, 9, true), (nil, 9, true)])
        #expect(survey.keyDistances == [1.5, 2.5])
        #expect(self.survey([(0, 9, true), (1, 9, false)]).keyDistances == [])
        #expect(self.survey([]).keyDistances == [])
    }

    @Test("a spread has its ends and its mean, and nothing has none")
    func spread() throws {
        let spread = try #require(ProbeReport.Spread([2, 1, 6]))
        #expect((spread.least, spread.mean, spread.most) == (1, 3, 6))
        #expect(ProbeReport.Spread([]) == nil)
    }

    // MARK: What caps say

    @Test(
        "codecs have the names that people use",
        arguments: [
            ("video/x-h264", "H.264"), ("video/x-h265,profile=main", "HEVC"), ("video/mpeg,mpegversion=2", "MPEG-2"),
            ("video/mpeg,mpegversion=1", "MPEG-1"), ("video/mpeg,mpegversion=4", "MPEG-4 Part 2"),
            ("video/mpeg", "MPEG-2"), ("audio/mpeg,mpegversion=4", "AAC"), ("audio/mpeg,mpegversion=2", "AAC"),
            ("audio/mpeg,mpegversion=1,layer=3", "MP3"), ("audio/mpeg,mpegversion=1,layer=2", "MP2"),
            ("audio/mpeg,mpegversion=1", "MPEG audio"), ("video/x-raw,format=I420", "raw pictures"),
            ("audio/x-raw", "PCM"), ("audio/x-opus", "Opus"), ("image/jpeg", "Motion JPEG"),
            ("video/x-unheard-of", "video/x-unheard-of"),
        ])
    func codecs(_ text: String, _ name: String) throws {
        #expect(CodecName.of(try caps(text)) == name)
        var survey = StreamSurvey()
        survey.describe(try caps(text))
        #expect(survey.codec == name)
    }

    @Test("profile, level, rate and colours come from the caps; later ones replace earlier ones")
    func describe() throws {
        var survey = StreamSurvey()
        survey.describe(
            try caps(
                "video/x-h264,profile=high,level=(string)3.1,framerate=30000/1001,colorimetry=(string)1:4:0:0"))
        #expect(survey.profile == "high" && survey.level == "3.1")
        #expect(survey.rate == Rate(30_000, over: 1001))
        #expect(survey.range == .full && survey.matrix == .bt601)
        #expect(!survey.saysNothing)
        survey.describe(try caps("video/x-h264,framerate=0/1"))
        #expect(survey.profile == nil && survey.rate == nil && survey.range == nil && survey.matrix == nil)
    }

    @Test("raw pictures signal nothing: their caps are a guess from the size")
    func raw() throws {
        var survey = StreamSurvey()
        survey.describe(try caps("video/x-raw,format=I420,colorimetry=(string)bt709"))
        #expect(survey.saysNothing && survey.range == nil && survey.matrix == nil)
        survey.decoded(try caps("video/x-raw,format=I420,colorimetry=(string)1:3:5:1"))
        #expect(survey.range == nil)
    }

    @Test("red, green and blue have no range and no matrix")
    func rgb() throws {
        var survey = StreamSurvey()
        survey.describe(try caps("video/x-h264,colorimetry=(string)sRGB"))
        #expect(survey.saysNothing && survey.range == nil && survey.matrix == nil)
    }

    @Test("a decoder's word for full range counts, its guess of limited does not")
    func decoded() throws {
        var survey = StreamSurvey()
        survey.describe(try caps("video/x-h264"))
        survey.decoded(try caps("video/x-raw,colorimetry=(string)2:3:5:1"))
        #expect(survey.range == nil)
        survey.decoded(try caps("video/x-raw,colorimetry=(string)1:3:5:1"))
        #expect(survey.range == .full)
    }
}
