import FacadeSupport
import StudioTestSupport
import Testing
import ZegoExpressEngine

@Suite("ZEGO: a logout or an end, and a new room")
struct LateLeaveTests {
    @Test("a room that is entered again has its own events only; those of the left one do not follow")
    func reentered() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let client = RenderClient()
            // The callbacks wait until the room was entered again.
            room.world.queue.suspend()
            let engine = ZegoExpressEngine.start(client)
            engine.logoutRoom()
            engine.loginRoom("room", user: ZegoUser(userID: "me"))
            room.world.queue.resume()
            room.advance(seconds: 0.1)
            try room.addStream("ada")
            room.advance(seconds: 0.1)
            #expect(client.events.all.filter { $0 == "room connected 0" }.count == 1)
            #expect(client.events.all.filter { $0 == "add ada of user" }.count == 1)
            #expect(ZegoExpressEngine.emulation.meeting === room.meeting)
        }
    }

    @Test("a destroyed engine does not leave the room of the next one, and is notified of nothing")
    func destroyed() throws {
        try ZegoExpressEngine.emulation.withRoom { room in
            let (old, new, log) = (RenderClient(), RenderClient(), Recorder<String>())
            let destroyed = ZegoExpressEngine.start(old)
            room.advance(seconds: 0.1)
            let before = old.events.count
            ZegoExpressEngine.destroy { log.record("destroyed") }
            let engine = ZegoExpressEngine.start(new)
            destroyed.logoutRoom()
            room.advance(seconds: 0.1)
            #expect(log.all == ["destroyed"])
            #expect(old.errors.all == [1_000_001])
            #expect(ZegoExpressEngine.emulation.meeting === room.meeting)
            try room.addStream("ada")
            engine.startPlayingStream("ada")
            room.advance(seconds: 0.2)
            #expect(old.events.count == before)
            #expect(new.events.all.filter { $0 == "add ada of user" }.count == 1)
            #expect(new.frames(of: "ada").count > 3)
        }
    }
}
