import Foundation
import ZoomSDK

/// Joins a meeting, starts Production Studio, sends for a while, and leaves.
///
/// Callbacks and timers of the app are on the main queue.
final class StudioApp: NSObject {
    private enum Step {
        case authenticating, joining, starting, sending, stopping, moving, leaving
    }

    private static let maximumStarts = 3

    private let seconds: Double
    private let producer = Producer()
    private var step = Step.authenticating
    private var controller: ZoomSDKMeetingProductionStudioController?
    private var timeLimit: DispatchWorkItem?
    private var starts = 0
    private var hasShow = false
    private var isShowOver = false
    private var isMoved = false

    init(seconds: Double) {
        self.seconds = seconds
    }

    func begin() {
        let params = ZoomSDKInitParams()
        params.zoomDomain = "zoom.us"
        guard ZoomSDK.shared().initSDK(with: params) == ZoomSDKError_Success else { return quit("init failed") }
        let service = ZoomSDK.shared().getAuthService()
        service.delegate = self
        let context = ZoomSDKAuthContext()
        context.jwtToken = "token"
        limit(2) { $0.quit("the service does not answer") }
        if service.sdkAuth(context) != ZoomSDKError_Success { quit("the authentication was rejected") }
    }

    private func join() {
        guard let service = ZoomSDK.shared().getMeetingService() else { return quit("no meeting service") }
        step = .joining
        service.delegate = self
        let elements = ZoomSDKJoinMeetingElements()
        elements.meetingNumber = 3_273_588_613
        elements.displayName = "Studio"
        limit(5) { $0.quit("the meeting does not answer") }
        if service.joinMeeting(elements) != ZoomSDKError_Success { quit("joining was rejected") }
    }

    private func startStudio() {
        guard !isShowOver,
            let controller = ZoomSDK.shared().getMeetingService()?.getMeetingProductionStudioController(),
            controller.isSupportPSMode(), controller.canStartPSMode()
        else { return leave("Production Studio is not available") }
        step = .starting
        starts += 1
        isMoved = false
        controller.delegate = self
        self.controller = controller
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = Int32(Producer.width)
        capability.height = Int32(Producer.height)
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        limit(2) { $0.startTimedOut() }
        if controller.startPSMode(capability) != ZoomSDKError_Success { startWasRejected() }
    }

    /// Waits before the next start, longer each time.
    private func startWasRejected() {
        guard starts < Self.maximumStarts else { return leave("the start was rejected") }
        limit(0.25 * Double(1 << starts)) { $0.startStudio() }
    }

    private func startTimedOut() {
        step = .stopping
        controller?.stopPSMode()
        limit(1) { $0.leave("Production Studio does not start") }
    }

    private func showIsOver() {
        isShowOver = true
        guard step == .sending else { return }
        step = .stopping
        limit(2) { $0.leave("Production Studio does not stop") }
        if controller?.stopPSMode() != ZoomSDKError_Success { leave("stopping was rejected") }
    }

    private func leave(_ reason: String) {
        guard step != .leaving else { return }
        print(reason)
        step = .leaving
        limit(2) { $0.quit("the meeting does not end") }
        ZoomSDK.shared().getMeetingService()?.leaveMeeting(with: LeaveMeetingCmd_Leave)
    }

    private func quit(_ reason: String) {
        print("\(reason); \(producer.sentFrames) frames")
        timeLimit?.cancel()
        // Un-init must not be called inside a callback.
        DispatchQueue.main.async {
            ZoomSDK.shared().getAuthService().delegate = nil
            ZoomSDK.shared().unInitSDK()
            exit(0)
        }
    }

    /// Limits the time of the current step, instead of an earlier limit.
    private func limit(_ seconds: Double, _ body: @escaping (StudioApp) -> Void) {
        timeLimit?.cancel()
        let item = DispatchWorkItem { [weak self] in if let self { body(self) } }
        timeLimit = item
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds, execute: item)
    }
}

extension StudioApp: ZoomSDKAuthDelegate {
    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) {
        guard step == .authenticating else { return }
        guard returnValue == ZoomSDKAuthError_Success else { return quit("the authentication failed") }
        join()
    }

    func onZoomAuthIdentityExpired() {}
}

extension StudioApp: ZoomSDKMeetingServiceDelegate {
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        switch state {
        case ZoomSDKMeetingStatus_InMeeting where step == .joining: startStudio()
        case ZoomSDKMeetingStatus_Join_Breakout_Room, ZoomSDKMeetingStatus_Leave_Breakout_Room:
            starts = 0
            if step == .moving { startStudio() } else { isMoved = true }
        case ZoomSDKMeetingStatus_Failed, ZoomSDKMeetingStatus_Ended: quit("the meeting is over")
        default: break
        }
    }
}

extension StudioApp: ZoomSDKMeetingProductionStudioControllerDelegate {
    func onStartPSModeResult(_ success: Bool) {
        if !success, step == .starting { startWasRejected() }
    }

    func onStartSend(_ sender: ZoomSDKPSSender?) {
        guard step == .starting else { return }
        guard let sender else {
            step = .stopping
            return limit(1) { $0.leave("there is no sender") }
        }
        step = .sending
        timeLimit?.cancel()
        producer.start(sender)
        if isShowOver { return showIsOver() }
        guard !hasShow else { return }
        hasShow = true
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [self] in showIsOver() }
    }

    func onStopSend() {
        producer.stop()
        switch step {
        case .stopping: leave("the show is over")
        case .sending where isMoved: startStudio()
        case .sending:
            // A move to another room would follow soon, and so would the end of the meeting.
            step = .moving
            limit(1.5) { $0.leave("Production Studio has ended") }
        default: break
        }
    }
}
