import MediaInputs
import StudioCore
import Testing

@Suite("Replacing a live audio pipe by silence")
struct SilentPipeRuleTests {
    private func ms(_ value: Int64) -> MediaTime { .milliseconds(value) }

    @Test("500 ms after the due time of its block, while video continues")
    func timeout() {
        var rule = SilentPipeRule(since: ms(1000), hasDelivered: true)
        rule.videoCame(at: ms(1490))
        #expect(!rule.isSilent(at: ms(1499)))
        #expect(rule.isSilent(at: ms(1500)))
    }

    @Test("not while the video pauses, too: both continue together")
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
