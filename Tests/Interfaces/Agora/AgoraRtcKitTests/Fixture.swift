import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

typealias Emulation = AgoraRtcEngineKit.Emulation

/// The rules of the violations and warnings so far.
var reported: [String] { AgoraRtcEngineKit.emulation.violations.map(\.error.rule.id.rawValue) }

extension EmulatedChannel {
    /// The largest sample of the last half second.
    func peak(_ tap: Tap) -> Int { samples(at: tap).suffix(48_000).map { abs(Int($0)) }.max() ?? 0 }

    /// An engine of a broadcaster in this channel.
    @discardableResult
    func join(
        uid: UInt = 7, _ prepare: (AgoraRtcEngineKit) -> Void = { _ in }
    ) -> AgoraRtcEngineKit {
        let engine = AgoraRtcEngineKit.broadcaster()
        prepare(engine)
        #expect(engine.joinChannel(byToken: nil, channelId: "room", info: nil, uid: uid) == 0)
        return engine
    }
}

extension AgoraRtcEngineKit {
    /// The engine of a user whom others hear: without a role, nobody does.
    static func broadcaster(_ delegate: (any AgoraRtcEngineDelegate)? = nil) -> AgoraRtcEngineKit {
        let engine = sharedEngine(withAppId: "app", delegate: delegate)
        engine.setClientRole(.broadcaster)
        return engine
    }
}

extension UnsafeMutablePointer<CChar> {
    /// Sets all samples.
    func fill(_ value: Int16, count: Int) {
        UnsafeMutableRawPointer(self).assumingMemoryBound(to: Int16.self).update(repeating: value, count: count)
    }
}

/// A plug-in's client in the current spelling, with its behaviour as closures.
final class PluginClient: NSObject, AgoraMediaDataPluginAudioDelegate {
    let calls = Recorder<String>()
    let sizes = Recorder<[Int32]>()
    var edit: (String, AgoraAudioRawData) -> AgoraAudioRawData = { $1 }

    private func receive(_ name: String, _ data: AgoraAudioRawData) -> AgoraAudioRawData {
        calls.record(name)
        sizes.record([data.samples, data.channels, data.samplesPerSec, data.bytesPerSample, data.bufferSize])
        return edit(name, data)
    }

    func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, didRecord audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData { receive("record", audioRawData) }

    func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData { receive("playback", audioRawData) }

    func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, willPlaybackBeforeMixing audioRawData: AgoraAudioRawData,
        ofUid uid: uint
    ) -> AgoraAudioRawData { receive("beforeMixing", audioRawData) }

    func mediaDataPlugin(
        _ mediaDataPlugin: AgoraMediaDataPlugin, didMixedAudioRawData audioRawData: AgoraAudioRawData
    ) -> AgoraAudioRawData { receive("mixed", audioRawData) }
}

/// A delegate of 4.x with its behaviour as closures.
final class FrameClient: NSObject, AgoraAudioFrameDelegate {
    let calls = Recorder<String>()
    let rates = Recorder<[Int]>()
    var positions: AgoraAudioFramePosition = [.record, .playback]
    var params: AgoraAudioParams = {
        let params = AgoraAudioParams()
        (params.sampleRate, params.mode, params.samplesPerCall) = (16_000, .readWrite, 320)
        return params
    }()
    var edit: (String, AgoraAudioFrame) -> Void = { _, _ in }

    private func receive(_ name: String, _ frame: AgoraAudioFrame) -> Bool {
        calls.record(name)
        rates.record([frame.samplesPerSec, frame.channels, frame.samplesPerChannel])
        edit(name, frame)
        return false
    }

    func getObservedAudioFramePosition() -> AgoraAudioFramePosition { positions }
    func getRecordAudioParams() -> AgoraAudioParams { params }
    func getPlaybackAudioParams() -> AgoraAudioParams { params }
    func getMixedAudioParams() -> AgoraAudioParams { params }
    func onRecordAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { receive("record", frame) }
    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { receive("playback", frame) }
    func onMixedAudioFrame(_ frame: AgoraAudioFrame, channelId: String) -> Bool { receive("mixed", frame) }
    func onPlaybackAudioFrame(beforeMixing frame: AgoraAudioFrame, channelId: String, uid: UInt) -> Bool {
        receive("beforeMixing", frame)
    }
}
