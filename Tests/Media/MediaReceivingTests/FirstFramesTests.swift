import MediaInputs
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioTestSupport
import Testing

@Suite("Varying rate and size of received frames")
struct FirstFramesTests {
    /// The bars of the test pattern: 75 %, BT.709, limited range, left to right.
    private static let bars: [(y: UInt8, u: UInt8, v: UInt8)] = [
        (180, 128, 128), (168, 44, 136), (145, 147, 44), (133, 63, 52), (63, 193, 204), (51, 109, 212), (28, 212, 120),
    ]

    private func frames(
        of source: ParticipantSource, _ request: VideoRequest = VideoRequest(), seconds: Double = 3
    ) throws -> [FrameCopy] {
        let test = TestMeeting()
        let ada = try test.participant("Ada", source: source)
        let subscriptions = TrackSubscriptions(in: test.meeting)
        let frames = Recorder<FrameCopy>()
        try subscriptions.video(.camera, of: ada.id, VideoSubscriptionOptions(request)) { frames.record(FrameCopy($0)) }
        try test.turn(by: .seconds(seconds))
        return frames.all
    }

    private func isNear(_ value: UInt8, _ expected: UInt8) -> Bool { abs(Int(value) - Int(expected)) <= 1 }

    @Test(
        "by default, the rate varies, and the first 500 ms are one step smaller: RX-TRACK-003 RX-VIDEO-005",
        arguments: [
            (VideoRequest(), 640, 320), (VideoRequest(size: .fit(height: 180)), 320, 160),
            (VideoRequest(strideAlignment: 64), 640, 320),
        ])
    func realistic(_ request: VideoRequest, _ width: Int, _ firstWidth: Int) throws {
        let frames = try frames(of: ParticipantSource(seed: 3), request)
        let descriptions = frames.map(\.description)
        let first = descriptions.filter(\.isReduced)
        #expect(first == Array(descriptions.prefix(first.count)))
        #expect((7...13).contains(first.count))
        #expect(Set(first.map(\.layout.width)) == [firstWidth])
        #expect(first.allSatisfy { $0.time < .milliseconds(500) })
        #expect(Set(descriptions.dropFirst(first.count).map(\.layout.width)) == [width])
        let times = descriptions.map(\.time)
        let steps = zip(times.dropFirst(), times).map { ($0 - $1).count(at: .thirty) }
        #expect(Set(steps) == [1, 2])
        #expect((45...76).contains(frames.count))
    }

    @Test("each frame's planes carry the pattern of its own size")
    func planes() throws {
        for frame in try frames(of: ParticipantSource(seed: 3), seconds: 1) {
            let layout = frame.description.layout
            let planes = (0..<3).map { frame.plane($0) }
            #expect(planes.map(\.count) == [1, 4, 4].map { layout.width * layout.height / $0 })
            for (number, bar) in Self.bars.enumerated() {
                let column = layout.width * (2 * number + 1) / (2 * Self.bars.count)
                let row = layout.height / 20
                let chroma = row / 2 * (layout.width / 2) + column / 2
                #expect(isNear(planes[0][row * layout.width + column], bar.y))
                #expect(isNear(planes[1][chroma], bar.u))
                #expect(isNear(planes[2][chroma], bar.v))
            }
        }
    }

    @Test("an exact source has constant rate and size")
    func exact() throws {
        let frames = try frames(of: ParticipantSource(seed: 3, isExact: true), seconds: 1)
        #expect(frames.map(\.description.time) == (0...30).map { MediaTime(count: $0, rate: .thirty) })
        #expect(frames.allSatisfy { $0.description.layout.width == 640 })
        #expect(!frames.contains { $0.description.isReduced })
    }

    @Test(
        "each subscriber of a request gets smaller frames first; one that joins does not disturb the others: RX-VIDEO-004"
    )
    func joining() throws {
        let fixture = try ReceivingFixture()
        fixture.camera.track.beginsWithSmallerFrames = true
        let (early, late, again) = (Recorder<Int>(), Recorder<Int>(), Recorder<Int>())
        let first = try fixture.subscriptions.video(.camera, of: fixture.ada.id) {
            early.record($0.description.layout.width)
        }
        try fixture.feed(17)
        let second = try fixture.subscriptions.video(.camera, of: fixture.ada.id) {
            late.record($0.description.layout.width)
        }
        try fixture.feed(16)
        let count = fixture.subscriptions.convertedFrames(.camera, of: fixture.ada.id, VideoRequest())
        // One conversion per frame and size: 16 smaller ones, 1 requested one, 15 or 16 of both.
        #expect(count == 16 + 1 + 2 * late.all.count { $0 == 16 } + late.all.count { $0 == 32 })
        first.cancel()
        second.cancel()
        try fixture.subscriptions.video(.camera, of: fixture.ada.id) { again.record($0.description.layout.width) }
        try fixture.feed(1)
        #expect(early.all == [Int](repeating: 16, count: 16) + [Int](repeating: 32, count: 17))
        #expect((15...16).contains(late.all.count { $0 == 16 }))
        #expect(late.all == late.all.sorted())
        #expect(late.all.last == (late.all.count { $0 == 16 } == 15 ? 32 : 16))
        #expect(again.all == [16])
    }

    @Test("an unmuted camera begins smaller again, for each subscriber")
    func unmuting() throws {
        let test = TestMeeting()
        let subscriptions = TrackSubscriptions(in: test.meeting)
        let ada = test.meeting.add("Ada")
        let recorders = [Recorder<FrameDescription>(), Recorder<FrameDescription>()]
        for recorder in recorders {
            try subscriptions.video(.camera, of: ada.id) { recorder.record($0.description) }
        }
        var source = ParticipantSource(seed: 3, isExact: true)
        source.beginsWithSmallerFrames = true
        let feed = try ParticipantFeed(source, of: ada.id, in: test.meeting)
        try test.turn(by: .seconds(1))
        try test.meeting.change(.camera, of: ada.id, .mute)
        try test.turn(by: .seconds(1))
        try test.meeting.change(.camera, of: ada.id, .unmute)
        try test.turn(by: .seconds(1))
        feed.stop()
        for recorder in recorders {
            let frames = recorder.all
            let unmuted = try #require(frames.firstIndex { $0.time > .seconds(2) })
            #expect(frames[..<unmuted].allSatisfy { $0.time <= .seconds(1) })
            for part in [frames[..<unmuted], frames[unmuted...]] {
                let begin = try #require(part.first).time
                #expect(part.allSatisfy { $0.isReduced == ($0.time < begin + .milliseconds(500)) })
                #expect(part.contains { !$0.isReduced })
            }
        }
    }
}
