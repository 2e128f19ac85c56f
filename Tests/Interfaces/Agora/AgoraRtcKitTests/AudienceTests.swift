import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// What the calls about roles, subscriptions and sources do to whom others hear and who is heard.
@Suite("Agora: who is heard")
struct AudienceTests {
    /// An app that plays a file into a live broadcast.
    private final class RadioApp: AgoraRtcEngineDelegate {
        let engine = AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: nil)
        private var samples = (0..<480).map { Int16($0 % 48 < 24 ? 3000 : -3000) }

        func start(_ role: AgoraClientRole?) {
            engine.setChannelProfile(.liveBroadcasting)
            if let role { engine.setClientRole(role) }
            engine.enableExternalAudioSource(withSampleRate: 48_000, channelsPerFrame: 1)
            engine.joinChannel(byToken: nil, channelId: "radio", info: nil, uid: 7)
        }

        func play(in channel: EmulatedChannel) {
            for _ in 0..<100 {
                #expect(engine.pushExternalAudioFrameRawData(&samples, samples: 480, timestamp: 0))
                channel.advance(seconds: 0.01)
            }
        }
    }

    @Test("an app that forgets its role is in the audience, and heard by nobody: AG-ROLE-001", arguments: [nil, 2])
    func forgottenRole(_ role: Int?) throws {
        try AgoraRtcEngineKit.emulation.withChannel { channel in
            let app = RadioApp()
            app.start(role.flatMap { AgoraClientRole(rawValue: $0) })
            app.play(in: channel)
            #expect(channel.peak(.channel) == 0)
            let error = try #require(AgoraRtcEngineKit.emulation.violations.first?.error)
            #expect(error.rule.id == "AG-ROLE-001")
            #expect(error.message == "audio was pushed by an audience member of a live broadcast, whom nobody hears")
            app.engine.setClientRole(.broadcaster)
            app.play(in: channel)
            #expect((2500...3500).contains(channel.peak(.channel)))
            #expect(reported == ["AG-ROLE-001"])
        }
    }

    @Test("a broadcaster is heard, without its microphone")
    func broadcaster() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let app = RadioApp()
            app.start(.broadcaster)
            app.play(in: channel)
            // The microphone alone has 6553.
            #expect((2500...3500).contains(channel.peak(.channel)))
            app.engine.disableExternalAudioSource()
            channel.advance(seconds: 1)
            #expect((6400...6600).contains(channel.peak(.channel)))
            #expect(reported == [])
        }
    }

    @Test("without a profile, a channel is a live broadcast, and without a role, nobody hears the user: AG-ROLE-001")
    func defaults() {
        #expect(AgoraRtcEngineConfig().channelProfile == .liveBroadcasting)
        for isConfigured in [true, false] {
            AgoraRtcEngineKit.emulation.withChannel { channel in
                let engine =
                    isConfigured
                    ? AgoraRtcEngineKit.sharedEngine(with: AgoraRtcEngineConfig(), delegate: nil)
                    : AgoraRtcEngineKit.sharedEngine(withAppId: "app", delegate: nil)
                engine.joinChannel(byToken: nil, channelId: "room", uid: 7, mediaOptions: AgoraRtcChannelMediaOptions())
                channel.advance(seconds: 1)
                #expect(channel.peak(.channel) == 0)
                engine.leaveChannel()
                engine.setChannelProfile(.communication)
                engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7)
                channel.advance(seconds: 1)
                #expect(channel.peak(.channel) > 6000)
                #expect(reported == [])
            }
        }
    }

    @Test("media options choose role and subscription; what they do not set stays")
    func options() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let ada = channel.addUser()
            let engine = AgoraRtcEngineKit.broadcaster()
            let options = AgoraRtcChannelMediaOptions()
            (options.channelProfile, options.clientRoleType) = (.liveBroadcasting, .audience)
            options.autoSubscribeAudio = false
            engine.joinChannel(byToken: nil, channelId: "room", uid: 7, mediaOptions: options)
            channel.advance(seconds: 1)
            #expect(channel.peak(.channel) == 0)
            #expect(channel.peak(.speaker) == 0)
            engine.muteRemoteAudioStream(ada, mute: false)
            channel.advance(seconds: 1)
            #expect(channel.peak(.speaker) > 6000)
            options.clientRoleType = .broadcaster
            engine.updateChannel(with: options)
            channel.advance(seconds: 1)
            #expect(channel.peak(.channel) > 6000)
            engine.leaveChannel()
            engine.setClientRole(.audience)
            let unset = AgoraRtcChannelMediaOptions()
            engine.joinChannel(byToken: nil, channelId: "room", uid: 7, mediaOptions: unset)
            channel.advance(seconds: 1)
            #expect(channel.peak(.channel) == 0)
            #expect(channel.peak(.speaker) > 6000)
            #expect(reported == [])
        }
    }

    @Test("disableAudio is silence in both directions, until enableAudio; enableLocalAudio switches the microphone")
    func disabled() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            channel.addUser()
            let engine = channel.join()
            func heard() -> [Bool] {
                channel.advance(seconds: 1)
                return [channel.peak(.channel) > 0, channel.peak(.speaker) > 0]
            }
            #expect(heard() == [true, true])
            engine.disableAudio()
            #expect(heard() == [false, false])
            engine.enableAudio()
            #expect(heard() == [true, true])
            engine.enableLocalAudio(false)
            #expect(heard() == [false, true])
            engine.enableLocalAudio(true)
            engine.muteAllRemoteAudioStreams(true)
            #expect(heard() == [true, false])
            channel.addUser()
            #expect(heard() == [true, false])
            engine.muteAllRemoteAudioStreams(false)
            #expect(heard() == [true, true])
            #expect(reported == [])
        }
    }

    /// An app that shows who is speaking.
    private final class SpeakerList: AgoraRtcEngineDelegate {
        let volumes = Recorder<String>()
        let states = Recorder<String>()

        func rtcEngine(
            _ engine: AgoraRtcEngineKit, reportAudioVolumeIndicationOfSpeakers speakers: [AgoraRtcAudioVolumeInfo],
            totalVolume: Int
        ) {
            let list = speakers.map { "\($0.uid): \($0.volume), \($0.vad)" }.joined(separator: "; ")
            volumes.record("[\(list)] of \(totalVolume)")
        }
        func rtcEngine(
            _ engine: AgoraRtcEngineKit, remoteAudioStateChangedOfUid uid: UInt, state: AgoraAudioRemoteState,
            reason: AgoraAudioRemoteReason, elapsed: Int
        ) { states.record("\(uid) \(state) \(reason)") }
    }

    @Test("volumes are reported for the local user and for remote users, from their real levels")
    func volumes() {
        AgoraRtcEngineKit.emulation.withChannel(EmulatedChannel(microphone: .tone(440, level: 0.6))) { channel in
            let list = SpeakerList()
            let ada = channel.addUser("Ada", audio: .tone(600, level: 0.12))
            channel.addUser("Bob", audio: .silence)
            let engine = AgoraRtcEngineKit.broadcaster(list)
            engine.enableAudioVolumeIndication(200, smooth: 3, reportVad: true)
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7)
            channel.advance(seconds: 1)
            #expect((8...10).contains(list.volumes.count))
            #expect(Array(list.volumes.all.suffix(2)) == ["[0: 153, 1] of 153", "[\(ada): 31, 0] of 31"])
            engine.muteRemoteAudioStream(ada, mute: true)
            channel.advance(seconds: 1)
            #expect(list.volumes.all.last == "[] of 0")
            engine.enableAudioVolumeIndication(0, smooth: 3, report_vad: false)
            channel.advance(seconds: 0.1)
            let count = list.volumes.count
            channel.advance(seconds: 1)
            #expect(list.volumes.count == count)
            #expect(reported == [])
        }
    }

    @Test("the states of remote audio follow joining, muting and leaving")
    func states() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let list = SpeakerList()
            let ada = channel.addUser()
            let engine = AgoraRtcEngineKit.broadcaster(list)
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7)
            channel.advance(seconds: 0.1)
            engine.muteRemoteAudioStream(ada, mute: true)
            engine.muteAllRemoteAudioStreams(false)
            channel.advance(seconds: 0.1)
            channel.removeUser(ada)
            channel.advance(seconds: 0.1)
            #expect(
                list.states.all == [
                    "\(ada) starting internal", "\(ada) decoding internal", "\(ada) stopped localMuted",
                    "\(ada) decoding localUnmuted", "\(ada) stopped remoteOffline",
                ])
        }
    }

    @Test("calls whose effect is not emulated succeed, and the first one is reported: AG-CALL-005 AG-JOIN-008")
    func notEmulated() {
        final class VideoClient: AgoraVideoFrameDelegate {}
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let (engine, client) = (AgoraRtcEngineKit.broadcaster(), VideoClient())
            #expect(engine.setVideoFrameDelegate(client))
            #expect(engine.setVideoFrameDelegate(nil))
            #expect(engine.sendAudioMetadata(Data([1, 2])) == -113)
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 7)
            #expect(engine.sendAudioMetadata(Data([1, 2])) == 0)
            #expect(engine.sendAudioMetadata(Data([1, 2])) == 0)
            #expect(reported == ["AG-CALL-005", "AG-JOIN-008"])
            // One for each name.
            #expect(AgoraRtcEngineKit.emulation.violations.first?.count == 2)
        }
    }
}
