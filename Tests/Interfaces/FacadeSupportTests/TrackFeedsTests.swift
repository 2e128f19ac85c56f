import FacadeSupport
import StudioCore
import StudioTestSupport
import Testing

@Suite("The feeds of tracks")
struct TrackFeedsTests {
    private struct Feed: TrackFeed {
        let name: String
        let stops: Recorder<String>

        func stop() { stops.record(name) }
    }

    @Test("a feed is stopped once: when it is replaced or removed, at the end, or when it comes after the end")
    func stops() {
        let (feeds, stops) = (TrackFeeds(), Recorder<String>())
        let camera = TrackID(participant: .none, kind: .camera)
        let microphone = TrackID(participant: .none, kind: .microphone)
        feeds.set(Feed(name: "first", stops: stops), camera)
        feeds.set(Feed(name: "second", stops: stops), camera)
        #expect(stops.all == ["first"])
        #expect(feeds.has(camera))
        feeds.set(nil, camera)
        #expect(stops.all == ["first", "second"])
        #expect(!feeds.has(camera))
        feeds.set(Feed(name: "voice", stops: stops), microphone)
        feeds.end()
        #expect(stops.all == ["first", "second", "voice"])
        feeds.set(Feed(name: "late", stops: stops), microphone)
        #expect(stops.all == ["first", "second", "voice", "late"])
        #expect(!feeds.has(microphone))
        feeds.end()
        #expect(stops.count == 4)
    }
}
