import Dispatch
import MediaInputs
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

/// What a client ends inside its own callbacks: no deadlock, and nothing follows.
@Suite("Ending inside callbacks")
struct EndingTests {
    /// What ends the deliveries.
    enum Ending: CaseIterable, Sendable {
        case unsubscribing, cancellingAll, stoppingTheEngine, removingTheParticipant, leaving, endingTheMeeting
        case stoppingTheSource, releasingTheClient
    }

    /// The client of a meeting with a participant, who publishes video and audio.
    private final class Client: Sendable {
        let subscriptions: TrackSubscriptions
        let engine: AudioEngine
        let handles = Lock<(video: VideoSubscription, audio: AudioObservation)?>(nil)

        init(_ meeting: Meeting) {
            (subscriptions, engine) = (TrackSubscriptions(in: meeting), AudioEngine(in: meeting))
        }
    }

    /// A session in which the third callback of one kind ends the deliveries of that kind.
    private struct Session: Sendable {
        let test = TestMeeting()
        let user: UserID
        let feed: ParticipantFeed
        let client: Lock<Client?>
        let frames = Recorder<Int64>()
        let blocks = Recorder<Int64>()

        init() throws {
            let ada = try test.participant("Ada", source: ParticipantSource(seed: 1, isExact: true))
            (user, feed) = (ada.id, ada.feed)
            client = Lock(Client(test.meeting))
        }

        func begin(_ ending: Ending, inVideo isVideo: Bool) throws {
            let client = try #require(client.withLock { $0 })
            let video = try client.subscriptions.video(
                .camera, of: user, VideoSubscriptionOptions(policy: .queue(limit: 4))
            ) { frame in
                frames.record(frame.description.sequence)
                if isVideo, frames.count == 3 { end(ending) }
            }
            let request = AudioRequest(.program, blockSamples: 480)
            let audio = try client.engine.observe(.beforeMixing(user), request) { _, block in
                blocks.record(block.number)
                if !isVideo, blocks.count == 3 { end(ending) }
            }
            client.handles.set((video, audio))
        }

        private func end(_ ending: Ending) {
            let client = client.withLock { $0 }
            switch ending {
            case .unsubscribing:
                client?.handles.withLock { $0?.video }?.cancel()
                client?.handles.withLock { $0?.audio }?.cancel()
            case .cancellingAll, .stoppingTheEngine:
                client?.subscriptions.cancelAll()
                client?.engine.stop()
            case .removingTheParticipant: test.meeting.remove(user)
            case .leaving: test.meeting.leave()
            case .endingTheMeeting: test.meeting.end(.endedByHost)
            case .stoppingTheSource: feed.stop()
            case .releasingTheClient:
                // A subscription lasts until it is cancelled; the engine ends with its last reference.
                client?.handles.withLock { $0?.video }?.cancel()
                self.client.set(nil)
            }
        }
    }

    @Test("in a frame's callback: the third frame is the last one", arguments: Ending.allCases)
    func inVideo(_ ending: Ending) throws {
        let session = try Session()
        try session.begin(ending, inVideo: true)
        try session.test.turn(by: .seconds(1))
        #expect(session.frames.all == [0, 1, 2])
        #expect(session.test.violations.isEmpty)
    }

    @Test(
        "in an audio block's callback: the third block is the last one",
        arguments: [Ending.unsubscribing, .stoppingTheEngine, .removingTheParticipant, .leaving, .endingTheMeeting])
    func inAudio(_ ending: Ending) throws {
        let session = try Session()
        try session.begin(ending, inVideo: false)
        try session.test.turn(by: .seconds(1))
        #expect(session.blocks.all == [0, 1, 2])
        #expect(session.test.violations.isEmpty)
    }

    @Test("a kept frame outlives its subscription, its participant, the client and the meeting")
    func keptBeyondTheEnd() throws {
        let kept = Lock<KeptFrame?>(nil)
        let budget = try {
            let fixture = try ReceivingFixture()
            let subscription = try fixture.subscriptions.video(.camera, of: fixture.ada.id) { kept.set($0.keep()) }
            try fixture.feed(1)
            fixture.test.meeting.remove(fixture.ada.id)
            fixture.test.meeting.leave()
            subscription.cancel()
            try fixture.test.turn(by: .seconds(1))
            return subscription.budget
        }()
        #expect(budget.used == 1)
        #expect(kept.withLock { $0?.withBytes { $0[0] } } == 16)
        kept.set(nil)
        #expect(budget.used == 0)
        #expect(budget.leakReport == nil)
    }

    @Test("a subscription can be cancelled after its client was released; the track then has no receiver")
    func releasedClient() throws {
        let test = TestMeeting()
        let ada = test.meeting.add("Ada")
        let camera = try #require(test.meeting.publisher(.camera, of: ada.id))
        let frames = Recorder<Int64>()
        let subscription = try TrackSubscriptions(in: test.meeting).video(.camera, of: ada.id) {
            frames.record($0.description.sequence)
        }
        let bytes = TestFrame.plain(width: 32, height: 16)
        for _ in 0..<2 {
            let isPublished = bytes.withUnsafeBytes {
                camera.publish(frame: $0, layout: .tight(width: 32, height: 16), time: test.clock.now)
            }
            #expect(isPublished)
            try test.turn(by: .milliseconds(40))
        }
        #expect(frames.all == [0, 1])
        subscription.cancel()
        #expect(camera.track.fanout.receivers.isEmpty)
    }

    @Test("an observation of a stopped engine is cancelled, and the engine receives nothing: RX-AUDIO-005")
    func stoppedEngine() throws {
        let test = TestMeeting()
        let microphone = try #require(test.meeting.publisher(.microphone, of: test.meeting.add("Ada").id))
        let engine = AudioEngine(in: test.meeting)
        let request = AudioRequest(.program, blockSamples: 480)
        let calls = Counter()
        let first = try engine.observe(.mixed, request) { _, _ in calls.increment() }
        #expect(microphone.track.fanout.receivers.count == 1)
        engine.stop()
        #expect(first.isCancelled)
        #expect(microphone.track.fanout.receivers.isEmpty)
        let second = try engine.observe(.mixed, request) { _, _ in calls.increment() }
        #expect(second.isCancelled)
        #expect(microphone.track.fanout.receivers.isEmpty)
        #expect(test.meeting.localTracks.microphone.fanout.receivers.count == 1)  // the recorder of the test
        try test.turn(by: .seconds(1))
        #expect(calls.value == 0)
    }

    @Test("subscribing while all are cancelled leaves no receiver on the track")
    func cancelledWhileSubscribing() throws {
        let fixture = try LiveFixture()
        let (subscriptions, track) = (fixture.subscriptions, fixture.camera.track)
        let isDone = Lock(false)
        let ended = Signal()
        DispatchQueue(label: "test.cancelling").async {
            while !isDone.withLock({ $0 }) { subscriptions.cancelAll() }
            ended.send()
        }
        for _ in 0..<2000 { try subscriptions.video(.camera, of: fixture.user) { _ in } }
        isDone.set(true)
        #expect(ended.wait())
        subscriptions.cancelAll()
        #expect(subscriptions.conversionCount == 0)
        #expect(track.fanout.receivers.isEmpty)
    }
}
