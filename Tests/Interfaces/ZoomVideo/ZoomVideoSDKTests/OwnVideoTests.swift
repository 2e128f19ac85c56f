import StudioCore
import StudioTestSupport
import Testing
import ZoomVideoSDK

@Suite("Zoom Video SDK: the pipe of the own video")
struct OwnVideoTests {
    private let emulation = ZoomVideoSDK.emulation

    @Test("the own video can be subscribed, and is switched on and off")
    func ownVideo() throws {
        try emulation.withSession { session in
            let sdk = try SDK().join(session)
            let client = PipeClient()
            let pipe = try #require(sdk.sdk.getSession()?.getMySelf()?.getVideoPipe())
            #expect(pipe.subscribe(with: client, resolution: ZoomVideoSDKVideoResolution_720) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.sizes.all.last == [1280, 720])
            #expect(sdk.sdk.getVideoHelper().stopVideo() == .Errors_Success)
            session.advance(seconds: 1)
            let count = client.frames
            session.advance(seconds: 1)
            #expect(client.frames == count)
            #expect(sdk.sdk.getVideoHelper().startVideo() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.summary == ["on", "frame", "off", "on", "frame"])
            #expect(client.frames > count)
        }
    }

    @Test("the own video is subscribed as soon as joinSession has returned: ZV-PIPE-001")
    func ownVideoEarly() throws {
        try emulation.withSession { session in
            let sdk = try SDK()
            let (client, view, late) = (PipeClient(), PipeClient(), PipeClient())
            let joined = try #require(sdk.sdk.joinSession(sdk.context))
            let user = try #require(joined.getMySelf())
            #expect(user.getVideoPipe()?.subscribe(with: client, resolution: ._720) == .Errors_Success)
            #expect(
                user.getVideoCanvas()?.subscribe(with: view, aspectMode: .original, andResolution: ._Auto)
                    == .Errors_Success)
            #expect(user.getSharePipe()?.subscribe(with: client, resolution: ._720) == .Errors_Not_In_Session)
            #expect(sdk.audio.subscribe() == .Errors_Not_In_Session)
            session.advance(seconds: 1)
            #expect(client.sizes.all.last == [1280, 720])
            #expect(client.summary == ["on", "frame"])
            #expect(emulation.subscribedViews == 1)
            sdk.sdk.leaveSession(false)
            session.advance(seconds: 0.1)
            #expect(emulation.subscribedViews == 0)
            // A session that is left before onSessionJoin.
            let again = try #require(sdk.sdk.joinSession(sdk.context)?.getMySelf()?.getVideoPipe())
            #expect(again.subscribe(with: late, resolution: ._720) == .Errors_Success)
            sdk.sdk.leaveSession(false)
            session.advance(seconds: 1)
            #expect(late.frames == 0)
            #expect(again.subscribe(with: late, resolution: ._720) == .Errors_Not_In_Session)
            #expect(reported == ["ZV-PIPE-001", "ZV-AUDIO-001"])
        }
    }
}
