import MediaInputs
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Events of tracks")
struct TrackEventTests {
    @Test("publishing, mutes, formats, stalls, subscriptions and the end are events, in order")
    func order() throws {
        let test = TestMeeting()
        let events = Recorder<TrackEvent>()
        test.meeting.onTrackEvent { if $0.track.kind == .camera { events.record($0) } }
        let ada = test.meeting.add("Ada")
        let subscriptions = TrackSubscriptions(in: test.meeting)
        let subscription = try subscriptions.video(.camera, of: ada.id) { _ in }
        var source = ParticipantSource(seed: 1, isExact: true)
        source.hasAudio = false
        let feed = try ParticipantFeed(source, of: ada.id, in: test.meeting)
        let changes: [TrackChange] = [
            .mute, .mute, .unmute, .setSize(width: 320, height: 180), .rotate(rotation: .half), .stall,
            .resume(catchesUp: false),
        ]
        for change in changes {
            try test.turn(by: .milliseconds(200))
            try test.meeting.change(.camera, of: ada.id, change)
        }
        try test.turn(by: .milliseconds(200))
        test.meeting.remove(ada.id)
        subscription.cancel()
        subscription.cancel()
        try test.turn(by: .milliseconds(200))
        #expect(feed.hasEnded)
        #expect(events.all.allSatisfy { $0.track.participant == ada.id })
        func video(_ width: Int, _ height: Int, _ rotation: FrameRotation = .none) -> TrackEvent.Change {
            .format(.video(width: width, height: height, range: .limited, rotation: rotation))
        }
        #expect(
            events.all.map(\.change) == [
                .subscription(number: 1, isActive: true), .state(.on), video(640, 360), .muted(true), .state(.off),
                .muted(false), .state(.on), video(320, 180), video(320, 180, .half), .state(.stalled), .state(.on),
                .state(.ended), .subscription(number: 1, isActive: false),
            ])
    }

    @Test("a track that code publishes is on with its first unit, and its form is that of the unit")
    func code() throws {
        let fixture = try ReceivingFixture()
        let events = Recorder<TrackEvent.Change>()
        fixture.test.meeting.onTrackEvent { events.record($0.change) }
        let microphone = try #require(fixture.test.meeting.publisher(.microphone, of: fixture.ada.id))
        let silence = [Int16](repeating: 0, count: 320)
        for _ in 0..<3 {
            silence.withUnsafeBytes {
                let format = AudioFormat(sampleRate: 16_000, channels: 1)
                _ = microphone.publish(audio: $0, format: format, time: fixture.test.clock.now)
            }
        }
        try fixture.test.turn(by: .zero)
        #expect(events.all == [.state(.on), .format(.audio(sampleRate: 16_000, channels: 1))])
        #expect(microphone.track.state == .on)
    }
}
