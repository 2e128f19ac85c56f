import Foundation
import ZoomSDK

/// Joins a meeting, starts Production Studio, sends for a while, and leaves. It awaits what the SDK reports.
final class Studio: NSObject {
    enum Event {
        case authenticated(Bool)
        case arrived, moved, over
        case answered(Bool)
        case started(hasSender: Bool)
        case stopped
    }

    /// How a start went.
    private enum Start {
        case sending, rejected, failed(String)
    }

    private static let maximumStarts = 3

    private let mailbox = Mailbox<Event>()
    private let picture = Picture()
    private var sender: ZoomSDKPSSender?
    private var isOver = false
    private(set) var sentFrames = 0

    func run(seconds: Double) async -> String {
        let params = ZoomSDKInitParams()
        params.zoomDomain = "zoom.us"
        guard ZoomSDK.shared().initSDK(with: params) == ZoomSDKError_Success else { return "init failed" }
        let service = ZoomSDK.shared().getAuthService()
        service.delegate = self
        let context = ZoomSDKAuthContext()
        context.jwtToken = "token"
        guard service.sdkAuth(context) == ZoomSDKError_Success else { return "the authentication was rejected" }
        guard case .authenticated(true)? = await mailbox.next(within: .seconds(2)) else {
            return "the service does not answer, or rejects the token"
        }
        guard await join() else { return "the meeting cannot be joined" }
        let reason = await show(seconds)
        await leave()
        return reason
    }

    private func join() async -> Bool {
        guard let service = ZoomSDK.shared().getMeetingService() else { return false }
        service.delegate = self
        let elements = ZoomSDKJoinMeetingElements()
        elements.meetingNumber = 3_273_588_613
        elements.displayName = "Studio"
        guard service.joinMeeting(elements) == ZoomSDKError_Success else { return false }
        guard case .arrived? = await mailbox.next(within: .seconds(5)) else { return false }
        return true
    }

    private func leave() async {
        guard !isOver else { return }
        ZoomSDK.shared().getMeetingService()?.leaveMeeting(with: LeaveMeetingCmd_Leave)
        while !isOver, await mailbox.next(within: .seconds(2)) != nil {}
    }

    // MARK: The show

    /// Sends until the show is over, also in another room.
    private func show(_ seconds: Double) async -> String {
        var end: ContinuousClock.Instant?
        var rejections = 0
        while !isOver {
            guard let controller = ZoomSDK.shared().getMeetingService()?.getMeetingProductionStudioController(),
                controller.isSupportPSMode(), controller.canStartPSMode()
            else { return "Production Studio is not available" }
            switch await start(controller) {
            case .failed(let reason): return reason
            case .rejected:
                rejections += 1
                guard rejections < Self.maximumStarts else { return "the start was rejected" }
                try? await Task.sleep(for: .milliseconds(250 << rejections))
            case .sending:
                rejections = 0
                let showEnd = end ?? .now + .seconds(seconds)
                end = showEnd
                guard await send(until: showEnd, controller) else { return "the show is over" }
            }
        }
        return "the meeting is over"
    }

    private func start(_ controller: ZoomSDKMeetingProductionStudioController) async -> Start {
        controller.delegate = self
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = Int32(Picture.width)
        capability.height = Int32(Picture.height)
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        guard controller.startPSMode(capability) == ZoomSDKError_Success else { return .rejected }
        while true {
            switch await mailbox.next(within: .seconds(2)) {
            case .answered(false)?: return .rejected
            case .started(hasSender: true)?: return .sending
            case .started(hasSender: false)?:
                await stop()
                return .failed("there is no sender")
            case .stopped?: return .failed("Production Studio has ended")
            case .over?: return .failed("the meeting is over")
            case .authenticated?, .arrived?, .moved?, .answered(true)?: break
            case nil:
                controller.stopPSMode()
                await stop()
                return .failed("Production Studio does not start")
            }
        }
    }

    /// Waits for `onStopSend`, and not for ever.
    private func stop() async {
        while let event = await mailbox.next(within: .seconds(1)) {
            switch event {
            case .stopped, .over: return
            default: break
            }
        }
    }

    /// - Returns: whether the user was moved to another room, where the show goes on.
    private func send(
        until end: ContinuousClock.Instant, _ controller: ZoomSDKMeetingProductionStudioController
    ) async -> Bool {
        let producer = Task { await produce() }
        defer { producer.cancel() }
        var isMoved = false
        while true {
            switch await mailbox.next(within: end - .now) {
            case .moved?: isMoved = true
            case .over?: return false
            case .stopped?: return isMoved ? true : await isMoving()
            case nil:
                // The producer goes on until onStopSend.
                controller.stopPSMode()
                await stop()
                return false
            default: break
            }
        }
    }

    /// Production Studio has ended by itself. A move to another room would follow soon, and so would the end of the meeting.
    private func isMoving() async -> Bool {
        while let event = await mailbox.next(within: .milliseconds(1500)) {
            switch event {
            case .moved: return true
            case .over: return false
            default: break
            }
        }
        return false
    }

    // MARK: The producer

    /// Sends 30 times a second. Frames that are late are left out; the audio is complete all the same.
    private func produce() async {
        let beginning = ContinuousClock.now
        var number = 0
        var audioBlocks = 0
        while sender != nil {
            sendFrame(number)
            while audioBlocks <= number, sendAudio() { audioBlocks += 1 }
            let due = Int((ContinuousClock.now - beginning) / .milliseconds(1) * 30 / 1000)
            number = max(number + 1, due)
            try? await Task.sleep(
                until: beginning + .nanoseconds(number * 1_000_000_000 / 30), tolerance: .milliseconds(1),
                clock: .continuous)
        }
    }

    private func sendFrame(_ number: Int) {
        let error = picture.withFrame(number) { bytes in
            sender?.sendVideoFrame(
                bytes.baseAddress, width: UInt32(Picture.width), height: UInt32(Picture.height),
                frameLength: UInt32(bytes.count), format: ZoomSDKFrameDataFormat_I420_Full)
        }
        if error == ZoomSDKError_Success { sentFrames += 1 }
    }

    private func sendAudio() -> Bool {
        picture.withTone { bytes in
            sender?.sendAudio(
                bytes.baseAddress, dataLength: UInt32(bytes.count), sampleRate: 48_000,
                channel: ZoomSDKAudioChannel_Mono)
        } == ZoomSDKError_Success
    }
}

extension Studio: ZoomSDKAuthDelegate {
    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) {
        mailbox.post(.authenticated(returnValue == ZoomSDKAuthError_Success))
    }

    func onZoomAuthIdentityExpired() {}
}

extension Studio: ZoomSDKMeetingServiceDelegate {
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) {
        switch state {
        case ZoomSDKMeetingStatus_InMeeting: mailbox.post(.arrived)
        case ZoomSDKMeetingStatus_Join_Breakout_Room, ZoomSDKMeetingStatus_Leave_Breakout_Room: mailbox.post(.moved)
        case ZoomSDKMeetingStatus_Failed, ZoomSDKMeetingStatus_Ended:
            isOver = true
            mailbox.post(.over)
        default: break
        }
    }
}

extension Studio: ZoomSDKMeetingProductionStudioControllerDelegate {
    func onStartPSModeResult(_ success: Bool) { mailbox.post(.answered(success)) }

    func onStartSend(_ sender: ZoomSDKPSSender?) {
        self.sender = sender
        mailbox.post(.started(hasSender: sender != nil))
    }

    func onStopSend() {
        sender = nil
        mailbox.post(.stopped)
    }
}
