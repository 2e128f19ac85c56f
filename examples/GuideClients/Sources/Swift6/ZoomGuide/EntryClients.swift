import ZoomSDK

/// A client on the main actor that awaits the callbacks, from init to the first frame and un-init.
@MainActor
final class AwaitingClient: NSObject {
    struct Failure: Error, Equatable {
        let step: String
        let code: UInt32
    }

    private var authentication: CheckedContinuation<Void, any Error>?
    private var joining: CheckedContinuation<Void, any Error>?
    private var sending: CheckedContinuation<Void, any Error>?
    private var leaving: CheckedContinuation<Void, Never>?
    private var sender: ZoomSDKPSSender?
    private(set) var statuses: [UInt32] = []
    private(set) var meetingNumber: Int64 = 0
    private(set) var users = 0

    func initialise() throws {
        let params = ZoomSDKInitParams()
        params.zoomDomain = "zoom.us"
        params.enableLog = true
        try check("init", ZoomSDK.shared().initSDK(with: params))
        ZoomSDK.shared().getAuthService().delegate = self
    }

    func authenticate(_ token: String) async throws {
        let service = ZoomSDK.shared().getAuthService()
        if service.isAuthorized() { return }
        let context = ZoomSDKAuthContext()
        context.jwtToken = token
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            authentication = continuation
            let result = service.sdkAuth(context)
            if result != ZoomSDKError_Success {
                authentication = nil
                continuation.resume(throwing: Failure(step: "auth", code: result.rawValue))
            }
        }
    }

    func join(_ number: Int64) async throws {
        guard let service = ZoomSDK.shared().getMeetingService() else { throw Failure(step: "service", code: 0) }
        service.delegate = self
        service.getMeetingActionController().delegate = self
        let elements = ZoomSDKJoinMeetingElements()
        elements.meetingNumber = number
        elements.displayName = "Ada"
        elements.password = "secret"
        elements.userType = ZoomSDKUserType_WithoutLogin
        elements.webinarToken = nil
        elements.isNoVideo = false
        elements.isNoAudio = false
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            joining = continuation
            let result = service.joinMeeting(elements)
            if result != ZoomSDKError_Success {
                joining = nil
                continuation.resume(throwing: Failure(step: "join", code: result.rawValue))
            }
        }
    }

    func startSending() async throws {
        guard let controller = ZoomSDK.shared().getMeetingService()?.getMeetingProductionStudioController() else {
            throw Failure(step: "controller", code: 0)
        }
        guard controller.isSupportPSMode(), controller.canStartPSMode() else { throw Failure(step: "role", code: 0) }
        controller.delegate = self
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = 64
        capability.height = 36
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            sending = continuation
            let result = controller.startPSMode(capability)
            if result != ZoomSDKError_Success {
                sending = nil
                continuation.resume(throwing: Failure(step: "start", code: result.rawValue))
            }
        }
    }

    func sendFrame() -> ZoomSDKError? {
        var bytes = [CChar](repeating: 64, count: 64 * 36 * 3 / 2)
        return sender?.sendVideoFrame(
            &bytes, width: 64, height: 36, frameLength: UInt32(bytes.count), format: ZoomSDKFrameDataFormat_I420_Full)
    }

    func leave() async {
        await withCheckedContinuation { continuation in
            leaving = continuation
            ZoomSDK.shared().getMeetingService()?.leaveMeeting(with: LeaveMeetingCmd_Leave)
        }
    }

    func finish() {
        ZoomSDK.shared().getAuthService().delegate = nil
        ZoomSDK.shared().unInitSDK()
    }

    private func check(_ step: String, _ result: ZoomSDKError) throws {
        guard result == ZoomSDKError_Success else { throw Failure(step: step, code: result.rawValue) }
    }
}

extension AwaitingClient: @preconcurrency ZoomSDKAuthDelegate {
    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) {
        let continuation = authentication
        authentication = nil
        if returnValue == ZoomSDKAuthError_Success {
            continuation?.resume()
        } else {
            continuation?.resume(throwing: Failure(step: "auth answer", code: returnValue.rawValue))
        }
    }

    func onZoomAuthIdentityExpired() {}
}

