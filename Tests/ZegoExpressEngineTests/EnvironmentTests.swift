import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@testable import ZegoExpressEngine

@Suite("ZEGO environment")
struct EnvironmentTests {
    @Test("without a test's room, frames of the local camera come at once, on the machine's clock")
    func machineClock() {
        ZegoCore.turns.take()
        defer { ZegoCore.turns.release() }
        let client = RenderClient()
        let engine = ZegoExpressEngine.start(client)
        #expect(ZegoExpressEngine.emulation.meeting?.status == .inMeeting)
        engine.startPreview()
        engine.startPublishingStream("mine")
        engine.startPlayingStream("mine")
        #expect(client.frames.wait(count: 6))
        engine.logoutRoom()
        #expect(ZegoExpressEngine.emulation.meeting == nil)
        #expect(Set(client.frames.all.map(\.source)) == ["main", "mine"])
        ZegoCore.shared.prepare(nil, .init())
    }
}
