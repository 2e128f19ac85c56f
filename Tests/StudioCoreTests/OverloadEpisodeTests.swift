import Testing

@testable import StudioCore

@Suite("Episodes of an overloaded encoder")
struct OverloadEpisodeTests {
    @Test("drops less than two seconds apart are one episode, reported once")
    func oneEpisode() {
        var episode = OverloadEpisode()
        episode.drop(3, at: .milliseconds(1000))
        #expect(episode.summary(at: .milliseconds(1500)) == nil)
        episode.drop(4, at: .milliseconds(2900))
        #expect(episode.summary(at: .milliseconds(4899)) == nil)
        #expect(episode.summary(at: .milliseconds(4900)) == .init(frames: 7, duration: .milliseconds(1900)))
        #expect(episode.summary(at: .milliseconds(9000)) == nil)
    }

    @Test("a later drop begins an episode of its own")
    func twoEpisodes() {
        var episode = OverloadEpisode()
        episode.drop(1, at: .seconds(1))
        #expect(episode.summary(at: .seconds(3)) == .init(frames: 1, duration: .zero))
        episode.drop(2, at: .seconds(10))
        #expect(episode.summary(at: .seconds(12)) == .init(frames: 2, duration: .zero))
    }

    @Test("the end of the session ends an episode")
    func end() {
        var episode = OverloadEpisode()
        #expect(episode.end() == nil)
        episode.drop(5, at: .seconds(1))
        #expect(episode.end() == .init(frames: 5, duration: .zero))
        #expect(episode.end() == nil)
    }
}
