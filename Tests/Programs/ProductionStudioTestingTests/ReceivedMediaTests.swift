import MediaInputs
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioTestSupport
import Testing

@Suite("Received media of a test")
struct ReceivedMediaTests {
    private static let source = ParticipantSource(seed: 1, isExact: true)

    @Test("frames and drops are received by each subscription, in order")
    func video() throws {
        let test = TestMeeting()
        let ada = try test.participant("Ada", source: Self.source)
        let seen = Recorder<Int64>()
        let all = try test.subscribe(of: ada.id) { seen.record($0.description.sequence) }
        var options = VideoSubscriptionOptions(VideoRequest(format: .nv12), policy: .lateDiscard)
        options.occupancy = .milliseconds(50)
        let slow = try test.subscribe(of: ada.id, options)
        // The frames of 0, 33 … 167 ms; the call with that of 133 ms returns at 183 ms.
        try test.turn(by: .milliseconds(190))
        let received = test.received(by: all)
        #expect(received.compactMap(\.frame?.sequence) == [0, 1, 2, 3, 4, 5])
        #expect(received.compactMap(\.frame?.time) == (0..<6).map { MediaTime(count: $0, rate: .thirty) })
        #expect(received.count == 6)
        #expect(seen.all == [0, 1, 2, 3, 4, 5])
        let half = test.received(by: slow)
        #expect(half.map { $0.frame?.sequence ?? -1 } == [0, -1, 2, -1, 4, -1])
        #expect(half.compactMap(\.drop?.sequence) == [1, 3, 5])
        #expect(half.compactMap(\.drop?.reason) == [.late, .late, .late])
        all.cancel()
        try test.turn(by: .seconds(1))
        #expect(test.received(by: all) == received)
    }

    @Test("equal frames have equal hashes, whatever the stride; other formats have others")
    func hashes() throws {
        let test = TestMeeting()
        let ada = try test.participant("Ada", source: Self.source)
        let requests = [
            VideoRequest(), VideoRequest(strideAlignment: 256), VideoRequest(isWritable: true),
            VideoRequest(format: .nv12),
        ]
        let subscriptions = try requests.map { try test.subscribe(of: ada.id, VideoSubscriptionOptions($0)) }
        try test.turn(by: .milliseconds(10))
        let hashes = subscriptions.map { subscription in
            test.received(by: subscription).compactMap { callback -> MediaHash? in
                if case .frame(_, let hash) = callback { hash } else { nil }
            }
        }
        #expect(hashes.map(\.count) == [1, 1, 1, 1])
        #expect(hashes[0] == hashes[1])
        #expect(hashes[0] == hashes[2])
        #expect(hashes[0] != hashes[3])
    }

    @Test("audio blocks are received with their samples, as an editor made them")
    func audio() throws {
        let test = TestMeeting()
        let ada = test.meeting.add("Ada")
        let microphone = try #require(test.meeting.publisher(.microphone, of: ada.id))
        let request = AudioRequest(.program, blockSamples: 480)
        let observation = try test.observe(.beforeMixing(ada.id), request)
        let mix = try test.observe(.mixed, request)
        for level in [7, 9] as [Int16] {
            let samples = [Int16](repeating: level, count: 960)
            samples.withUnsafeBytes {
                _ = microphone.publish(audio: $0, format: .program, time: test.clock.now)
            }
            try test.turn(by: .milliseconds(10))
        }
        // The default latency of the engine is two blocks.
        try test.turn(by: .milliseconds(20))
        let blocks = test.received(by: observation)
        #expect(blocks.map(\.description.number) == [0, 1, 2, 3])
        #expect(blocks.map { Set($0.samples) } == [[0], [0], [7], [9]])
        #expect(blocks.allSatisfy { $0.description.user == ada.id })
        #expect(test.received(by: mix).map(\.samples) == blocks.map(\.samples))
    }

    @Test("turn waits for each callback, and names the one that does not return")
    func blockedCallback() throws {
        let test = TestMeeting()
        let ada = try test.participant("Ada", source: Self.source)
        let release = Signal()
        let subscription = try test.subscribe(of: ada.id) { _ in _ = release.wait() }
        let error = #expect(throws: TestMeetingError.self) { try test.turn(by: .milliseconds(10), within: 0.1) }
        let text = "a callback of the subscription to \(ada.id) camera has not returned"
        #expect(error?.description.contains(text) == true)
        release.send()
        try test.settle()
        #expect(test.received(by: subscription).count == 1)
    }

    @Test("a clock that is turned inside a callback is refused after its timeout, naming the callback")
    func turningInside() throws {
        let test = TestMeeting()
        let ada = try test.participant("Ada", source: Self.source)
        let messages = Recorder<String>()
        try test.subscribe(of: ada.id) { frame in
            guard frame.description.sequence == 0 else { return }
            do throws(TestMeetingError) {
                try test.turn(by: .milliseconds(10), within: 0.1)
            } catch {
                messages.record(error.description)
            }
        }
        try test.turn(by: .milliseconds(10))
        #expect(messages.count == 1)
        let text = "a callback of the subscription to \(ada.id) camera has not returned"
        #expect(messages.all.allSatisfy { $0.contains(text) })
    }
}
