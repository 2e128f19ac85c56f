import Foundation
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomSDK

/// A facade with a meeting of its own behind it; `enter` belongs into the turn that `inMeeting` takes.
struct Scene {
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

/// Runs `body` with the SDK to itself.
func inMeeting(_ test: TestMeeting = TestMeeting(), _ body: (Scene) throws -> Void) throws {
    try ZoomSDK.shared().emulation.withMeeting(test.studio) {
        let scene = Scene(test: test, client: Client())
        scene.service.delegate = scene.client
        scene.action.delegate = scene.client
        try body(scene)
        try test.settle()
    }
}

func capability(_ width: Int32 = 16, _ height: Int32 = 8) -> ZoomSDKPSVideoSourceCapability {
    let capability = ZoomSDKPSVideoSourceCapability()
    capability.width = width
    capability.height = height
    return capability
}

extension ZoomSDKPSSender {
    /// Sends a good picture.
    func send(_ width: UInt32 = 16, _ height: UInt32 = 8) -> ZoomSDKError {
        var bytes = [CChar](repeating: 1, count: Int(width * height * 3 / 2))
        return sendVideoFrame(
            &bytes, width: width, height: height, frameLength: UInt32(bytes.count), format: .I420_FULL)
    }

    /// Sends good silence.
    func sendSilence() -> ZoomSDKError {
        var bytes = [CChar](repeating: 0, count: 960)
        return sendAudio(&bytes, dataLength: 960, sampleRate: 48000, channel: .mono)
    }
}

/// Hears everything that the SDK tells, with the header's widths and labels.
final class Client: ZoomSDKMeetingProductionStudioControllerDelegate, ZoomSDKMeetingServiceDelegate,
    ZoomSDKMeetingActionControllerDelegate
{
    enum Heard: Hashable {
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
        var heard: [Heard] = []
        var sender: ZoomSDKPSSender?
        var reaction: (@Sendable (Heard) -> Void)?
    }

    // The test reads while callbacks come on another thread.
    private let state = Lock(State())

    var heard: [Heard] { state.withLock { $0.heard } }
    var sender: ZoomSDKPSSender? { state.withLock { $0.sender } }

    /// Runs `body` inside every callback from now on.
    func react(_ body: @escaping @Sendable (Heard) -> Void) {
        state.withLock { $0.reaction = body }
    }

    private func hear(_ heard: Heard) {
        let reaction = state.withLock { state in
            state.heard.append(heard)
            return state.reaction
        }
        reaction?(heard)
    }

    private static func numbers(_ array: [Any]?) -> [UInt32] {
        (array as? [NSNumber])?.map(\.uint32Value) ?? []
    }

    func onStartPSModeResult(_ success: Bool) { hear(.result(success)) }
    func onStartSend(_ sender: ZoomSDKPSSender?) {
        state.withLock { $0.sender = sender }
        hear(.sender(sender != nil))
    }
    func onStopSend() { hear(.stop) }
    func onPSUserStatusChanged(_ userId: UInt32, isStart start: Bool) { hear(.user(userId, start)) }

    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) { hear(.status(state, error, reason)) }

    func onUserJoin(_ array: [Any]!) { hear(.join(Self.numbers(array))) }
    func onUserLeft(_ array: [Any]!) { hear(.left(Self.numbers(array))) }
    func onHostChange(_ userID: UInt32) { hear(.host(userID)) }
    func onMeetingCoHostChanged(_ userID: UInt32, isCoHost: Bool) { hear(.coHost(userID, isCoHost)) }
}
