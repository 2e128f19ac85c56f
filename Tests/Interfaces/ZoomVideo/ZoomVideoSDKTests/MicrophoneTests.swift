import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomVideoSDK

/// A virtual microphone that records its callbacks.
private final class Microphone: NSObject, ZoomVideoSDKVirtualAudioMic {
    let calls = Recorder<String>()
    private(set) var sender: ZoomVideoSDKAudioSender?

    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender) {
        sender = rawdataSender
        calls.record("initialize")
    }
    func onMicStartSend() { calls.record("start") }
    func onMicStopSend() { calls.record("stop") }
    func onMicUninitialized() { calls.record("end") }

    /// Sends 10 ms of samples.
    func send<Sample>(_ samples: [Sample], rate: UInt = 48_000) -> ZoomVideoSDKError? {
        var samples = samples
        return samples.withUnsafeMutableBytes { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return nil }
            return sender?.send(base, dataLength: UInt(bytes.count), sampleRate: rate)
        }
    }
}

@Suite("Zoom Video SDK: virtual microphone")
struct MicrophoneTests {
    private let emulation = ZoomVideoSDK.emulation

    /// 10 ms of a tone at 48 kHz.
    private func tone(_ block: Int) -> [Int16] {
        (block * 480..<(block + 1) * 480).map { Int16(8000 * sin(2 * .pi * 600 * Double($0) / 48_000)) }
    }

