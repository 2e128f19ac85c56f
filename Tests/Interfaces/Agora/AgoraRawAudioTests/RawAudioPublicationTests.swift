import AgoraRawAudio
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

/// Whom others hear, and who is heard.
@Suite("Raw audio: publication and subscription")
struct RawAudioPublicationTests {
    @Test("an external source replaces the microphone, and the microphone returns after it: AG-PUSH-005")
    func external() throws {
        let fixture = try RawAudioFixture()
        try fixture.join()
        func level() throws -> [Int16?] {
            try fixture.feed(6) { try fixture.push(5) }
            return [fixture.last(.channel), fixture.last(.mix)]
        }
        fixture.engine.publish { $0.hasExternalSource = true }
        #expect(try level() == [5, 25])
        #expect(fixture.reports.all == [])
        fixture.engine.publish { $0.hasExternalSource = false }
        #expect(try level() == [105, 125])
        #expect(try level() == [105, 125])
        #expect(fixture.reports.all == ["AG-PUSH-005"])
    }

    @Test("an audience member is heard by nobody; what it pushes or edits is reported once: AG-ROLE-001")
    func audience() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(.record) { $0.fill(7) }
        fixture.engine.publish { ($0.isBroadcaster, $0.hasExternalSource) = (nil, true) }
        try fixture.join(observer)
        try fixture.feed(6) { try fixture.push(5) }
        #expect(fixture.last(.channel) == 0)
        #expect(fixture.reports.all == ["AG-ROLE-001", "AG-ROLE-001"])
        fixture.engine.publish { $0.isBroadcaster = true }
        try fixture.feed(1)
        #expect(fixture.last(.channel) == 7)
        fixture.engine.publish { $0.isBroadcaster = false }
        try fixture.feed(2)
        #expect(fixture.last(.channel) == 0)
        #expect(fixture.reports.count == 2)
        fixture.engine.publish { $0.isBroadcast = false }
        try fixture.feed(1)
        #expect(fixture.last(.channel) == 7)
    }

    @Test("an audience member that listens, and reads its microphone, breaks no rule")
    func listener() throws {
        let fixture = try RawAudioFixture()
        fixture.engine.publish { $0.isBroadcaster = nil }
        try fixture.join(TestObserver([.record, .playback]))
        try fixture.feed(6)
        #expect([fixture.last(.channel), fixture.last(.speaker)] == [0, 20])
        #expect(fixture.reports.all == [])
    }

    @Test("disabled audio is silent everywhere; pushing meanwhile is reported: AG-AUDIO-001")
    func disabled() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(.record)
        fixture.engine.publish { $0.hasExternalSource = true }
        try fixture.join(observer)
        try fixture.feed(6) { try fixture.push(5) }
        fixture.engine.publish { $0.isAudioEnabled = false }
        try fixture.feed(6) { try fixture.push(5) }
        #expect([fixture.last(.channel), fixture.last(.speaker), fixture.last(.mix)] == [0, 0, 0])
        #expect(observer.calls.count == 12)
        #expect(fixture.reports.all == ["AG-AUDIO-001"])
        fixture.engine.publish { $0.isAudioEnabled = true }
        try fixture.feed(6) { try fixture.push(5) }
        #expect([fixture.last(.channel), fixture.last(.speaker), fixture.last(.mix)] == [5, 20, 25])
    }

    @Test("a microphone that is switched off is silent; pushed audio is heard")
    func localAudio() throws {
        let fixture = try RawAudioFixture()
        let track = try fixture.engine.createTrack()
        fixture.engine.publish { $0.publishesTracks = true }
        try fixture.join()
        fixture.engine.publish { $0.capturesMicrophone = false }
        try fixture.feed(6) { try fixture.push(5, to: track) }
        #expect(fixture.last(.channel) == 5)
        #expect(fixture.reports.all == [])
    }

    @Test("a remote user who is not heard has no blocks, and is not part of playback and mix")
    func subscription() throws {
        let fixture = try RawAudioFixture()
        let observer = TestObserver(.beforeMixing)
        fixture.engine.subscribe { $0 = AudioSubscription(hearsOthers: false) }
        try fixture.join(observer)
        try fixture.feed(6)
        #expect([fixture.last(.channel), fixture.last(.speaker), fixture.last(.mix)] == [100, 0, 100])
        #expect(observer.calls.count == 0)
        let ada = try #require(fixture.test.meeting.participants.first { $0.name == "Ada" }).id
        fixture.engine.subscribe { $0.set(ada, isHeard: true) }
        try fixture.feed(6)
        #expect([fixture.last(.speaker), fixture.last(.mix)] == [20, 120])
        #expect((5...6).contains(observer.calls.count))
        fixture.engine.subscribe { $0.set(ada, isHeard: false) }
        try fixture.feed(6)
        #expect([fixture.last(.speaker), fixture.last(.mix)] == [0, 100])
    }

    @Test("subscriptions are exceptions from what holds for all users")
    func exceptions() {
        var subscription = AudioSubscription()
        let (ada, bob) = (UserID(rawValue: 1), UserID(rawValue: 2))
        subscription.set(ada, isHeard: false)
        #expect([subscription.hears(ada), subscription.hears(bob)] == [false, true])
        subscription.set(ada, isHeard: true)
        #expect(subscription == AudioSubscription())
        subscription = AudioSubscription(hearsOthers: false)
        subscription.set(bob, isHeard: true)
        #expect([subscription.hears(ada), subscription.hears(bob)] == [false, true])
    }

    @Test("volumes are those of the samples, once for each interval: AG-AUDIO-002")
    func volumes() throws {
        let fixture = try RawAudioFixture()
        let volumes = Recorder<[Int]>()
        let observer = TestObserver([.record, .beforeMixing]) { block in
            block.fill(block.point == .record ? 16_384 : 3277)
        }
        fixture.engine.measureVolumes(every: 50) { measured in
            volumes.record([measured.local, measured.total] + measured.speakers.map(\.volume))
        }
        try fixture.join(observer)
        try fixture.feed(20)
        #expect(volumes.count == 4)
        #expect(volumes.all.last == [128, 26, 26])
        for interval in [1, 10] {
            fixture.engine.measureVolumes(every: interval) { _ in volumes.record([]) }
            try fixture.feed(20)
            #expect(volumes.count == 4)
        }
        #expect(fixture.reports.all == ["AG-AUDIO-002", "AG-AUDIO-002"])
        fixture.engine.measureVolumes(every: 0) { _ in volumes.record([]) }
        fixture.engine.measureVolumes(every: 11) { _ in volumes.record([1]) }
        try fixture.feed(20)
        #expect(volumes.count == 14)
        #expect(fixture.reports.count == 2)
    }

    @Test("the first call whose effect is not emulated is reported: AG-CALL-005")
    func notEmulated() throws {
        let fixture = try RawAudioFixture()
        for call in ["a", "b", "a"] { fixture.engine.reportNotEmulated(call, "nothing happens") }
        #expect(fixture.reports.all == ["AG-CALL-005", "AG-CALL-005"])
    }
}
