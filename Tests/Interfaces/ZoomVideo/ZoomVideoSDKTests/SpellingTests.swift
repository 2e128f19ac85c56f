// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import ProductionStudio
import StudioCore
import StudioMeeting
import StudioTestSupport
import Testing
import ZoomVideoRawData
import ZoomVideoSDK

// Clients in the three spellings of optional parameters.

private final class GuidePipe: ZoomVideoSDKRawDataPipeDelegate {
    let calls = Recorder<String>()
    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) { calls.record("frame") }
}

private final class HeaderPipe: ZoomVideoSDKRawDataPipeDelegate {
    let calls = Recorder<String>()
    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData?) { calls.record("frame") }
}

private final class PlainPipe: ZoomVideoSDKRawDataPipeDelegate {
    let calls = Recorder<String>()
    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData) { calls.record("frame") }
}

private final class GuideClient: ZoomVideoSDKDelegate, ZoomVideoSDKVirtualAudioSpeaker, ZoomVideoSDKVirtualAudioMic {
    let calls = Recorder<String>()
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper!, users: [ZoomVideoSDKUser]!) { calls.record("join") }
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper!, users: [ZoomVideoSDKUser]!) { calls.record("leave") }
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper!, user: [ZoomVideoSDKUser]!) {
        calls.record("video")
    }
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper!, user: [ZoomVideoSDKUser]!) {
        calls.record("audio")
    }
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper!, users: [ZoomVideoSDKUser]!) {
        calls.record("active")
    }
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper!, users: ZoomVideoSDKUser!) { calls.record("host") }
    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!) { calls.record("mixed") }
    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        calls.record("one-way")
    }
    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!) { calls.record("share") }
    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) { calls.record("speaker mixed") }
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        calls.record("speaker one-way")
    }
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData!) { calls.record("speaker share") }
    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender!) { calls.record("mic") }
}

private final class HeaderClient: ZoomVideoSDKDelegate, ZoomVideoSDKVirtualAudioSpeaker, ZoomVideoSDKVirtualAudioMic {
    let calls = Recorder<String>()
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) { calls.record("join") }
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) { calls.record("leave") }
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper?, user: [ZoomVideoSDKUser]?) {
        calls.record("video")
    }
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper?, user: [ZoomVideoSDKUser]?) {
        calls.record("audio")
    }
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) {
        calls.record("active")
    }
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper?, users: ZoomVideoSDKUser?) { calls.record("host") }
    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) { calls.record("mixed") }
    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        calls.record("one-way")
    }
    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) { calls.record("share") }
    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?) { calls.record("speaker mixed") }
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        calls.record("speaker one-way")
    }
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?) { calls.record("speaker share") }
    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender?) { calls.record("mic") }
}

private final class PlainClient: ZoomVideoSDKDelegate, ZoomVideoSDKVirtualAudioSpeaker, ZoomVideoSDKVirtualAudioMic {
    let calls = Recorder<String>()
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper, users: [ZoomVideoSDKUser]) { calls.record("join") }
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper, users: [ZoomVideoSDKUser]) { calls.record("leave") }
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper, user: [ZoomVideoSDKUser]) {
        calls.record("video")
    }
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper, user: [ZoomVideoSDKUser]) {
        calls.record("audio")
    }
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper, users: [ZoomVideoSDKUser]) {
        calls.record("active")
    }
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper, users: ZoomVideoSDKUser) { calls.record("host") }
    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData) { calls.record("mixed") }
    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData, user: ZoomVideoSDKUser) {
        calls.record("one-way")
    }
    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData) { calls.record("share") }
    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData) { calls.record("speaker mixed") }
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData, user: ZoomVideoSDKUser) {
        calls.record("speaker one-way")
    }
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData) { calls.record("speaker share") }
    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender) { calls.record("mic") }
}

/// All its conformances are isolated, as those of a class in a module whose default isolation is the main actor.
@MainActor
private final class IsolatedClient: @MainActor ZoomVideoSDKDelegate,
    @MainActor ZoomVideoSDKVirtualAudioSpeaker, @MainActor ZoomVideoSDKVirtualAudioMic
{
    nonisolated let calls = Recorder<String>()
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) { calls.record("join") }
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) { calls.record("leave") }
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper?, user: [ZoomVideoSDKUser]?) {
        calls.record("video")
    }
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper?, user: [ZoomVideoSDKUser]?) {
        calls.record("audio")
    }
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) {
        calls.record("active")
    }
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper?, users: ZoomVideoSDKUser?) { calls.record("host") }
    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) { calls.record("mixed") }
    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        calls.record("one-way")
    }
    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) { calls.record("share") }
    func onVirtualSpeakerMixedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?) { calls.record("speaker mixed") }
    func onVirtualSpeakerOneWayAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        calls.record("speaker one-way")
    }
    func onVirtualSpeakerSharedAudioReceived(_ rawData: ZoomVideoSDKAudioRawData?) { calls.record("speaker share") }
    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender?) { calls.record("mic") }
}

@Suite("Zoom Video SDK: spellings")
struct SpellingTests {
    private let emulation = ZoomVideoSDK.emulation

