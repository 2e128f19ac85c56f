import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomVideoRawData
import ZoomVideoSDK

/// A virtual speaker with its behaviour as a closure.
private final class Speaker: NSObject, ZoomVideoSDKVirtualAudioSpeaker {
    let calls = Recorder<String>()
    var onAudio: (String, ZoomVideoSDKAudioRawData) -> Void = { _, _ in }

    private func receive(_ name: String, _ data: ZoomVideoSDKAudioRawData?) {
        calls.record(name)
        if let data { onAudio(name, data) }
    }

    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) { receive("mixed", rawData) }
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        receive("one-way", rawData)
    }
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) { receive("share", rawData) }
}

@Suite("Zoom Video SDK: audio")
struct AudioTests {
    private let emulation = ZoomVideoSDK.emulation

    @Test(
        "no callback before subscribing and after unsubscribing; 32 kHz mono blocks of 10 ms: ZV-AUDIO-001 ZV-AUDIO-002"
    )
    func subscription() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            let client = SessionClient()
            let sdk = try SDK()
            #expect(sdk.audio.subscribe() == .Errors_Not_In_Session)
            sdk.join(session, delegate: client)
            session.advance(seconds: 1)
            #expect(client.audio.count == 0)
            #expect(sdk.audio.unSubscribe() == .Errors_Success)
            let shapes = Recorder<[Int]>()
            client.onAudio = { _, data in shapes.record([data.sampleRate, data.channelNum, data.bufferLen]) }
            #expect(sdk.audio.subscribe() == .Errors_Success)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(Set(shapes.all) == [[32_000, 1, 640]])
            #expect(client.audio.all.filter { $0 == "one-way Ada" }.count == client.audio.count / 2)
            #expect((190...200).contains(client.audio.count))
            #expect(sdk.audio.unSubscribe() == .Errors_Success)
            #expect(sdk.audio.unSubscribe() == .Errors_Success)
            let count = client.audio.count
            session.advance(seconds: 1)
            #expect(client.audio.count == count)
            #expect(reported == ["ZV-AUDIO-001"])
            sdk.sdk.leaveSession(false)
            #expect(sdk.audio.unSubscribe() == .Errors_Not_In_Session)
        }
    }

    @Test("after raw data ended silently, audio can be unsubscribed, and begins again with a new subscription")
    func revoked() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            let client = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            session.endRawData()
            let count = client.audio.count
            session.advance(seconds: 0.5)
            #expect(client.audio.count == count)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(client.audio.count > count)
            session.endRawData()
            #expect(sdk.audio.unSubscribe() == .Errors_Success)
            #expect(reported == [])
        }
    }

    /// A session with one remote user, whose audio the client has subscribed to.
    private func withAda<Result>(
        _ body: (EmulatedSession, Int, SessionClient, SDK) throws -> Result
    ) throws -> Result {
        try emulation.withSession(EmulatedSession(camera: nil, microphone: .silence)) { session in
            let ada = session.addUser("Ada", camera: nil)
            let client = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            return try body(session, ada, client, sdk)
        }
    }

    @Test("a silent user has no callbacks after 300 ms of zeros; time stamps tell the gap")
    func silence() throws {
        try withAda { session, ada, client, sdk in
            session.advance(seconds: 1)
            session.setSpeaking(false, of: ada)
            session.advance(seconds: 1)
            let quiet = client.audio.count
            session.advance(seconds: 2)
            #expect(client.audio.count == quiet)
            #expect(sdk.user(ada)?.audioStatus()?.talking == false)
            session.setSpeaking(true, of: ada)
            session.advance(seconds: 1)
            #expect(sdk.user(ada)?.audioStatus()?.talking == true)
            let oneWay = zip(client.audio.all, client.times.all).filter { $0.0 == "one-way Ada" }
            let times = oneWay.compactMap { $0.1?.timeIntervalSince(session.startDate) }
            let steps = zip(times, times.dropFirst()).map { $1 - $0 }
            let gaps = steps.filter { $0 > 0.0101 }
            #expect(gaps.count == 1)
            #expect((2.5...2.8).contains(gaps.first ?? 0))
            #expect(steps.allSatisfy { $0 > 0.0099 })
            #expect((4.95...5).contains(times.last ?? 0))
            #expect(client.events.all.filter { $0.hasPrefix("active") } == ["active Ada", "active Ada"])
        }
    }

    /// The times of the blocks of Ada, in order, and the samples of all of them.
    private func blocks(stalls: Bool) throws -> (times: [TimeInterval], counts: [Int], samples: [Int16]) {
        try withAda { session, ada, client, _ in
            let (times, samples) = (Recorder<TimeInterval>(), Recorder<[Int16]>())
            client.onAudio = { name, data in
                guard name == "one-way Ada" else { return }
                times.record(data.timeStamp?.timeIntervalSince(session.startDate) ?? .nan)
                samples.record(data.samples)
            }
            var counts: [Int] = []
            for (seconds, act) in [
                (1.0, session.stallAudio), (0.1, nil), (0.5, session.resumeAudio), (0.04, nil), (0.96, nil),
            ] as [(Double, ((Int) -> Void)?)] {
                session.advance(seconds: seconds)
                counts.append(times.count)
                if stalls { act?(ada) }
            }
            return (times.all, counts, samples.all.flatMap(\.self))
        }
    }

    @Test("audio that arrives late comes at once, with its own time stamps and without a gap")
    func bursts() throws {
        let (late, usual) = (try blocks(stalls: true), try blocks(stalls: false))
        #expect(late.counts[2] == late.counts[1])
        #expect(late.counts[3] - late.counts[2] > 55)
        #expect(usual.counts[2] - usual.counts[1] == 50)
        #expect(late.times == usual.times)
        #expect(zip(late.times, late.times.dropFirst()).allSatisfy { abs($1 - $0 - 0.01) < 0.0001 })
        // The rate is converted in two parts, which differ from one at their ends.
        let differences = zip(late.samples, usual.samples).filter { abs(Int($0) - Int($1)) > 2000 }
        #expect(differences.count < 3 * 320, "\(differences.count)")
    }

    @Test("of a long stall, the last second arrives")
    func longStall() throws {
        try withAda { session, ada, client, _ in
            session.advance(seconds: 1)
            session.stallAudio(of: ada)
            session.advance(seconds: 5)
            let count = client.audio.all.filter { $0 == "one-way Ada" }.count
            session.resumeAudio(of: ada)
            session.advance(seconds: 0.01)
            let arrived = client.audio.all.filter { $0 == "one-way Ada" }.count - count
            #expect((98...101).contains(arrived))
            #expect(reported == [])
        }
    }

    /// The peaks of mixed audio at the delegate and at the speaker.
    private func mixes(isMyVoiceInMix: Bool) throws -> (delegate: Int, speaker: Int, speakerCalls: Set<String>) {
        try emulation.withSession(EmulatedSession(camera: nil, microphone: .tone(440, level: 0.5))) { session in
            let ada = session.addUser("Ada", camera: nil, audio: .tone(600, level: 0.1))
            session.share(.color(width: 320, height: 180), audio: .tone(500, level: 0.1), of: ada)
            let (client, speaker) = (SessionClient(), Speaker())
            let (mixed, heard) = (Recorder<Int>(), Recorder<Int>())
            client.onAudio = { if $0 == "mixed" { mixed.record($1.peak) } }
            speaker.onAudio = { heard.record($1.peak) }
            let sdk = try SDK()
            sdk.context.audioOption?.isMyVoiceInMix = isMyVoiceInMix
            sdk.context.virtualAudioSpeakerDelegate = speaker
            sdk.join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(!client.audio.all.contains("one-way Me"))
            #expect(client.audio.all.contains("share"))
            return (mixed.all.max() ?? 0, heard.all.max() ?? 0, Set(speaker.calls.all))
        }
    }

    @Test("the virtual speaker never contains the own voice; the mix does unless it is left out")
    func ownVoice() throws {
        let full = 32_767.0
        let (with, without) = (try mixes(isMyVoiceInMix: true), try mixes(isMyVoiceInMix: false))
        #expect(Double(with.delegate) > 0.6 * full)
        #expect(Double(without.delegate) < 0.21 * full)
        #expect(Double(without.delegate) > 0.15 * full)
        #expect(Double(with.speaker) < 0.21 * full)
        #expect(with.speaker == without.speaker)
        #expect(with.speakerCalls == ["mixed", "one-way", "share"])
    }

    @Test("other rates and stereo on request; a mono voice has two equal channels")
    func formats() throws {
        var conditions = EmulatedSession.Conditions()
        (conditions.sampleRate, conditions.channels) = (48_000, 2)
        try emulation.withSession(EmulatedSession(conditions: conditions, camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            let client = SessionClient()
            let shapes = Recorder<[Int]>()
            client.onAudio = { name, data in
                shapes.record([data.sampleRate, data.channelNum, data.bufferLen])
                let samples = data.samples
                let isDoubled = stride(from: 0, to: samples.count, by: 2).allSatisfy { samples[$0] == samples[$0 + 1] }
                #expect(isDoubled)
            }
            let sdk = try SDK().join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(Set(shapes.all) == [[48_000, 2, 1920]])
        }
    }

    @Test("an edit reaches nobody: each receiver has its own memory")
    func edits() throws {
        try emulation.withSession(EmulatedSession(camera: nil, microphone: .silence)) { session in
            session.addUser("Ada", camera: nil)
            let (client, speaker, peaks) = (SessionClient(), Speaker(), Recorder<Int>())
            client.onAudio = { _, data in
                guard let buffer = data.buffer else { return }
                UnsafeMutableRawPointer(buffer).initializeMemory(as: UInt8.self, repeating: 0, count: data.bufferLen)
            }
            speaker.onAudio = { peaks.record($1.peak) }
            let sdk = try SDK()
            sdk.context.virtualAudioSpeakerDelegate = speaker
            sdk.join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(peaks.count > 80)
            #expect(peaks.all.max() ?? 0 > 6000)
        }
    }

    @Test("unsubscribing inside a callback: none follows")
    func insideCallback() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            let client = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            client.onAudio = { _, _ in
                if client.audio.count == 7 { ZoomVideoSDK.shareInstance()?.getAudioHelper().unSubscribe() }
            }
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.audio.count == 7)
        }
    }

    /// The callbacks of a client that subscribes to audio in a session with a speaking user.
    private func callbacks(connects: Bool, then act: (SDK) -> Void = { _ in }) throws -> [Int] {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            let (client, speaker) = (SessionClient(), Speaker())
            let sdk = try SDK()
            sdk.context.audioOption?.connect = connects
            sdk.context.virtualAudioSpeakerDelegate = speaker
            sdk.join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            let before = client.audio.count + speaker.calls.count
            act(sdk)
            session.advance(seconds: 2)
            return [before, client.audio.count + speaker.calls.count - before]
        }
    }

    @Test("without connected audio, subscribed audio does not arrive, which is reported: ZV-AUDIO-006")
    func unconnected() throws {
        let counts = try callbacks(connects: false) { _ in
            #expect(reported == [])
        }
        #expect(counts == [0, 0])
        let late = try callbacks(connects: false) { #expect($0.audio.startAudio() == .Errors_Success) }
        #expect(late[0] == 0)
        #expect(late[1] > 700)
    }

    @Test("after stopAudio() no audio arrives; a client that stays subscribed is warned: ZV-AUDIO-006")
    func disconnected() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            let client = SessionClient()
            let sdk = try SDK().join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            let before = client.audio.count
            #expect(before > 0)
            #expect(sdk.audio.stopAudio() == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(client.audio.count == before)
            #expect(reported == [])
            session.advance(seconds: 2)
            #expect(reported == ["ZV-AUDIO-006"])
            #expect(emulation.violations.first?.isRefusal == false)
            #expect(emulation.violations.first?.count == 1)
            #expect(sdk.audio.startAudio() == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(client.audio.count > before + 80)
        }
    }

    @Test("a client that unsubscribes with stopAudio() is not warned")
    func hangingUp() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            session.addUser("Ada", camera: nil)
            let sdk = try SDK().join(session, delegate: SessionClient())
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 0.5)
            #expect(sdk.audio.stopAudio() == .Errors_Success)
            #expect(sdk.audio.unSubscribe() == .Errors_Success)
            session.advance(seconds: 3)
            #expect(!reported.contains("ZV-AUDIO-006"))
        }
    }

    /// Writes the audio of each user, as an app does.
    private final class Writer: NSObject, ZoomVideoSDKDelegate {
        /// Whether it keeps audio of users who were not reported yet.
        let keepsEarlyAudio: Bool
        var names: [Int: String] = [:]
        var blocks: [Int: Int] = [:]

        init(keepsEarlyAudio: Bool) {
            self.keepsEarlyAudio = keepsEarlyAudio
        }

        func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
            for user in userArray ?? [] { names[user.getID()] = user.getName() }
        }
        func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
            guard let user, keepsEarlyAudio || names[user.getID()] != nil else { return }
            blocks[user.getID(), default: 0] += 1
        }
    }

    @Test("audio that precedes onUserJoin is lost by a client that asks for the user first: ZV-AUDIO-007")
    func earlyAudio() throws {
        func blocks(keepsEarlyAudio: Bool) throws -> (blocks: Int, early: Int) {
            try emulation.withSession(EmulatedSession(camera: nil)) { session in
                let writer = Writer(keepsEarlyAudio: keepsEarlyAudio)
                let sdk = try SDK().join(session, delegate: writer)
                #expect(sdk.audio.subscribe() == .Errors_Success)
                let ada = session.addUser("Ada", camera: nil, reportedAfter: 1)
                session.advance(seconds: 0.9)
                #expect(sdk.user(ada) == nil)
                #expect(writer.names[ada] == nil)
                let early = writer.blocks[ada] ?? 0
                session.advance(seconds: 1.1)
                #expect(writer.names[ada] == "Ada")
                #expect(reported == [])
                return (writer.blocks[ada] ?? 0, early)
            }
        }
        let (kept, lost) = (try blocks(keepsEarlyAudio: true), try blocks(keepsEarlyAudio: false))
        #expect(kept.early > 80)
        #expect(lost.early == 0)
        #expect((85...105).contains(kept.blocks - lost.blocks))
    }
}
