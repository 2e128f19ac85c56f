import StudioCore
import Testing

@testable import GStreamer
@testable import StudioProbe

@Suite("StreamStatistics")
struct StreamStatisticsTests {
    private func statistics(_ units: [(time: Double?, bytes: Int, isKey: Bool)]) -> StreamStatistics {
        var statistics = StreamStatistics()
        for unit in units {
            statistics.add(
                ObservedUnit(byteCount: unit.bytes, time: unit.time.map { .seconds($0) }, isKeyFrame: unit.isKey))
        }
        return statistics
    }

    private func caps(_ text: String) throws -> Caps {
        try GStreamerRuntime.start()
        return try #require(Caps(text))
    }

    // MARK: Bitrate

    @Test("the bitrate is the number of bytes divided by the duration, including the last unit's")
    func bitrate() throws {
        let even = statistics((0..<50).map { (Double($0) / 25, 1000, $0 == 0) })
        #expect(even.units == 50)
        #expect(even.bytes == 50_000)
        #expect(abs(try #require(even.bitrate) - 200_000) < 0.01)
        let timeSeries = even.bitrateTimeSeries
        #expect(timeSeries.map(\.time) == [0.5, 1.5])
        #expect(timeSeries.map(\.kilobits) == [200, 200])
    }

    @Test("too few units for a bitrate", arguments: [[], [0], [3, 3], [nil, nil, 1], [nil]] as [[Double?]])
    func noBitrate(_ times: [Double?]) {
        let statistics = statistics(times.map { ($0, 100, true) })
        #expect(statistics.bitrate == nil)
        #expect(statistics.bitrateTimeSeries.isEmpty)
        #expect(statistics.units == times.count)
        #expect(statistics.bytes == times.count * 100)
    }

    @Test("time stamps may start anywhere, as in x264's output and transport streams")
    func offset() throws {
        let times = (0..<90).map { Double($0) / 30 }
        let plain = statistics(times.map { ($0, 500, true) })
        let moved = statistics(times.map { ($0 + 3_600_000, 500, true) })
        #expect(abs(try #require(plain.bitrate) - (try #require(moved.bitrate))) < 0.1)
        #expect(plain.bitrateTimeSeries.map(\.kilobits) == moved.bitrateTimeSeries.map(\.kilobits))
        #expect(plain.bitrateTimeSeries.map(\.time) == moved.bitrateTimeSeries.map(\.time))
    }

    @Test("units in decoding order count for the second in which they are shown, also those shown before the first one")
    func reordered() throws {
        // An open group of pictures: the first unit is shown third.
        let order = (0..<20).flatMap { group in [2, 0, 1].map { group * 3 + $0 } }
        let statistics = statistics(
            order.map { number in
                let time = Double(number) / 30
                return (time, number < 30 ? 100 : 300, number % 30 == 2)
            })
        #expect(statistics.bitrateTimeSeries.map(\.time) == [0.5, 1.5])
        #expect(statistics.bitrateTimeSeries.map(\.kilobits) == [24, 72])
        #expect(abs(try #require(statistics.bitrate) - 48_000) < 0.01)
        #expect(statistics.keyFrameIntervals.map { ($0 * 30).rounded() } == [30])
    }

    @Test("an incomplete second is not in the time series, a second without units is")
    func timeSeries() {
        let broken = statistics((0..<40).map { (Double($0) / 30, 100, false) })
        #expect(broken.bitrateTimeSeries.map(\.time) == [0.5])
        let numbers = Array(0..<30) + Array(90..<120)
        let gap = statistics(numbers.map { (Double($0) / 30, 100, false) })
        #expect(gap.bitrateTimeSeries.map(\.time) == [0.5, 1.5, 2.5, 3.5])
        #expect(gap.bitrateTimeSeries.map(\.kilobits) == [24, 0, 0, 24])
    }

    // MARK: Key frames

