import StudioCore
import Testing

@testable import psstudio

@Suite("Episodes of an overloaded encoder")
struct OverloadEpisodeTests {
    private func summary(_ frames: Int, _ blocks: Int, _ duration: MediaTime) -> OverloadEpisode.Summary {
        .init(frames: frames, audioBlocks: blocks, duration: duration)
    }

    @Test("drops less than two seconds apart are one episode, reported once")
    func oneEpisode() {
        var episode = OverloadEpisode()
        episode.drop(frames: 3, audioBlocks: 0, at: .milliseconds(1000))
        #expect(episode.summary(at: .milliseconds(1500)) == nil)
        episode.drop(frames: 4, audioBlocks: 5, at: .milliseconds(2900))
        #expect(episode.summary(at: .milliseconds(4899)) == nil)
        #expect(episode.summary(at: .milliseconds(4900)) == summary(7, 5, .milliseconds(1900)))
        #expect(episode.summary(at: .milliseconds(9000)) == nil)
    }

    @Test("a later drop begins an episode of its own")
    func twoEpisodes() {
        var episode = OverloadEpisode()
        episode.drop(frames: 1, audioBlocks: 0, at: .seconds(1))
        #expect(episode.summary(at: .seconds(3)) == summary(1, 0, .zero))
        episode.drop(frames: 2, audioBlocks: 0, at: .seconds(10))
        #expect(episode.summary(at: .seconds(12)) == summary(2, 0, .zero))
    }

    @Test("the end of the session ends an episode")
    func end() {
        var episode = OverloadEpisode()
        #expect(episode.end() == nil)
        episode.drop(frames: 5, audioBlocks: 0, at: .seconds(1))
        #expect(episode.end() == summary(5, 0, .zero))
        #expect(episode.end() == nil)
    }

    @Test("audio alone is an episode, too")
    func audio() {
        var episode = OverloadEpisode()
        episode.drop(frames: 0, audioBlocks: 2, at: .seconds(1))
        episode.drop(frames: 0, audioBlocks: 1, at: .seconds(2))
        #expect(episode.end() == summary(0, 3, .seconds(1)))
    }
}
