import StudioCore
import Testing

@Suite("When a live audio pipe is replaced by silence")
struct SilentPipeRuleTests {
    private func ms(_ value: Int64) -> MediaTime { .milliseconds(value) }

    @Test("500 ms behind its due block, while the video goes on")
    func patience() {
        var rule = SilentPipeRule(since: ms(1000), hasDelivered: true)
        rule.videoCame(at: ms(1490))
        #expect(!rule.isSilent(at: ms(1499)))
        #expect(rule.isSilent(at: ms(1500)))
    }

    @Test("not while the video pauses, too: both go on together then")
    func pausedVideo() {
        var rule = SilentPipeRule(since: ms(1000), hasDelivered: true)
        #expect(!rule.isSilent(at: ms(9000)))
        rule.videoCame(at: ms(1200))
        #expect(!rule.isSilent(at: ms(9000)))
        rule.videoCame(at: ms(8750))
        #expect(rule.isSilent(at: ms(9000)))
        #expect(!rule.isSilent(at: ms(9001)))
    }

    @Test("a pipe may take 5 s to deliver its first bytes")
    func first() {
        var rule = SilentPipeRule(since: .zero, hasDelivered: false)
        rule.videoCame(at: ms(4999))
        #expect(!rule.isSilent(at: ms(4999)))
        #expect(rule.isSilent(at: ms(5000)))
    }
}