extension AwaitingClient: @preconcurrency ZoomSDKMeetingServiceDelegate {
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        statuses.append(state.rawValue)
        switch state {
        case ZoomSDKMeetingStatus_InMeeting:
            // Those who are there do not join.
            let action = ZoomSDK.shared().getMeetingService()?.getMeetingActionController()
            users = action?.getParticipantsList()?.count ?? 0
            joining?.resume()
            joining = nil
        case ZoomSDKMeetingStatus_Failed:
            joining?.resume(throwing: Failure(step: "status", code: error.rawValue))
            joining = nil
        case ZoomSDKMeetingStatus_Ended:
            leaving?.resume()
            leaving = nil
        default: break
        }
    }

    func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter?) {
        guard let param = meetingParam else { return }
        meetingNumber = param.meetingNumber
    }
}

extension AwaitingClient: @preconcurrency ZoomSDKMeetingActionControllerDelegate {
    func onUserJoin(_ array: [Any]) {
        for case let id as NSNumber in array where id.uint32Value != 0 { users += 1 }
    }
}

extension AwaitingClient: @preconcurrency ZoomSDKMeetingProductionStudioControllerDelegate {
    func onStartPSModeResult(_ success: Bool) {
        guard !success else { return }
        sending?.resume(throwing: Failure(step: "start answer", code: 0))
        sending = nil
    }

    func onStartSend(_ sender: ZoomSDKPSSender?) {
        self.sender = sender
        sending?.resume()
        sending = nil
    }

    func onStopSend() {
        sender = nil
    }
}

/// A client whose nonisolated callbacks switch to the main actor; it stores the services.
final class BridgingClient: NSObject, @unchecked Sendable {
    private var authService: ZoomSDKAuthService?
    private var meetingService = ZoomSDKMeetingService()
    @MainActor private(set) var events: [String] = []
    @MainActor var whenDone: (() -> Void)?

    @MainActor
    func begin() {
        let sdk = ZoomSDK.shared()
        guard sdk.initSDK(with: ZoomSDKInitParams()) == ZoomSDKError_Success else { return }
        authService = sdk.getAuthService()
        guard let authService = authService else { return }
        authService.delegate = self
        let context = ZoomSDKAuthContext()
        context.jwtToken = "token"
        switch authService.sdkAuth(context) {
        case ZoomSDKError_Success: events.append("asked")
        case ZoomSDKError_InvalidParameter: events.append("parameter")
        default: events.append("rejected")
        }
    }

    @MainActor
    private func join() {
        if let service = ZoomSDK.shared().getMeetingService() { meetingService = service }
        meetingService.delegate = self
        let elements = ZoomSDKJoinMeetingElements()
        elements.meetingNumber = 3_273_588_613
        elements.displayName = "Ada"
        elements.isNoAudio = true
        meetingService.joinMeeting(elements)
    }

    @MainActor
    private func cleanUp() {
        authService?.delegate = nil
        authService = nil
        ZoomSDK.shared().unInitSDK()
        events.append("done")
        whenDone?()
    }
}

extension BridgingClient: ZoomSDKAuthDelegate {
    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) {
        DispatchQueue.main.async {
            self.events.append("auth \(returnValue.rawValue)")
            if returnValue == ZoomSDKAuthError_Success { self.join() }
        }
    }

    func onZoomAuthIdentityExpired() {}
}

extension BridgingClient: ZoomSDKMeetingServiceDelegate {
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        MainActor.assumeIsolated {
            events.append("status \(state.rawValue)")
            switch state {
            case ZoomSDKMeetingStatus_InMeeting:
                meetingService.getMeetingActionController().delegate = self
                showUsers()
                meetingService.leaveMeeting(with: LeaveMeetingCmd_Leave)
            case ZoomSDKMeetingStatus_Ended:
                // Un-init must not be called inside a callback.
                DispatchQueue.main.async { self.cleanUp() }
            default: break
            }
        }
    }
}

extension BridgingClient: ZoomSDKMeetingActionControllerDelegate {
    /// Called for those who come later.
    func onUserJoin(_ array: [Any]?) {
        MainActor.assumeIsolated { showUsers() }
    }

    @MainActor
    private func showUsers() {
        let action = meetingService.getMeetingActionController()
        let users = action.getParticipantsList() as? [NSNumber] ?? []
        events.append("users \(users.compactMap { action.getUserByUserID($0.uint32Value)?.getUserName() })")
    }
}
