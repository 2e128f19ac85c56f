import Foundation
import ZoomSDK

/// An app that sends a show: it initialises the SDK, authenticates, joins, starts Production Studio and sends frames.
///
/// Everything happens on the queue of the SDK's callbacks. The app's timer calls ``tick()`` 30 times a second.
open class ShowApp: NSObject {
    /// What the app displays.
    public enum Status: Equatable {
        case idle, authenticating, joining, starting, live, reconnecting
        case failed(String)
    }

    /// Width in pixels.
    public static let width = 404
    /// Height in pixels.
    public static let height = 710
    /// How long the app waits for a callback: two seconds.
    public static let timeLimit = 60
    /// How often the app tries a step that is not answered.
    public static let attempts = 2

    /// What the app displays.
    public var status = Status.idle
    /// From `onStartSend` to `onStopSend`.
    public var sender: ZoomSDKPSSender?
    /// Frames that the SDK accepted.
    public private(set) var sentFrames = 0
    /// The controller of the current meeting.
    public private(set) var controller: ZoomSDKMeetingProductionStudioController?
    private var ticksInStatus = 0
    private var tries = 0

    // MARK: App

    /// The user opens the app.
    public func begin() {
        guard ZoomSDK.shared().initSDK(with: ZoomSDKInitParams()) == ZoomSDKError_Success else {
            return change(to: .failed("the SDK cannot be initialised"))
        }
        tries = 0
        authenticate()
    }

    /// The user presses the button that starts the show.
    public func startShow() {
        tries = 0
        start()
    }

    /// The app's timer fires.
    public func tick() {
        ticksInStatus += 1
        if let sender { return sendFrame(to: sender) }
        guard ticksInStatus >= Self.timeLimit else { return }
        switch status {
        case .authenticating: authenticationTimedOut()
        case .starting: startTimedOut()
        case .joining: change(to: .failed("the meeting does not answer"))
        case .idle, .live, .reconnecting, .failed: break
        }
    }

    /// Sends a grey frame.
    public func sendFrame(to sender: ZoomSDKPSSender) {
        var frame = [CChar](repeating: 64, count: Self.width * Self.height * 3 / 2)
        let error = sender.sendVideoFrame(
            &frame, width: UInt32(Self.width), height: UInt32(Self.height), frameLength: UInt32(frame.count),
            format: ZoomSDKFrameDataFormat_I420_Full)
        if error == ZoomSDKError_Success { sentFrames += 1 }
    }

    /// Displays another status.
    public func change(to new: Status) {
        status = new
        ticksInStatus = 0
    }

    // MARK: Steps

    /// Asks for authentication.
    public func authenticate() {
        tries += 1
        change(to: .authenticating)
        let service = ZoomSDK.shared().getAuthService()
        service.delegate = self
        let context = ZoomSDKAuthContext()
        context.jwtToken = "the token of the app's server"
        if service.sdkAuth(context) != ZoomSDKError_Success { change(to: .failed("authentication was rejected")) }
    }

    /// No result of the authentication arrived in time.
    open func authenticationTimedOut() {
        if tries < Self.attempts { authenticate() } else { change(to: .failed("the service does not answer")) }
    }

    /// Joins through this service.
    public func join(_ service: ZoomSDKMeetingService?) {
        guard let service else { return change(to: .failed("there is no meeting service")) }
        change(to: .joining)
        service.delegate = self
        let elements = ZoomSDKJoinMeetingElements()
        elements.meetingNumber = 3_273_588_613
        elements.displayName = "Show"
        if service.joinMeeting(elements) != ZoomSDKError_Success { change(to: .failed("joining was rejected")) }
    }

    /// Starts Production Studio.
    public func start() {
        guard let controller = ZoomSDK.shared().getMeetingService()?.getMeetingProductionStudioController(),
            controller.isSupportPSMode(), controller.canStartPSMode()
        else { return change(to: .failed("Production Studio is not available")) }
        tries += 1
        change(to: .starting)
        controller.delegate = self
        self.controller = controller
        callStart()
    }

    /// Calls `startPSMode`.
    public func callStart() {
        let capability = ZoomSDKPSVideoSourceCapability()
        capability.width = Int32(Self.width)
        capability.height = Int32(Self.height)
        capability.format = ZoomSDKFrameDataFormat_I420_Full
        if controller?.startPSMode(capability) != ZoomSDKError_Success { change(to: .failed("the start was rejected")) }
    }

    /// No sender arrived in time. `onStopSend` follows, where the app tries again.
    open func startTimedOut() {
        controller?.stopPSMode()
    }

    /// The server rejected the start.
    open func startWasRejected() {
        change(to: .failed("the start was rejected"))
    }

    /// Sending is impossible; `onStopSend` follows.
    open func senderIsMissing() {
        change(to: .failed("there is no sender"))
    }

    /// Sending has ended: release the sender.
    open func sendingEnded() {
        sender = nil
        switch status {
        case .starting where tries < Self.attempts: start()
        case .starting: change(to: .failed("Production Studio does not start"))
        case .failed: break
        case .idle, .authenticating, .joining, .live, .reconnecting: change(to: .idle)
        }
    }

    /// The connection is restored. Meanwhile sending continued.
    open func meetingReconnected() {
        status = .live
    }

    /// The user was moved to a breakout room or back, which ended sending. The show continues there.
    open func roomChanged() {
        startShow()
    }
}
