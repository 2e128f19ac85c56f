import Testing
import ZoomVideoSDK

#if swift(>=6)
    @testable import ZoomVideoGuide
#else
    @testable import ZoomVideoGuideSwift5
#endif

@Suite("Zoom Video SDK: guide")
struct GuideTests {
    /// Joins a session.
    private func join(
        _ session: EmulatedSession, _ delegate: (any ZoomVideoSDKDelegate)? = nil,
        speaker: (any ZoomVideoSDKVirtualAudioSpeaker)? = nil, mode: ZoomVideoSDKRawDataMemoryMode? = nil
    ) -> ZoomVideoSDK? {
        let sdk = ZoomVideoSDK.shareInstance()
        let params = ZoomVideoSDKInitParams()
        if let mode { params.videoRawdataMemoryMode = mode }
        #expect(sdk?.initialize(params) == .Errors_Success)
        sdk?.delegate = delegate
        let context = ZoomVideoSDKSessionContext()
        (context.sessionName, context.userName, context.token) = ("guide", "me", "token")
        context.virtualAudioSpeakerDelegate = speaker
        #expect(sdk?.joinSession(context) != nil)
        session.advance(seconds: 0.001)
        return sdk
    }

    @Test("own video with 720 lines: success, 1280x720, plane by plane; Auto is refused; on, then off")
    func video() {
        ZoomVideoSDK.emulation.withSession(EmulatedSession(camera: .color(y: 16, u: 90, v: 240))) { session in
            let sdk = join(session)
            let user = sdk?.getSession()?.getMySelf()
            let client = RawDataExample()
            #expect(!client.subscribeWithAuto(user))
            #expect(client.subscribe(user))
            session.advance(seconds: 2)
            #expect(client.lastSize == CGSize(width: 1280, height: 720))
            #expect(client.lastPlanes.suffix(3) == [90, 90, 240])
            #expect(client.lastPlanes.first == client.lastPlanes.dropFirst().first)
            let age = client.lastTime.map { $0.timeIntervalSince(session.startDate) } ?? 0
            #expect((1.9...2).contains(age))
            #expect(client.notes.all.first == "on")
            #expect(client.notes.count("upright") == client.notes.count("limited range"))
            client.unsubscribe(user)
            let count = client.notes.all.count
            session.advance(seconds: 1)
            #expect(client.notes.all.count == count)
        }
    }

    @Test("a frame that is rotated by 90 degrees reaches its case")
    func rotation() {
        ZoomVideoSDK.emulation.withSession { session in
            let ada = session.addUser("Ada")
            let sdk = join(session)
            let client = RawDataExample()
            #expect(client.subscribe(sdk?.getSession()?.getRemoteUsers()?.first))
            session.advance(seconds: 1)
            session.rotate(degrees: 90, of: ada)
            session.advance(seconds: 1)
            session.setCamera(isOn: false, of: ada)
            session.advance(seconds: 1)
            #expect(client.notes.count("upright") > 10)
            #expect(client.notes.count("rotated by 90") > 10)
            #expect(client.notes.count("on") == 1)
            #expect(client.notes.all.last == "off")
        }
    }

    @Test("the share of a user")
    func share() {
        ZoomVideoSDK.emulation.withSession { session in
            let ada = session.addUser("Ada")
            session.share(.color(y: 30, width: 1000, height: 600), of: ada)
            let sdk = join(session)
            let client = RawDataExample()
            #expect(client.subscribeToShare(sdk?.getSession()?.getRemoteUsers()?.first))
            session.advance(seconds: 1)
            #expect(client.lastSize == CGSize(width: 1000, height: 600))
        }
    }

    @Test("frames are held without a mode and in heap memory; in stack memory the guard returns")
    func retain() {
        for (mode, isHeld) in [(ZoomVideoSDKRawDataMemoryMode?.none, true), (.heap, true), (.stack, false)] {
            ZoomVideoSDK.emulation.withSession { session in
                session.addUser("Ada", camera: .color(isExact: true))
                let sdk = join(session, mode: mode)
                let client = RetainExample()
                client.backgroundQueue.suspend()
                let pipe = sdk?.getSession()?.getRemoteUsers()?.first?.getVideoPipe()
                #expect(pipe?.subscribe(with: client, resolution: ._180) == .Errors_Success)
                session.advance(seconds: 0.5)
                #expect(ZoomVideoSDK.emulation.heldFrames.first?.count == (isHeld ? 15 : nil))
                pipe?.unSubscribe(with: client)
                client.backgroundQueue.resume()
                client.backgroundQueue.sync {}
                #expect(client.notes.count(isHeld ? "intact" : "not held") == 15)
                #expect(client.notes.all.count == 15)
                #expect(ZoomVideoSDK.emulation.heldFrames.isEmpty)
                #expect(ZoomVideoSDK.emulation.violations.isEmpty)
            }
        }
    }

    @Test("mixed, one-way and shared audio after subscribing, none before; the speaker gets the same three")
    func audio() {
        ZoomVideoSDK.emulation.withSession { session in
            let ada = session.addUser("Ada")
            session.share(.color(width: 320, height: 180), audio: .tone(500), of: ada)
            let (client, speaker) = (AudioExample(), VirtualSpeakerExample())
            let sdk = join(session, client, speaker: speaker)
            session.advance(seconds: 1)
            #expect(client.notes.all.isEmpty)
            #expect(speaker.notes.all.isEmpty)
            #expect(sdk?.getAudioHelper().subscribe() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.notes.count("mixed 640") > 90)
            #expect(client.notes.count("one-way Ada 32000 1") > 90)
            #expect(client.notes.count("share 640") > 90)
            for name in ["mixed", "one-way", "share"] { #expect(speaker.notes.count(name) > 90) }
            #expect(speaker.notes.count("empty") == 0)
            #expect(ZoomVideoSDK.emulation.violations.isEmpty)
        }
    }
}
