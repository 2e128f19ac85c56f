import AgoraRtcKit
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// An observer of 3.4.5 with its behaviour as closures.
final class DataClient: NSObject, AgoraAudioDataFrameProtocol {
    let calls = Recorder<String>()
    let shapes = Recorder<[Int]>()
    var positions: AgoraAudioFramePosition = [.record, .playback, .mixed, .beforeMixing]
    var edit: (AgoraAudioFrame) -> Void = { _ in }

    private func receive(_ name: String, _ frame: AgoraAudioFrame) -> Bool {
        calls.record(name)
        shapes.record([frame.samplesPerSec, frame.channels, frame.samplesPerChannel])
        edit(frame)
        return true
    }

    private var params: AgoraAudioParam {
        let params = AgoraAudioParam()
        (params.sampleRate, params.mode, params.samplesPerCall) = (32_000, .readWrite, 320)
        return params
    }

    func onRecordAudioFrame(_ frame: AgoraAudioFrame) -> Bool { receive("record", frame) }
    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame) -> Bool { receive("playback", frame) }
    func onMixedAudioFrame(_ frame: AgoraAudioFrame) -> Bool { receive("mixed", frame) }
    func onPlaybackAudioFrame(beforeMixing frame: AgoraAudioFrame, uid: UInt) -> Bool { receive("user \(uid)", frame) }
    func getObservedAudioFramePosition() -> AgoraAudioFramePosition { positions }
    func getRecordAudioParams() -> AgoraAudioParam { params }
    func getPlaybackAudioParams() -> AgoraAudioParam { params }
    func getMixedAudioParams() -> AgoraAudioParam { params }
}

/// An observer of 3.4.5 whose record callback has the name that Swift imports.
private final class ImportedNameClient: NSObject, AgoraAudioDataFrameProtocol {
    let calls = Recorder<String>()

    func onRecord(_ frame: AgoraAudioFrame) -> Bool {
        calls.record("record")
        return true
    }
    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame) -> Bool { true }
    func onMixedAudioFrame(_ frame: AgoraAudioFrame) -> Bool { true }
    func onPlaybackAudioFrame(beforeMixing frame: AgoraAudioFrame, uid: UInt) -> Bool { true }
    func getObservedAudioFramePosition() -> AgoraAudioFramePosition { .record }
    func getRecordAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
    func getPlaybackAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
    func getMixedAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
}

/// An observer of 3.4.5 without a record callback.
private final class NamelessClient: NSObject, AgoraAudioDataFrameProtocol {
    func onPlaybackAudioFrame(_ frame: AgoraAudioFrame) -> Bool { true }
    func onMixedAudioFrame(_ frame: AgoraAudioFrame) -> Bool { true }
    func onPlaybackAudioFrame(beforeMixing frame: AgoraAudioFrame, uid: UInt) -> Bool { true }
    func getObservedAudioFramePosition() -> AgoraAudioFramePosition { [.record, .playback] }
    func getRecordAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
    func getPlaybackAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
    func getMixedAudioParams() -> AgoraAudioParam { AgoraAudioParam() }
}

@Suite("Agora observer of 3.4.5")
struct DataFrameTests {
    @Test("it gets the points that it asks for, in its formats; edits continue")
    func points() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let ada = channel.addUser()
            let client = DataClient()
            client.edit = { frame in
                guard let buffer = frame.buffer else { return }
                memset(buffer, 0, frame.samplesPerChannel * frame.channels * 2)
            }
            let engine = channel.join { #expect($0.setAudioDataFrame(client)) }
            channel.advance(seconds: 1)
            for name in ["record", "user \(ada)", "playback", "mixed"] {
                #expect(client.calls.all.filter { $0 == name }.count == 100, "\(name)")
            }
            #expect(Set(client.shapes.all) == [[32_000, 1, 320], [48_000, 2, 480]])
            #expect(channel.peak(.channel) == 0)
            #expect(channel.peak(.speaker) == 0)
            client.positions = .record
            let count = client.calls.count
            channel.advance(seconds: 1)
            #expect(Set(client.calls.all.dropFirst(count + 4)) == ["record"])
            #expect(engine.setAudioDataFrame(nil))
            let last = client.calls.count
            channel.advance(seconds: 1)
            #expect(client.calls.count == last)
            #expect(reported == [])
        }
    }

    @Test("the record callback is called under both names; without one, the point is reported: AG-CALL-002")
    func names() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let (imported, nameless) = (ImportedNameClient(), NamelessClient())
            let engine = channel.join { $0.setAudioDataFrame(imported) }
            channel.advance(seconds: 1)
            // 64 ms each.
            #expect(imported.calls.count == 15)
            #expect(reported == [])
            engine.setAudioDataFrame(nil)
            engine.setAudioDataFrame(nameless)
            channel.advance(seconds: 1)
            #expect(reported == ["AG-CALL-002"])
        }
    }

    @Test("the last observer wins, whatever its kind; one that is gone is reported once: AG-CALL-001 AG-CALL-003")
    func kinds() {
        AgoraRtcEngineKit.emulation.withChannel { channel in
            let newer = FrameClient()
            var older: DataClient? = DataClient()
            let engine = channel.join { $0.setAudioFrameDelegate(newer) }
            channel.advance(seconds: 0.5)
            #expect(engine.setAudioDataFrame(older))
            let (before, calls) = (newer.calls.count, older?.calls)
            channel.advance(seconds: 0.5)
            #expect(newer.calls.count == before)
            #expect((calls?.count ?? 0) > 100)
            older = nil
            channel.advance(seconds: 0.5)
            #expect(reported == ["AG-CALL-003", "AG-CALL-001"])
            AgoraRtcEngineKit.destroy()
            #expect(!engine.setAudioDataFrame(nil))
        }
    }
}
