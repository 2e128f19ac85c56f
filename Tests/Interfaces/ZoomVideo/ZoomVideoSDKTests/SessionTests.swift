import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@testable import ZoomVideoSDK

@Suite("Zoom Video SDK: session")
struct SessionTests {
    private let emulation = ZoomVideoSDK.emulation

    @Test("results of joining and leaving: ZV-JOIN-001 ZV-JOIN-002 ZV-JOIN-004 ZV-JOIN-005 ZV-JOIN-006")
    func codes() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let sdk = try #require(ZoomVideoSDK.shareInstance())
            let client = SessionClient()
            sdk.delegate = client
            let context = ZoomVideoSDKSessionContext()
            #expect(sdk.joinSession(context) == nil)
            #expect(sdk.initialize(ZoomVideoSDKInitParams()) == .Errors_Success)
            #expect(sdk.joinSession(context) == nil)
            #expect(sdk.leaveSession(false) == .Errors_Session_Not_Started)
            context.sessionName = "room"
            #expect(sdk.joinSession(context)?.getName() == "room")
            #expect(sdk.joinSession(context) == nil)
            #expect(sdk.initialize(ZoomVideoSDKInitParams()) == .Errors_Wrong_Usage)
            #expect(!sdk.isInSession())
            session.advance(seconds: 1)
            #expect(sdk.isInSession())
            #expect(sdk.leaveSession(true) == .Errors_Success)
            #expect(!sdk.isInSession())
            #expect(sdk.getSession() == nil)
            session.advance(seconds: 1)
            let expected = ["error 3", "error 1500", "error 2005", "join", "+ Local user", "leave"]
            #expect(client.events.all.filter { !$0.hasPrefix("video") } == expected)
            #expect(
                reported == ["ZV-JOIN-001", "ZV-JOIN-002", "ZV-JOIN-005", "ZV-JOIN-004", "ZV-JOIN-006"])
            #expect(emulation.recordedCalls.map(\.name).contains("leaveSession(_:)"))
        }
    }

    @Test("strict mode wants a token: ZV-JOIN-003")
    func strict() throws {
        try emulation.withSession(isStrict: true) { _ in
            let sdk = try SDK()
            sdk.context.token = nil
            #expect(sdk.sdk.joinSession(sdk.context) == nil)
            #expect(reported == ["ZV-JOIN-003"])
        }
    }

    @Test("the users who are present are reported once, the local one first; then each change")
    func users() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: nil)
            session.addUser("Bob", camera: nil)
            let client = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            let cleo = session.addUser("Cleo")
            session.advance(seconds: 0.1)
            session.setCamera(isOn: false, of: cleo)
            session.advance(seconds: 0.1)
            #expect(sdk.audio.muteAudio(sdk.user(ada)) == .Errors_Success)
            session.advance(seconds: 0.1)
            #expect(sdk.user(ada)?.audioStatus()?.isMuted == true)
            session.meeting.makeHost(.init(rawValue: UInt32(ada)))
            session.advance(seconds: 0.1)
            #expect(sdk.user(ada)?.isHost() == true)
            #expect(sdk.sdk.getSession()?.getMySelf()?.isHost() == false)
            session.meeting.loseConnection()
            session.meeting.regainConnection()
            session.removeUser(ada)
            session.advance(seconds: 0.1)
            #expect(sdk.sdk.getSession()?.getRemoteUsers()?.map { $0.getName() } == ["Bob", "Cleo"])
            session.meeting.end()
            session.advance(seconds: 0.1)
            #expect(
                client.events.all == [
                    "join", "+ Me Ada Bob", "+ Cleo", "video Cleo", "video Cleo", "audio Ada", "host Ada", "error 2008",
                    "- Ada", "host Me", "leave",
                ])
            #expect(!sdk.sdk.isInSession())
            #expect(reported == [])
        }
    }

    @Test("the local user has no ID before onUserJoin, and is equal to itself")
    func localUser() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let client = SessionClient()
            let ids = Recorder<Int>()
            client.onEvent = { event in
                guard let user = ZoomVideoSDK.shareInstance()?.getSession()?.getMySelf() else { return }
                if ["join", "+ Me"].contains(event) { ids.record(user.getID()) }
            }
            let sdk = try SDK().join(session, delegate: client)
            #expect(ids.all.first == 0)
            #expect(ids.all.last != 0)
            let user = try #require(sdk.sdk.getSession()?.getMySelf())
            #expect(user == sdk.sdk.getSession()?.getMySelf())
            #expect(user.getID() == ids.all.last)
            #expect(user.getName() == "Me")
            let ada = session.addUser("Ada", camera: nil)
            session.advance(seconds: 0)
            #expect(sdk.user(ada) != user)
            #expect(sdk.user(ada) == sdk.user(ada))
        }
    }

    @Test(
        "audio and camera of the local user: status, events, and results outside a session: ZV-AUDIO-001 ZV-VIDEO-002")
    func localMedia() throws {
        try emulation.withSession { session in
            let client = SessionClient()
            let sdk = try SDK()
            let video = try #require(sdk.sdk.getVideoHelper())
            #expect(sdk.audio.startAudio() == .Errors_Not_In_Session)
            #expect(sdk.audio.muteAudio(nil) == .Errors_Not_In_Session)
            #expect(video.startVideo() == .Errors_Not_In_Session)
            #expect(video.stopVideo() == .Errors_Not_In_Session)
            #expect(reported == ["ZV-AUDIO-001", "ZV-VIDEO-002"])
            sdk.context.audioOption?.connect = false
            sdk.context.audioOption?.mute = true
            sdk.context.videoOption?.localVideoOn = false
            sdk.join(session, delegate: client)
            let user = try #require(sdk.sdk.getSession()?.getMySelf())
            #expect(user.audioStatus()?.audioType == ZoomVideoSDKAudioType.none)
            #expect(user.audioStatus()?.isMuted == true)
            #expect(user.getVideoCanvas()?.videoStatus()?.on == false)
            #expect(sdk.audio.startAudio() == .Errors_Success)
            #expect(sdk.audio.unmuteAudio(user) == .Errors_Success)
            #expect(video.startVideo() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(user.audioStatus()?.audioType == .VOIP)
            #expect(user.audioStatus()?.isMuted == false)
            #expect(user.getVideoCanvas()?.videoStatus()?.on == true)
            #expect(video.stopVideo() == .Errors_Success)
            #expect(sdk.audio.stopAudio() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(user.getVideoCanvas()?.videoStatus()?.on == false)
            #expect(client.events.all == ["join", "+ Me", "audio Me", "audio Me", "video Me", "video Me", "audio Me"])
        }
    }

    @Test("without a camera, the video cannot be started: ZV-VIDEO-001")
    func noCamera() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let sdk = try SDK().join(session)
            #expect(reported == [])
            #expect(sdk.sdk.getVideoHelper().startVideo() == .Errors_Video_Module_Error)
            session.advance(seconds: 0.1)
            #expect(sdk.sdk.getSession()?.getMySelf()?.getVideoCanvas()?.videoStatus()?.on == false)
            #expect(sdk.sdk.getVideoHelper().stopVideo() == .Errors_Success)
            #expect(reported == ["ZV-VIDEO-001"])
        }
    }

    @Test("a user who left cannot be muted: ZV-AUDIO-005")
    func muteAbsent() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: nil)
            let sdk = try SDK().join(session)
            let user = try #require(sdk.user(ada))
            session.removeUser(ada)
            session.advance(seconds: 0)
            #expect(sdk.audio.muteAudio(user) == .Errors_Invalid_Parameter)
            #expect(sdk.audio.unmuteAudio(user) == .Errors_Invalid_Parameter)
            #expect(session.unmuteRequests == [])
            #expect(reported == ["ZV-AUDIO-005"])
        }
    }

    @Test("a host mutes others, and asks them to unmute, which they do themselves: ZV-AUDIO-008")
    func othersAsHost() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: nil)
            let client = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            #expect(sdk.audio.muteAudio(sdk.user(ada)) == .Errors_Success)
            session.advance(seconds: 0.1)
            #expect(sdk.user(ada)?.audioStatus()?.isMuted == true)
            #expect(sdk.audio.unmuteAudio(sdk.user(ada)) == .Errors_Success)
            session.advance(seconds: 0.1)
            #expect(sdk.user(ada)?.audioStatus()?.isMuted == true)
            #expect(session.unmuteRequests == [ada])
            session.setMuted(false, of: ada)
            session.advance(seconds: 0.1)
            #expect(sdk.user(ada)?.audioStatus()?.isMuted == false)
            #expect(client.events.all == ["join", "+ Me Ada", "audio Ada", "audio Ada"])
            #expect(reported == [])
        }
    }

    @Test("without the role of a host or a manager, others are not muted, nor asked: ZV-AUDIO-008")
    func othersByRole() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let (ada, bob) = (session.addUser("Ada", camera: nil), session.addUser("Bob", camera: nil))
            let sdk = try SDK().join(session)
            session.meeting.makeHost(.init(rawValue: UInt32(ada)))
            session.advance(seconds: 0.1)
            #expect(sdk.audio.muteAudio(sdk.user(bob)) == .Errors_Wrong_Usage)
            #expect(sdk.audio.unmuteAudio(sdk.user(bob)) == .Errors_Wrong_Usage)
            session.advance(seconds: 0.1)
            #expect(sdk.user(bob)?.audioStatus()?.isMuted == false)
            #expect(session.unmuteRequests == [])
            #expect(sdk.audio.muteAudio(nil) == .Errors_Success)
            #expect(sdk.audio.unmuteAudio(nil) == .Errors_Success)
            #expect(reported == ["ZV-AUDIO-008"])
            #expect(emulation.violations.first?.count == 2)
            session.meeting.setRole(.coHost)
            session.advance(seconds: 0.1)
            #expect(sdk.sdk.getSession()?.getMySelf()?.isManager() == true)
            #expect(sdk.user(bob)?.isManager() == false)
            #expect(sdk.audio.muteAudio(sdk.user(bob)) == .Errors_Success)
            #expect(sdk.audio.unmuteAudio(sdk.user(bob)) == .Errors_Success)
            session.advance(seconds: 0.1)
            #expect(sdk.user(bob)?.audioStatus()?.isMuted == true)
            #expect(session.unmuteRequests == [bob])
            #expect(emulation.violations.first?.count == 2)
        }
    }

    @Test("a local user who is asked to unmute stays muted until the client unmutes: ZV-AUDIO-008")
    func asked() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let client = SessionClient()
            session.askToUnmute()
            let sdk = try SDK()
            sdk.context.audioOption?.mute = true
            sdk.join(session, delegate: client)
            let user = try #require(sdk.sdk.getSession()?.getMySelf())
            session.askToUnmute()
            session.advance(seconds: 0.1)
            #expect(client.events.all == ["join", "+ Me", "ask"])
            #expect(user.audioStatus()?.isMuted == true)
            client.onEvent = { event in
                if event == "ask" { #expect(sdk.audio.unmuteAudio(user) == .Errors_Success) }
            }
            session.askToUnmute()
            session.advance(seconds: 0.1)
            #expect(client.events.all == ["join", "+ Me", "ask", "ask", "audio Me"])
            #expect(user.audioStatus()?.isMuted == false)
            #expect(reported == [])
        }
    }

    @Test("a delegate of the SDK that has gone is one violation: ZV-CALL-001")
    func goneDelegate() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            var client: SessionClient? = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(client?.audio.count ?? 0 > 0)
            client = nil
            session.advance(seconds: 0.5)
            session.addUser("Bob")
            session.advance(seconds: 0.5)
            #expect(reported == ["ZV-CALL-001"])
            #expect(emulation.violations.first?.count == 1)
        }
    }

    private final class Speaker: NSObject, ZoomVideoSDKVirtualAudioSpeaker {}
    private final class Microphone: NSObject, ZoomVideoSDKVirtualAudioMic {}

    @Test("a virtual speaker or microphone that has gone before the join is reported: ZV-CALL-001")
    func goneBeforeJoining() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let sdk = try SDK()
            // The context does not retain them: both are gone at once.
            sdk.context.virtualAudioSpeakerDelegate = Speaker()
            sdk.context.virtualAudioMicDelegate = Microphone()
            sdk.join(session)
            #expect(reported == ["ZV-CALL-001"])
            #expect(
                emulation.violations.first?.error.message == "the object of virtualAudioSpeakerDelegate is gone")
            #expect(emulation.violations.first?.count == 2)
        }
        let (speaker, microphone) = (Speaker(), Microphone())
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let sdk = try SDK()
            sdk.context.virtualAudioSpeakerDelegate = speaker
            sdk.context.virtualAudioMicDelegate = microphone
            sdk.join(session)
            #expect(reported == [])
        }
        withExtendedLifetime((speaker, microphone)) {}
    }

    /// A client of current headers, which forgets its users when the session was left.
    private final class Room: NSObject, ZoomVideoSDKDelegate {
        var names: [Int: String] = [:]
        var reasons: [ZoomVideoSDKSessionLeaveReason] = []

        func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
            for user in userArray ?? [] { names[user.getID()] = user.getName() }
        }
        func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
            for user in userArray ?? [] { names[user.getID()] = nil }
        }
        func onSessionLeave(_ reason: ZoomVideoSDKSessionLeaveReason) {
            names = [:]
            reasons.append(reason)
        }
    }

    @Test(
        "each leave and each end is one onSessionLeave(_:) with its reason",
        arguments: [
            (nil, .bySelf), (EndReason.endedByHost, .endByHost), (.kickedByHost, .kickByHost), (.noAttendee, .unknown),
        ] as [(EndReason?, ZoomVideoSDKSessionLeaveReason)])
    func leaveReason(_ end: EndReason?, _ reason: ZoomVideoSDKSessionLeaveReason) throws {
        let room = Room()
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: nil)
            let sdk = try SDK().join(session, delegate: room)
            #expect(room.names[ada] == "Ada")
            #expect(room.names.count == 2)
            if let end { session.meeting.end(end) } else { sdk.sdk.leaveSession(false) }
            session.advance(seconds: 0.1)
            #expect(room.names.isEmpty)
            #expect(room.reasons == [reason])
            #expect(reported == [])
        }
    }

    @Test("an external video source is reported: ZV-SEND-001")
    func unusedDelegates() throws {
        final class Source: ZoomVideoSDKVideoSource {}
        let source = Source()
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let sdk = try SDK()
            sdk.context.externalVideoSourceDelegate = source
            #expect(sdk.context.externalVideoSourceDelegate === source)
            sdk.join(session)
            #expect(reported == ["ZV-SEND-001"])
        }
    }

    @Test("leaving inside onSessionJoin: no user is reported")
    func leaveAtOnce() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let client = SessionClient()
            client.onEvent = { if $0 == "join" { ZoomVideoSDK.shareInstance()?.leaveSession(false) } }
            let sdk = try SDK()
            sdk.sdk.delegate = client
            #expect(sdk.sdk.joinSession(sdk.context) != nil)
            session.advance(seconds: 1)
            #expect(client.events.all == ["join", "leave"])
        }
    }

    @Test("a session that is joined again has its own callbacks only; those of the left one do not follow")
    func rejoined() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let client = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            // The callbacks wait until the session was joined again.
            session.world.queue.suspend()
            #expect(sdk.sdk.leaveSession(false) == .Errors_Success)
            #expect(sdk.sdk.joinSession(sdk.context) != nil)
            session.world.queue.resume()
            session.advance(seconds: 0.1)
            #expect(sdk.sdk.isInSession())
            session.addUser("Ada", camera: nil)
            session.advance(seconds: 0.1)
            #expect(client.events.all == ["join", "+ Me", "leave", "join", "+ Me", "+ Ada"])
        }
    }

    @Test("the end of a session is not reported to the delegate of the next test")
    func lateLeave() throws {
        let (first, second) = (SessionClient(), SessionClient())
        let left = EmulatedSession(camera: nil)
        try emulation.withSession(left) { session in
            let sdk = try SDK().join(session, delegate: first)
            // The callback waits until the test is over.
            session.world.queue.suspend()
            #expect(sdk.sdk.leaveSession(false) == .Errors_Success)
        }
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            try SDK().join(session, delegate: second)
            left.world.queue.resume()
            #expect(left.meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds))
            #expect(second.events.all.filter { $0 == "leave" } == [])
            #expect(first.events.all.filter { $0 == "leave" } == [])
        }
    }
}
