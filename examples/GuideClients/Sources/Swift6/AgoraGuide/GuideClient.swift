import AgoraRtcKit

/// A client with the guide's four callbacks, exactly as the guide spells them.
class GuideClient: NSObject, AgoraMediaDataPluginAudioDelegate {
    var agoraKit: AgoraRtcEngineKit?
    var agoraMediaDataPlugin: AgoraMediaDataPlugin?
    var joined: [(channel: String, uid: UInt, elapsed: Int)] = []
    var calls: [String] = []
    var sizes: Set<Int32> = []
    var gain: Int16 = 1

    func initializeAgoraEngine() {
        let config = AgoraRtcEngineConfig()
        // The default of 3.x.
        config.channelProfile = .communication
        agoraKit = AgoraRtcEngineKit.sharedEngine(with: config, delegate: nil)
    }

    func registerObserver() {
        guard let agoraKit = agoraKit else { return }
        agoraMediaDataPlugin = AgoraMediaDataPlugin(agoraKit: agoraKit)
        let audioType = ObserverAudioType(
            rawValue: ObserverAudioType.recordAudio.rawValue
                | ObserverAudioType.playbackAudioFrameBeforeMixing.rawValue
                | ObserverAudioType.mixedAudio.rawValue | ObserverAudioType.playbackAudio.rawValue)
        agoraMediaDataPlugin?.registerAudioRawDataObserver(audioType)
        agoraMediaDataPlugin?.audioDelegate = self
        agoraKit.setRecordingAudioFrameParametersWithSampleRate(
            44100, channel: 1, mode: .readWrite, samplesPerCall: 4410)
        agoraKit.setMixedAudioFrameParametersWithSampleRate(44100, samplesPerCall: 4410)
        agoraKit.setPlaybackAudioFrameParametersWithSampleRate(
            44100, channel: 1, mode: .readWrite, samplesPerCall: 4410)
    }

    func joinChannel() {
        agoraKit?.joinChannel(byToken: nil, channelId: "demoChannel1", info: nil, uid: 0) { channel, uid, elapsed in
            self.joined.append((channel, uid, elapsed))
        }
    }

    private func process(_ name: String, _ data: AgoraAudioRawData) -> AgoraAudioRawData {
        calls.append(name)
        sizes.insert(data.bufferSize)
        if name == "record", gain != 1 {
            data.buffer.withMemoryRebound(to: Int16.self, capacity: Int(data.samples)) { samples in
                for index in 0..<Int(data.samples) { samples[index] = samples[index] &* gain }
            }
        }
        return data
    }

    func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, didRecord audioRawData: AgoraAudioRawDate
    ) -> AgoraAudioRawDate {
        return process("record", audioRawData)
    }

    func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackAudioRawData audioRawData: AgoraRawData
    ) -> AgoraRawData {
        return process("playback", audioRawData)
    }

    func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackBeforeMixing audioRawData: AgoraAudioRawData,
        ofUid uid: uint
    ) -> AgoraAudioRawData {
        return process("before mixing \(uid)", audioRawData)
    }

    func mediaDataPlugin(
        _mediaDataPlugin: AgoraMediaDataPlugin, didMixedAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData {
        return process("mixed", audioRawData)
    }
}

/// A client of 4.x that copies the recorded audio, as clients of speech services do.
class SpeechClient: NSObject, AgoraAudioFrameDelegate {
    var sent = Data()
    var channels: Set<String> = []

    func getObservedAudioFramePosition() -> AgoraAudioFramePosition {
        return [.record, .playback]
    }

    func getRecordAudioParams() -> AgoraAudioParams {
        let params = AgoraAudioParams()
        params.sampleRate = 16000
        params.channel = 1
        params.mode = .readOnly
        params.samplesPerCall = 1600
        return params
    }

    func onRecordAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool {
        guard let buffer = frame.buffer else { return false }
        channels.insert(channelId)
        sent.append(Data(bytes: buffer, count: frame.samplesPerChannel * frame.channels * frame.bytesPerSample))
        return false
    }

    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool {
        return true
    }
}
