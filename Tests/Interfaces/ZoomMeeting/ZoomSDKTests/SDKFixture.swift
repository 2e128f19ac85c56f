import Foundation
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomSDK

/// A facade with its own meeting; call `enter` within the `inMeeting` that owns it.
struct SDKFixture {
    let test: TestMeeting
    let client: Client

    var service: ZoomSDKMeetingService { ZoomSDK.shared().getMeetingService() }
    var action: ZoomSDKMeetingActionController { service.getMeetingActionController() }
    var controller: ZoomSDKMeetingProductionStudioController? { service.getMeetingProductionStudioController() }

    /// Starts, and waits for the sender.
    func open(width: Int32 = 16, height: Int32 = 8) throws -> ZoomSDKPSSender {
        let controller = try #require(controller)
        controller.delegate = client
        try #require(controller.startPSMode(capability(width, height)) == ZoomSDKError_Success)
        try test.wait(for: .sending)
        try test.settle()
        return try #require(client.sender)
    }
}

/// Runs `body` with exclusive use of the SDK.
func inMeeting(_ test: TestMeeting = TestMeeting(), _ body: (SDKFixture) throws -> Void) throws {
    try ZoomSDK.shared().emulation.withMeeting(test.studio) {
        let fixture = SDKFixture(test: test, client: Client())
        fixture.service.delegate = fixture.client
        fixture.action.delegate = fixture.client
        try body(fixture)
        try test.settle()
    }
}

func capability(_ width: Int32 = 16, _ height: Int32 = 8) -> ZoomSDKPSVideoSourceCapability {
    let capability = ZoomSDKPSVideoSourceCapability()
    capability.width = width
    capability.height = height
    capability.format = ZoomSDKFrameDataFormat_I420_Full
    return capability
}

extension ZoomSDKPSSender {
    /// Sends a valid frame.
    func send(_ width: UInt32 = 16, _ height: UInt32 = 8) -> ZoomSDKError {
        var bytes = [CChar](repeating: 1, count: Int(width * height * 3 / 2))
        return sendVideoFrame(
            &bytes, width: width, height: height, frameLength: UInt32(bytes.count), format: .I420_FULL)
    }

    /// Sends valid silence.
    func sendSilence() -> ZoomSDKError {
        var bytes = [CChar](repeating: 0, count: 960)
        return sendAudio(&bytes, dataLength: 960, sampleRate: 48000, channel: .mono)
    }
}

/// Records all SDK callbacks, with the header's widths and labels.
final class Client: ZoomSDKMeetingProductionStudioControllerDelegate, ZoomSDKMeetingServiceDelegate,
    ZoomSDKMeetingActionControllerDelegate
{
    enum Callback: Hashable {
        case result(Bool)
        case sender(Bool)
        case stop
        case user(UInt32, Bool)
        case status(ZoomSDKMeetingStatus, ZoomSDKMeetingError, EndMeetingReason)
        case join([UInt32])
        case left([UInt32])
        case host(UInt32)
        case coHost(UInt32, Bool)
    }

    private struct State {
        var callbacks: [Callback] = []
        var sender: ZoomSDKPSSender?
        var reaction: (@Sendable (Callback) -> Void)?
    }

    // The test reads while callbacks are delivered on another thread.
    private let state = Lock(State())

    var callbacks: [Callback] { state.withLock { $0.callbacks } }
    var sender: ZoomSDKPSSender? { state.withLock { $0.sender } }

    /// Runs `body` inside every callback from now on.
    func react(_ body: @escaping @Sendable (Callback) -> Void) {
        state.withLock { $0.reaction = body }
    }

    private func record(_ callback: Callback) {
        let reaction = state.withLock { state in
            state.callbacks.append(callback)
            return state.reaction
        }
        reaction?(callback)
    }

    private static func numbers(_ array: [Any]?) -> [UInt32] {
        (array as? [NSNumber])?.map(\.uint32Value) ?? []
    }

    func onStartPSModeResult(_ success: Bool) { record(.result(success)) }
    func onStartSend(_ sender: ZoomSDKPSSender?) {
        state.withLock { $0.sender = sender }
        record(.sender(sender != nil))
    }
    func onStopSend() { record(.stop) }
    func onPSUserStatusChanged(_ userId: UInt32, isStart start: Bool) { record(.user(userId, start)) }

    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) { record(.status(state, error, reason)) }

    func onUserJoin(_ array: [Any]!) { record(.join(Self.numbers(array))) }
    func onUserLeft(_ array: [Any]!) { record(.left(Self.numbers(array))) }
    func onHostChange(_ userID: UInt32) { record(.host(userID)) }
    func onMeetingCoHostChanged(_ userID: UInt32, isCoHost: Bool) { record(.coHost(userID, isCoHost)) }
}
