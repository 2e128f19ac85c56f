import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomVideoRawData
import ZoomVideoSDK

/// The rules of the violations and warnings so far.
var reported: [String] { ZoomVideoSDK.emulation.violations.map(\.error.rule.id.rawValue) }

extension EmulatedSession.Camera {
    /// Small frames at a drifting rate, for quick tests.
    static let small = EmulatedSession.Camera.color(width: 320, height: 180)
    /// Small frames at 30 frames per second.
    static let exact = EmulatedSession.Camera.color(width: 320, height: 180, isExact: true)
}

/// The SDK, in a session.
struct SDK {
    let sdk: ZoomVideoSDK
    let context = ZoomVideoSDKSessionContext()

    /// - Parameter prepare: sets memory modes.
    init(_ prepare: (ZoomVideoSDKInitParams) -> Void = { _ in }) throws {
        sdk = try #require(ZoomVideoSDK.shareInstance())
        let params = ZoomVideoSDKInitParams()
        prepare(params)
        #expect(sdk.initialize(params) == .Errors_Success)
        (context.token, context.sessionName, context.userName) = ("token", "room", "Me")
        context.audioOption = ZoomVideoSDKAudioOptions()
        context.videoOption = ZoomVideoSDKVideoOptions()
    }

    /// Joins the session of the test.
    @discardableResult
    func join(_ session: EmulatedSession, delegate: (any ZoomVideoSDKDelegate)? = nil) -> SDK {
        sdk.delegate = delegate
        #expect(sdk.joinSession(context) != nil)
        session.advance(seconds: 0.001)
        #expect(sdk.isInSession())
        return self
    }

    /// The video of a remote user.
    func pipe(_ id: Int) throws -> ZoomVideoSDKRawDataPipe { try #require(user(id)?.getVideoPipe()) }

    func user(_ id: Int) -> ZoomVideoSDKUser? {
        sdk.getSession()?.getRemoteUsers()?.first { $0.getID() == id }
    }

    var audio: ZoomVideoSDKAudioHelper { sdk.getAudioHelper() }
}

/// A delegate of a pipe with its behaviour as a closure.
final class PipeClient: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    let log = Recorder<String>()
    let sizes = Recorder<[Int]>()
    var onFrame: (ZoomVideoSDKVideoRawData) -> Void = { _ in }

    /// The number of frames.
    var frames: Int { sizes.count }

    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) {
        guard let rawData else { return }
        log.record("frame")
        sizes.record([Int(rawData.size.width), Int(rawData.size.height)])
        onFrame(rawData)
    }

    func onRawDataStatusChanged(_ status: ZoomVideoSDKUserRawdataStatus) {
        log.record(status == .on ? "on" : "off")
    }

    /// The log without repeated frames.
    var summary: [String] {
        log.all.reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }
}

/// A delegate of the SDK with its behaviour as closures.
final class SessionClient: NSObject, ZoomVideoSDKDelegate {
    let events = Recorder<String>()
    let audio = Recorder<String>()
    let times = Recorder<Date?>()
    var onAudio: (String, ZoomVideoSDKAudioRawData) -> Void = { _, _ in }
    var onEvent: (String) -> Void = { _ in }

    private func note(_ event: String) {
        events.record(event)
        onEvent(event)
    }

    private func receive(_ name: String, _ data: ZoomVideoSDKAudioRawData?) {
        guard let data else { return }
        audio.record(name)
        times.record(data.timeStamp)
        onAudio(name, data)
    }

    private func names(_ users: [ZoomVideoSDKUser]?) -> String {
        (users ?? []).map { $0.getName() ?? "" }.joined(separator: " ")
    }

    func onError(_ type: ZoomVideoSDKError, detail: Int) { note("error \(type.rawValue)") }
    func onSessionJoin() { note("join") }
    func onHostAskUnmute() { note("ask") }
    func onSessionLeave() { note("leave") }
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) { note("+ \(names(users))") }
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) { note("- \(names(users))") }
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper?, user: [ZoomVideoSDKUser]?) {
        note("video \(names(user))")
    }
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper?, user: [ZoomVideoSDKUser]?) {
        note("audio \(names(user))")
    }
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) {
        note("active \(names(users))")
    }
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper?, users: ZoomVideoSDKUser?) {
        note("host \(users?.getName() ?? "")")
    }
    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) { receive("mixed", rawData) }
    func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?, user: ZoomVideoSDKUser?) {
        receive("one-way \(user?.getName() ?? "")", rawData)
    }
    func onSharedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) { receive("share", rawData) }
}

extension ZoomVideoSDKAudioRawData {
    /// The samples; empty after the callback.
    var samples: [Int16] {
        guard let buffer else { return [] }
        return Array(UnsafeRawBufferPointer(start: buffer, count: bufferLen).bindMemory(to: Int16.self))
    }

    /// The largest sample.
    var peak: Int { samples.map { abs(Int($0)) }.max() ?? 0 }
}

extension ZoomVideoSDKVideoRawData {
    /// The value of a plane of one colour; `nil` when its samples differ, or there are none.
    func plane(_ buffer: UnsafeMutablePointer<CChar>?, isChroma: Bool) -> UInt8? {
        guard let buffer else { return nil }
        let count = Int(size.width * size.height) / (isChroma ? 4 : 1)
        let bytes = UnsafeRawBufferPointer(start: buffer, count: count)
        // Equal to itself one byte further: all bytes are equal.
        guard memcmp(buffer, buffer + 1, count - 1) == 0 else { return nil }
        return bytes.first
    }

    /// The values of the three planes of one colour.
    var colors: [UInt8?] {
        [plane(yBuffer, isChroma: false), plane(uBuffer, isChroma: true), plane(vBuffer, isChroma: true)]
    }
}
