import AgoraRtcKit
import Testing

#if swift(>=6)
    @testable import AgoraGuide
#else
    @testable import AgoraGuideSwift5
#endif

@Suite("Agora symbols")
struct ClientSymbolTests {
    @Test("the symbols of public clients exist, and their calls succeed")
    func symbols() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let client = ClientSymbols()
            #expect(client.use() == 0)
            channel.advance(seconds: 0.1)
            client.finish()
            #expect(AgoraRtcEngineKit.emulation.violations.isEmpty)
        }
    }
}
