import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing

@Suite("Agora engine")
struct EngineTests {
    private final class Listener: AgoraRtcEngineDelegate {
        let events = Recorder<String>()

        func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinChannel channel: String, withUid uid: UInt, elapsed: Int) {
            events.record("joined \(channel) \(uid)")
        }
        func rtcEngine(_ engine: AgoraRtcEngineKit, didLeaveChannelWith stats: AgoraChannelStats) {
            events.record("left")
        }
        func rtcEngine(_ engine: AgoraRtcEngineKit, didJoinedOfUid uid: UInt, elapsed: Int) {
            events.record("online \(uid)")
        }
        func rtcEngine(_ engine: AgoraRtcEngineKit, didOfflineOfUid uid: UInt, reason: AgoraUserOfflineReason) {
            events.record("offline \(uid)")
        }
        func rtcEngine(
            _ engine: AgoraRtcEngineKit, connectionChangedTo state: AgoraConnectionState,
            reason: AgoraConnectionChangedReason
        ) { events.record("connection \(state.rawValue)") }
    }

    private func joinCode(_ engine: AgoraRtcEngineKit, _ name: String = "room", uid: UInt = 0) -> Int32 {
        engine.joinChannel(byToken: nil, channelId: name, info: nil, uid: uid)
    }

    @Test(
        """
        every error code: AG-ENGINE-001 AG-JOIN-001 AG-JOIN-002 AG-JOIN-003 AG-JOIN-004 AG-JOIN-005 AG-JOIN-006
        AG-JOIN-007
        """)
    func codes() {
        AgoraRtcEngineKit.emulation.withChannel { _ in
            let engine = AgoraRtcEngineKit.sharedEngine(with: AgoraRtcEngineConfig(), delegate: nil)
            let options = AgoraRtcChannelMediaOptions()
            #expect(engine.leaveChannel() == -18)
            #expect(engine.updateChannel(with: options) == -8)
            #expect(joinCode(engine, "") == -5)
            #expect(joinCode(engine, String(repeating: "x", count: 64)) == -102)
            for name in ["日本", "Räum", "room/1"] { #expect(joinCode(engine, name) == -102) }
            #expect(joinCode(engine, uid: UInt(UInt32.max) + 1) == -2)
            #expect(joinCode(engine) == 0)
            #expect(joinCode(engine) == -17)
            #expect(engine.updateChannel(with: options) == 0)
            #expect(engine.leaveChannel(nil) == 0)
            #expect(engine.leaveChannel { _ in } == -18)
            #expect(engine.getNativeHandle() != nil)
            AgoraRtcEngineKit.destroy()
            #expect(engine.getNativeHandle() == nil)
            #expect(joinCode(engine) == -7)
            #expect(engine.leaveChannel() == -7)
            #expect(engine.enableAudio() == -7)
            #expect(engine.muteLocalAudioStream(true) == -7)
            #expect(!engine.setAudioFrameDelegate(nil))
            #expect(AgoraRtcEngineKit.sharedEngine(withAppId: "", delegate: nil) !== engine)
        }
    }

    @Test("setters reject what the list does not have: AG-FORMAT-001 AG-FORMAT-002 AG-FORMAT-003 AG-FORMAT-004")
    func setters() {
        AgoraRtcEngineKit.emulation.withChannel { _ in
            let engine = AgoraRtcEngineKit.broadcaster()
            func set(_ rate: Int, _ channels: Int, _ samples: Int) -> Int32 {
                engine.setRecordingAudioFrameParametersWithSampleRate(
                    rate, channel: channels, mode: .readWrite, samplesPerCall: samples)
            }
            #expect([set(44_100, 1, 4410), set(16_000, 1, 1024), set(32_000, 2, 640)] == [0, 0, 0])
            #expect([set(22_050, 1, 4410), set(44_100, 3, 4410), set(44_100, 1, 440)] == [-2, -2, -2])
            #expect([set(44_100, 2, 441), set(44_100, 1, 44_101)] == [-2, -2])
            #expect(engine.setMixedAudioFrameParametersWithSampleRate(24_000, samplesPerCall: 480) == -2)
            #expect(engine.setMixedAudioFrameParametersWithSampleRate(48_000, channel: 2, samplesPerCall: 960) == 0)
            #expect(engine.setPlaybackAudioFrameBeforeMixingParametersWithSampleRate(16_000, channel: 1) == 0)
        }
    }

    @Test("strict mode wants an app ID and whole samples: AG-ENGINE-002 AG-FORMAT-005")
    func strict() {
        AgoraRtcEngineKit.emulation.withChannel(isStrict: true) { _ in
            let engine = AgoraRtcEngineKit.sharedEngine(with: AgoraRtcEngineConfig(), delegate: nil)
            #expect(joinCode(engine) == -101)
            #expect(
                engine.setPlaybackAudioFrameParametersWithSampleRate(
                    44_100, channel: 2, mode: .readWrite, samplesPerCall: 4411) == -2)
        }
    }

    @Test("the join block is called once, after the join returned, with a chosen user ID; then events arrive")
    func events() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let ada = channel.addUser("Ada")
            let listener = Listener()
            let engine = AgoraRtcEngineKit.broadcaster(listener)
            let joined = Recorder<UInt>()
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 0) { _, uid, _ in joined.record(uid) }
            channel.advance(seconds: 1)
            #expect(joined.count == 1 && joined.all != [0])
            let bob = channel.addUser("Bob")
            channel.removeUser(bob)
            channel.meeting.loseConnection()
            channel.meeting.regainConnection()
            channel.advance(seconds: 1)
            engine.leaveChannel()
            channel.advance(seconds: 1)
            engine.joinChannel(byToken: nil, channelId: "room", uid: 9, mediaOptions: AgoraRtcChannelMediaOptions())
            channel.advance(seconds: 2)
            let stats = Recorder<[Int]>()
            engine.leaveChannel { stats.record([$0.duration, $0.userCount]) }
            channel.advance(seconds: 1)
            #expect(stats.all == [[2, 2]])
            #expect(
                listener.events.all == [
                    "connection 2", "connection 3", "online \(ada)", "online \(bob)", "offline \(bob)", "connection 4",
                    "connection 3", "connection 1", "left", "connection 2", "connection 3", "joined room 9",
                    "online \(ada)", "connection 1",
                ])
        }
    }

    @Test("a muted or unpublished microphone keeps its record callbacks, and nothing reaches the channel")
    func muting() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let client = FrameClient()
            let engine = channel.join { $0.setAudioFrameDelegate(client) }
            let options = AgoraRtcChannelMediaOptions()
            func peaks() -> [Bool] {
                let before = client.calls.all.filter { $0 == "record" }.count
                channel.advance(seconds: 1)
                return [channel.peak(.channel) > 0, client.calls.all.filter { $0 == "record" }.count == before + 50]
            }
            #expect(peaks() == [true, true])
            engine.muteLocalAudioStream(true)
            #expect(peaks() == [false, true])
            engine.muteLocalAudioStream(false)
            options.publishMicrophoneTrack = false
            engine.updateChannel(with: options)
            #expect(peaks() == [false, true])
            options.publishMicrophoneTrack = true
            engine.updateChannel(with: options)
            #expect(peaks() == [true, true])
        }
    }

    @Test("recorded calls succeed, and are listed with their arguments")
    func recorded() {
        AgoraRtcEngineKit.emulation.withChannel { _ in
            let engine = AgoraRtcEngineKit.broadcaster()
            #expect(engine.disableVideo() == 0)
            #expect(engine.setAudioProfile(.default) == 0)
            #expect(engine.setAudioProfile(.musicStandard, scenario: .chatRoom) == 0)
            #expect(engine.setAudioScenario(.gameStreaming) == 0)
            #expect(engine.setDefaultAudioRouteToSpeakerphone(true) == 0)
            #expect(engine.setEnableSpeakerphone(false) == 0)
            #expect(engine.setParameters("{}") == 0)
            let calls = AgoraRtcEngineKit.emulation.recordedCalls.map(\.description)
            #expect(calls.count == 7)
            #expect(reported == [])
            #expect(calls.contains("setParameters(_:): {}"))
        }
    }

    @Test("pushed audio reaches the channel in every spelling, and its results have the vendor's numbers: AG-JOIN-008")
    func pushing() {
        AgoraRtcEngineKit.emulation.withChannel(EmulatedChannel(microphone: .silence)) { channel in
            let engine = AgoraRtcEngineKit.broadcaster()
            let track = engine.createCustomAudioTrack(.mixable, config: AgoraAudioTrackConfig())
            #expect(track == 1)
            var samples = [Int16](repeating: 3000, count: 480)
            func custom(_ id: Int32) -> Int32 {
                engine.pushExternalAudioFrameRawData(
                    &samples, samples: 480, sampleRate: 48_000, channels: 1, trackId: Int(id), timestamp: 0)
            }
            func older(_ rate: Int = 48_000) -> Int32 {
                engine.pushExternalAudioFrameRawData(
                    &samples, samples: 480, sampleRate: rate, channels: 1, sourceId: 0, timestamp: 0)
            }
            func oldest() -> Bool { engine.pushExternalAudioFrameRawData(&samples, samples: 240, timestamp: 0) }
            #expect([custom(track), older()] == [-113, -113])
            #expect(!oldest())
            let options = AgoraRtcChannelMediaOptions()
            (options.publishCustomAudioTrack, options.publishCustomAudioTrackId) = (true, Int(track))
            engine.joinChannel(byToken: nil, channelId: "room", uid: 7, mediaOptions: options)
            #expect([custom(9), older(999)] == [-2, -2])
            engine.enableExternalAudioSource(withSampleRate: 24_000, channelsPerFrame: 1)
            let pushes: [() -> Bool] = [{ custom(track) == 0 }, { older() == 0 }, oldest]
            for push in pushes {
                channel.clearRecordings()
                for _ in 0..<20 {
                    #expect(push())
                    channel.advance(seconds: 0.01)
                }
                channel.advance(seconds: 0.1)
                #expect(abs(channel.peak(.channel) - 3000) < 500)
                #expect(channel.peak(.mix) == channel.peak(.channel))
                #expect(channel.peak(.speaker) == 0)
            }
            // More than 1.5 s ahead.
            let codes = (0..<152).map { _ in custom(track) }
            #expect(codes == [Int32](repeating: 0, count: 150) + [-5, -5])
            #expect(engine.destroyCustomAudioTrack(Int(track)) == 0)
            #expect(engine.destroyCustomAudioTrack(Int(track)) == -2)
            AgoraRtcEngineKit.destroy()
            #expect(engine.createCustomAudioTrack(.direct, config: AgoraAudioTrackConfig()) == -7)
        }
    }

    /// The calls and the audio of a session.
    private func log(seed: UInt64) -> [String] {
        AgoraRtcEngineKit.emulation.withChannel(EmulatedChannel(seed: seed)) { channel in
            for frequency in [500.0, 700] { channel.addUser(audio: .tone(frequency)) }
            let client = FrameClient()
            client.positions = [.record, .beforeMixing, .playback, .mixed]
            var log: [String] = []
            client.edit = { name, frame in
                let bytes = frame.buffer.map {
                    Array(UnsafeRawBufferPointer(start: $0, count: frame.samplesPerChannel * frame.channels * 2))
                }
                log.append("\(name) \(frame.renderTimeMs) \(bytes ?? [])")
            }
            let engine = AgoraRtcEngineKit.broadcaster()
            engine.setAudioFrameDelegate(client)
            engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: 0) { _, uid, elapsed in
                log.append("joined \(uid) \(elapsed)")
            }
            channel.advance(seconds: 1)
            return log
        }
    }

    @Test("equal seeds give equal calls and equal audio, byte for byte")
    func determinism() {
        let first = log(seed: 3)
        #expect(first.count == 1 + 50 * 3 + 100 * 2)
        #expect(first == log(seed: 3))
        #expect(first.first { $0.hasPrefix("joined") } != log(seed: 4).first { $0.hasPrefix("joined") })
    }
}