    @Test("key frame intervals, in presentation order")
    func keyFrameIntervals() {
        let statistics = statistics([(4, 9, true), (0, 9, true), (1, 9, false), (1.5, 9, true), (nil, 9, true)])
        #expect(statistics.keyFrameIntervals == [1.5, 2.5])
        #expect(self.statistics([(0, 9, true), (1, 9, false)]).keyFrameIntervals == [])
        #expect(self.statistics([]).keyFrameIntervals == [])
    }

    @Test("a spread has minimum, maximum and mean, and no values give none")
    func spread() throws {
        let spread = try #require(ProbeReport.Spread([2, 1, 6]))
        #expect((spread.minimum, spread.mean, spread.maximum) == (1, 3, 6))
        #expect(ProbeReport.Spread([]) == nil)
    }

    // MARK: Caps

    @Test(
        "codecs have their common names",
        arguments: [
            ("video/x-h264", "H.264"), ("video/x-h265,profile=main", "HEVC"), ("video/mpeg,mpegversion=2", "MPEG-2"),
            ("video/mpeg,mpegversion=1", "MPEG-1"), ("video/mpeg,mpegversion=4", "MPEG-4 Part 2"),
            ("video/mpeg", "MPEG-2"), ("audio/mpeg,mpegversion=4", "AAC"), ("audio/mpeg,mpegversion=2", "AAC"),
            ("audio/mpeg,mpegversion=1,layer=3", "MP3"), ("audio/mpeg,mpegversion=1,layer=2", "MP2"),
            ("audio/mpeg,mpegversion=1", "MPEG audio"), ("video/x-raw,format=I420", "raw video"),
            ("audio/x-raw", "PCM"), ("audio/x-opus", "Opus"), ("image/jpeg", "Motion JPEG"),
            ("video/x-unheard-of", "video/x-unheard-of"),
        ])
    func codecs(_ text: String, _ name: String) throws {
        #expect(CodecName.of(try caps(text)) == name)
        var statistics = StreamStatistics()
        statistics.describe(try caps(text))
        #expect(statistics.codec == name)
    }

    @Test("profile, level, rate and colours come from the caps; later ones replace earlier ones")
    func describe() throws {
        var statistics = StreamStatistics()
        statistics.describe(
            try caps(
                "video/x-h264,profile=high,level=(string)3.1,framerate=30000/1001,colorimetry=(string)1:4:0:0"))
        #expect(statistics.profile == "high")
        #expect(statistics.level == "3.1")
        #expect(statistics.rate == Rate(30_000, over: 1001))
        #expect(statistics.range == .full)
        #expect(statistics.matrix == .bt601)
        #expect(!statistics.isUnsignalled)
        statistics.describe(try caps("video/x-h264,framerate=0/1"))
        #expect(statistics.profile == nil)
        #expect(statistics.rate == nil)
        #expect(statistics.range == nil)
        #expect(statistics.matrix == nil)
    }

    @Test("raw video signals no colours: its caps are guessed from the size")
    func raw() throws {
        var statistics = StreamStatistics()
        statistics.describe(try caps("video/x-raw,format=I420,colorimetry=(string)bt709"))
        #expect(statistics.isUnsignalled)
        #expect(statistics.range == nil)
        #expect(statistics.matrix == nil)
        statistics.decoded(try caps("video/x-raw,format=I420,colorimetry=(string)1:3:5:1"))
        #expect(statistics.range == nil)
    }

    @Test("RGB has no range and no matrix")
    func rgb() throws {
        var statistics = StreamStatistics()
        statistics.describe(try caps("video/x-h264,colorimetry=(string)sRGB"))
        #expect(statistics.isUnsignalled)
        #expect(statistics.range == nil)
        #expect(statistics.matrix == nil)
    }

    @Test("full range from a decoder is used, its default of limited range is not")
    func decoded() throws {
        var statistics = StreamStatistics()
        statistics.describe(try caps("video/x-h264"))
        statistics.decoded(try caps("video/x-raw,colorimetry=(string)2:3:5:1"))
        #expect(statistics.range == nil)
        statistics.decoded(try caps("video/x-raw,colorimetry=(string)1:3:5:1"))
        #expect(statistics.range == .full)
    }
}