    @Test("what is sent is heard in the mix; muting stops it: ZV-MIC-001 ZV-MIC-002")
    func sending() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let (client, microphone) = (SessionClient(), Microphone())
            let peaks = Recorder<Int>()
            client.onAudio = { _, data in peaks.record(data.peak) }
            let sdk = try SDK()
            sdk.context.virtualAudioMicDelegate = microphone
            sdk.join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            #expect(microphone.calls.all == ["initialize", "start"])
            session.advance(seconds: 0.5)
            // The local microphone is replaced.
            #expect(client.audio.count == 0)
            for block in 0..<50 {
                #expect(microphone.send(tone(block)) == .Errors_Success)
                session.advance(seconds: 0.01)
            }
            session.advance(seconds: 0.1)
            #expect((45...61).contains(client.audio.count))
            #expect(Set(client.audio.all) == ["mixed"])
            #expect((7800...8200).contains(peaks.all.max() ?? 0))
            #expect(sdk.audio.muteAudio(nil) == .Errors_Success)
            session.advance(seconds: 0.1)
            #expect(microphone.send(tone(0)) == .Errors_Wrong_Usage)
            #expect(sdk.audio.unmuteAudio(nil) == .Errors_Success)
            session.advance(seconds: 0.1)
            #expect(microphone.send(tone(0)) == .Errors_Success)
            sdk.sdk.leaveSession(false)
            session.advance(seconds: 0.1)
            #expect(microphone.send(tone(0)) == .Errors_Rawdata_Virtual_Mic_Is_Terminate)
            #expect(microphone.calls.all == ["initialize", "start", "stop", "start", "stop", "end"])
            #expect(reported == ["ZV-MIC-002", "ZV-MIC-001"])
        }
    }

    @Test("results of wrong arguments: ZV-MIC-003 ZV-MIC-004 ZV-MIC-005 ZV-MIC-006")
    func arguments() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let microphone = Microphone()
            let sdk = try SDK()
            sdk.context.virtualAudioMicDelegate = microphone
            sdk.join(session)
            #expect(microphone.send([UInt8](repeating: 0, count: 959)) == .Errors_Invalid_Parameter)
            #expect(microphone.send(tone(0), rate: 16_000) == .Errors_Invalid_Parameter)
            let long = [Int16](repeating: 0, count: 48_001)
            #expect(microphone.send(long) == .Errors_Rawdata_Send_Too_Much_Data_In_Single_Time)
            let second = [Int16](repeating: 0, count: 48_000)
            #expect(microphone.send(second) == .Errors_Success)
            #expect(microphone.send(second) == .Errors_Success)
            #expect(microphone.send(second) == .Errors_Rawdata_Send_Too_Frequently)
            #expect(reported == ["ZV-MIC-003", "ZV-MIC-004", "ZV-MIC-005", "ZV-MIC-006"])
        }
    }

    /// Sends eleven seconds.
    ///
    /// - Parameters:
    ///   - count: the samples of a block.
    ///   - interval: of the blocks.
    ///   - sample: of the signal, by its number.
    /// - Returns: the findings.
    private func findings<Sample>(
        of count: Int, every interval: Double = 0.01, _ sample: (Int) -> Sample
    ) throws -> [String] {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let microphone = Microphone()
            let sdk = try SDK()
            sdk.context.virtualAudioMicDelegate = microphone
            sdk.join(session)
            for block in 0..<1100 {
                #expect(microphone.send((block * count..<(block + 1) * count).map(sample)) == .Errors_Success)
                session.advance(seconds: interval)
            }
            #expect(emulation.violations.map(\.count) == emulation.violations.map { _ in 1 })
            return reported
        }
    }

    @Test("the contents of what is sent are diagnosed: samples, channels, rate and pace")
    func contents() throws {
        func voice(_ frequency: Double, _ index: Int, rate: Double = 48_000) -> Int16 {
            let time = Double(index) / rate
            return Int16(6000 * sin(2 * .pi * frequency * time) + 3000 * sin(2 * .pi * frequency * 1.5 * time))
        }
        #expect(try findings(of: 480) { voice(220, $0) } == [])
        #expect(try findings(of: 240) { Float(voice(220, $0)) / 32_768 } == ["CONTENT-AUDIO-002"])
        #expect(try findings(of: 480) { voice(220, $0 / 2) } == ["CONTENT-AUDIO-003"])
        #expect(try findings(of: 480) { voice($0 % 2 == 0 ? 220 : 523, $0 / 2) } == ["CONTENT-AUDIO-003"])
        #expect(try findings(of: 441) { voice(220, $0, rate: 44_100) } == ["CONTENT-AUDIO-005"])
        #expect(try findings(of: 480, every: 0.0105) { voice(220, $0) } == ["CONTENT-AUDIO-008"])
    }

    @Test("audio that comes ahead of time is refused, and its cause is named: rate, channels or size of the samples")
    func ahead() throws {
        func rules<Sample>(_ count: Int, rate: UInt, _ sample: (Int) -> Sample) throws -> [String] {
            try emulation.withSession(EmulatedSession(camera: nil)) { session in
                let microphone = Microphone()
                let sdk = try SDK()
                sdk.context.virtualAudioMicDelegate = microphone
                sdk.join(session)
                for block in 0..<1600 {
                    let code = microphone.send((block * count..<(block + 1) * count).map(sample), rate: rate)
                    #expect(code == .Errors_Success || code == .Errors_Rawdata_Send_Too_Frequently)
                    session.advance(seconds: 0.01)
                }
                return reported
            }
        }
        func voice(_ frequency: Double, _ index: Int, rate: Double = 48_000) -> Double {
            let time = Double(index) / rate
            return 6000 * sin(2 * .pi * frequency * time) + 3000 * sin(2 * .pi * frequency * 1.5 * time)
        }
        #expect(try rules(480, rate: 32_000) { Int16(voice(220, $0)) } == ["ZV-MIC-006", "CONTENT-AUDIO-005"])
        #expect(
            try rules(960, rate: 48_000) { Int16(voice($0 % 2 == 0 ? 220 : 523, $0 / 2)) } == [
                "ZV-MIC-006", "CONTENT-AUDIO-003",
            ])
        #expect(try rules(480, rate: 48_000) { Float(voice(220, $0)) / 32_768 } == ["ZV-MIC-006", "CONTENT-AUDIO-002"])
        #expect(try rules(480, rate: 48_000) { Int32(voice(220, $0) * 65_536) } == ["ZV-MIC-006", "CONTENT-AUDIO-008"])
        let hint = emulation.violations.last?.error.hint
        #expect(hint?.contains("stereo, samples of 4 bytes") != false)
    }

    @Test("a microphone that is muted at first starts when it is unmuted")
    func mutedAtFirst() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let microphone = Microphone()
            let sdk = try SDK()
            sdk.context.audioOption?.mute = true
            sdk.context.virtualAudioMicDelegate = microphone
            sdk.join(session)
            #expect(microphone.calls.all == ["initialize"])
            #expect(sdk.audio.unmuteAudio(nil) == .Errors_Success)
            session.advance(seconds: 0)
            #expect(microphone.calls.all == ["initialize", "start"])
        }
    }

    /// Sends from each start to the next stop; a client that gives up does not send again after an error.
    private final class Pump: NSObject, ZoomVideoSDKVirtualAudioMic {
        let givesUp: Bool
        private var sender: ZoomVideoSDKAudioSender?
        private var isSending = false
        private var hasFailed = false
        private(set) var accepted = 0
        private(set) var starts = 0

        init(givesUp: Bool) {
            self.givesUp = givesUp
        }

        func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender) { sender = rawdataSender }
        func onMicStartSend() {
            starts += 1
            isSending = true
        }
        func onMicStopSend() { isSending = false }

        /// Called every 10 ms.
        func tick() {
            guard isSending, !(givesUp && hasFailed) else { return }
            var samples = [Int16](repeating: 100, count: 480)
            let error = samples.withUnsafeMutableBytes { bytes in
                bytes.baseAddress.map { base in
                    sender?.send(
                        base.assumingMemoryBound(to: CChar.self), dataLength: UInt(bytes.count), sampleRate: 48_000)
                }
            }
            if error == .Errors_Success { accepted += 1 } else { hasFailed = true }
        }
    }

    @Test(
        "a first call that fails is followed by a second start; a client that gives up is named: ZV-MIC-007 ZV-MIC-008")
    func secondStart() throws {
        var conditions = EmulatedSession.Conditions()
        conditions.failsFirstSend = true
        for givesUp in [false, true] {
            try emulation.withSession(EmulatedSession(conditions: conditions, camera: nil)) { session in
                let pump = Pump(givesUp: givesUp)
                let sdk = try SDK()
                sdk.context.virtualAudioMicDelegate = pump
                sdk.join(session)
                for _ in 0..<150 {
                    pump.tick()
                    session.advance(seconds: 0.01)
                }
                #expect(pump.starts == 2)
                #expect(pump.accepted == (givesUp ? 0 : 149))
                #expect(reported == (givesUp ? ["ZV-MIC-008"] : []))
                guard let violation = emulation.violations.first else { return }
                #expect(!violation.isRefusal)
                #expect(
                    violation.error.message
                        == "the first call failed, onMicStartSend came again, and nothing was sent for a second")
            }
        }
    }

    @Test("a client that is muted or leaves after its first call has failed has not given up")
    func endedAfterTheFirstFailure() throws {
        var conditions = EmulatedSession.Conditions()
        conditions.failsFirstSend = true
        for leaves in [false, true] {
            try emulation.withSession(EmulatedSession(conditions: conditions, camera: nil)) { session in
                let pump = Pump(givesUp: true)
                let sdk = try SDK()
                sdk.context.virtualAudioMicDelegate = pump
                sdk.join(session)
                pump.tick()
                session.advance(seconds: 0.5)
                #expect(pump.starts == 2)
                if leaves { sdk.sdk.leaveSession(false) } else { #expect(sdk.audio.muteAudio(nil) == .Errors_Success) }
                session.advance(seconds: 2)
                #expect(reported == [])
            }
        }
    }
}