    /// The calls to a client, by name.
    ///
    /// - Parameter rules: what is reported of it.
    private func calls(
        to client: some ZoomVideoSDKDelegate & ZoomVideoSDKVirtualAudioSpeaker & ZoomVideoSDKVirtualAudioMic,
        _ recorder: Recorder<String>, reports rules: [String] = []
    ) throws -> [String: Int] {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: nil)
            session.share(.color(width: 320, height: 180), audio: .tone(500), of: ada)
            let sdk = try SDK()
            sdk.context.virtualAudioSpeakerDelegate = client
            sdk.context.virtualAudioMicDelegate = client
            sdk.join(session, delegate: client)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 1)
            session.meeting.makeHost(.init(rawValue: UInt32(ada)))
            session.meeting.setVideo(true, of: .init(rawValue: UInt32(ada)))
            #expect(sdk.audio.muteAudio(nil) == .Errors_Success)
            session.meeting.makeHost()
            session.removeUser(ada)
            session.advance(seconds: 0)
            #expect(reported == rules)
            return Dictionary(grouping: recorder.all) { $0 }.mapValues(\.count)
        }
    }

    @Test("each callback of the SDK, the speaker and the microphone is reached once, in each of three spellings")
    func clients() throws {
        let (guide, header, plain) = (GuideClient(), HeaderClient(), PlainClient())
        let first = try calls(to: guide, guide.calls)
        #expect(first["mixed"] ?? 0 > 90)
        #expect(first["one-way"] == first["mixed"])
        #expect(first["share"] == first["mixed"])
        for name in ["mixed", "one-way", "share"] { #expect(first["speaker \(name)"] == first[name]) }
        let counts = ["join": 1, "leave": 1, "video": 1, "audio": 1, "active": 1, "host": 2, "mic": 1]
        for (name, count) in counts { #expect(first[name] == count) }
        #expect(try calls(to: header, header.calls) == first)
        #expect(try calls(to: plain, plain.calls) == first)
    }

    /// A test of `MainActorTests`.
    @MainActor func checkIsolated() throws {
        let (plain, isolated) = (PlainClient(), IsolatedClient())
        let expected = try calls(to: plain, plain.calls)
        #expect(expected["join"] == 1)
        // Of the speaker and the delegate, whose audio comes on a thread of the SDK.
        #expect(try calls(to: isolated, isolated.calls, reports: ["RX-CALL-001"]) == expected)
    }

    @Test("each frame of a pipe is reached once, in each of three spellings")
    func pipes() throws {
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let ada = session.addUser("Ada", camera: .exact)
            let sdk = try SDK().join(session)
            let pipe = try sdk.pipe(ada)
            let (guide, header, plain) = (GuidePipe(), HeaderPipe(), PlainPipe())
            for client: any ZoomVideoSDKRawDataPipeDelegate in [guide, header, plain] {
                #expect(pipe.subscribe(with: client, resolution: ._90) == .Errors_Success)
            }
            session.advance(seconds: 1)
            #expect(guide.calls.count == 30)
            #expect(header.calls.count == 30)
            #expect(plain.calls.count == 30)
            for client: any ZoomVideoSDKRawDataPipeDelegate in [guide, header, plain] {
                #expect(pipe.unSubscribe(with: client) == .Errors_Success)
            }
            #expect(reported == [])
        }
    }

    @Test("a delegate that passes its frames to an object without the callback gets all of them")
    func forwarded() throws {
        final class Deaf: ZoomVideoSDKRawDataPipeDelegate {}
        final class Forwarder: ZoomVideoSDKRawDataPipeDelegate {
            let calls = Recorder<String>()
            private let other: any ZoomVideoSDKFrameReceiver = Deaf()
            func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData?) {
                calls.record("frame")
                other.onRawDataFrameReceived(rawData)
            }
        }
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let (ada, client) = (session.addUser("Ada", camera: .exact), Forwarder())
            let sdk = try SDK().join(session)
            #expect(try sdk.pipe(ada).subscribe(with: client, resolution: ._90) == .Errors_Success)
            session.advance(seconds: 1)
            #expect(client.calls.count == 30)
            #expect(try sdk.pipe(ada).unSubscribe(with: client) == .Errors_Success)
            #expect(reported == [])
        }
    }

    @Test(
        "a delegate without a callback for frames is reported once, audio without any callback too: ZV-PIPE-009 ZV-AUDIO-004"
    )
    func unreached() throws {
        final class Deaf: ZoomVideoSDKRawDataPipeDelegate, ZoomVideoSDKDelegate {}
        try emulation.withSession(EmulatedSession(camera: nil)) { session in
            let (ada, deaf) = (session.addUser("Ada", camera: .small), Deaf())
            let sdk = try SDK().join(session, delegate: deaf)
            #expect(try sdk.pipe(ada).subscribe(with: deaf, resolution: ._90) == .Errors_Success)
            #expect(sdk.audio.subscribe() == .Errors_Success)
            session.advance(seconds: 2)
            #expect(reported == ["ZV-PIPE-009"])
            #expect(sdk.audio.unSubscribe() == .Errors_Success)
            #expect(reported == ["ZV-PIPE-009", "ZV-AUDIO-004"])
            #expect(emulation.violations.map(\.count) == [1, 1])
            #expect(try sdk.pipe(ada).unSubscribe(with: deaf) == .Errors_Success)
        }
    }
}
