import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing
import ZoomSDK

/// A client that records all callbacks.
final class EntryClient: NSObject, ZoomSDKAuthDelegate, ZoomSDKMeetingServiceDelegate,
    ZoomSDKMeetingActionControllerDelegate, ZoomSDKMeetingChatControllerDelegate
{
    enum Event: Hashable, Sendable {
        case auth(ZoomSDKAuthError)
        case expired
        case status(ZoomSDKMeetingStatus, ZoomSDKMeetingError, EndMeetingReason)
        case parameter(Int64, MeetingType, String?, String?)
        case join(UInt32)
        case left(UInt32)
        case host(UInt32)
        case coHost(UInt32, Bool)
        case video(ZoomSDKVideoStatus, UInt32)
        case chat(String, String)

        static func status(_ status: ZoomSDKMeetingStatus) -> Event {
            .status(status, ZoomSDKMeetingError_Success, EndMeetingReason_None)
        }
    }

    private struct State: Sendable {
        var events: [Event] = []
        var reaction: (@Sendable (Event) -> Void)?
    }

    private let state = Lock(State())

    var events: [Event] { state.withLock { $0.events } }

    /// The reported statuses.
    var statuses: [ZoomSDKMeetingStatus] {
        events.compactMap { if case .status(let status, _, _) = $0 { status } else { nil } }
    }

    /// The results of authentications.
    var answers: [ZoomSDKAuthError] {
        events.compactMap { if case .auth(let result) = $0 { result } else { nil } }
    }

    func forgetEvents() { state.withLock { $0.events = [] } }

    /// Runs `body` inside every callback from now on.
    func react(_ body: @escaping @Sendable (Event) -> Void) { state.withLock { $0.reaction = body } }

    private func receive(_ event: Event) {
        let reaction = state.withLock { state in
            state.events.append(event)
            return state.reaction
        }
        reaction?(event)
    }

    private func number(_ array: [Any]) -> UInt32 { (array as? [NSNumber])?.first?.uint32Value ?? 0 }

    func onZoomSDKAuthReturn(_ returnValue: ZoomSDKAuthError) { receive(.auth(returnValue)) }
    func onZoomAuthIdentityExpired() { receive(.expired) }
    func onMeetingStatusChange(
        _ state: ZoomSDKMeetingStatus, meetingError error: ZoomSDKMeetingError, end reason: EndMeetingReason
    ) { receive(.status(state, error, reason)) }
    func onMeetingParameterNotification(_ meetingParam: ZoomSDKMeetingParameter?) {
        guard let meetingParam else { return }
        receive(
            .parameter(
                meetingParam.meetingNumber, meetingParam.meetingType, meetingParam.meetingTopic,
                meetingParam.meetingHost))
    }
    func onUserJoin(_ array: [Any]) { receive(.join(number(array))) }
    func onUserLeft(_ array: [Any]) { receive(.left(number(array))) }
    func onHostChange(_ userID: UInt32) { receive(.host(userID)) }
    func onMeetingCoHostChanged(_ userID: UInt32, isCoHost: Bool) { receive(.coHost(userID, isCoHost)) }
    func onVideoStatusChange(_ videoStatus: ZoomSDKVideoStatus, userID: UInt32) {
        receive(.video(videoStatus, userID))
    }
    func onChatMessageNotification(_ chatInfo: ZoomSDKChatInfo) {
        receive(.chat(chatInfo.getMsgContent(), chatInfo.getSenderDisplayName()))
    }
    func onChatMessageEditNotification(_ chatInfo: ZoomSDKChatInfo) {}
    func onFileSendStart(_ sender: ZoomSDKFileSender) {}
    func onFileReceived(_ receiver: ZoomSDKFileReceiver) {}
    func onFileTransferProgress(_ info: ZoomSDKFileTransferInfo) {}
}

/// The SDK with a meeting that is not joined yet.
struct EntryFixture {
    let test: TestMeeting
    let client = EntryClient()
    let sdk = ZoomSDK.shared()

    var auth: ZoomSDKAuthService { sdk.getAuthService() }

    /// The meeting service; requires authentication.
    func service() throws -> ZoomSDKMeetingService { try #require(sdk.getMeetingService()) }

    @discardableResult
    func initialise() -> ZoomSDKError { sdk.initSDK(with: ZoomSDKInitParams()) }

    @discardableResult
    func authenticate(_ token: String = "token") -> ZoomSDKError {
        let context = ZoomSDKAuthContext()
        context.jwtToken = token
        auth.delegate = client
        return auth.sdkAuth(context)
    }

    /// Initialises, authenticates, and sets the delegates.
    func authorise() throws {
        try #require(initialise() == ZoomSDKError_Success)
        try #require(authenticate() == ZoomSDKError_Success)
        try test.settle()
        let service = try service()
        service.delegate = client
        service.getMeetingActionController().delegate = client
        service.getMeetingChatController().delegate = client
        client.forgetEvents()
    }

    @discardableResult
    func join(_ number: Int64 = 7, withoutAudio: Bool = true) throws -> ZoomSDKError {
        let elements = ZoomSDKJoinMeetingElements()
        elements.meetingNumber = number
        elements.displayName = "Ada"
        elements.isNoAudio = withoutAudio
        return try service().joinMeeting(elements)
    }

    /// Initialises, authenticates, and joins.
    func enter() throws {
        try authorise()
        try #require(try join() == ZoomSDKError_Success)
        try test.settle()
        try #require(try service().getMeetingStatus() == ZoomSDKMeetingStatus_InMeeting)
        client.forgetEvents()
    }
}

/// Runs `body` with exclusive use of the SDK, before init.
func beforeInit(
    _ test: TestMeeting = TestMeeting(name: "Ada", isJoined: false), _ entry: EntryResponses = .immediate,
    _ body: (EntryFixture) throws -> Void
) throws {
    try ZoomSDK.shared().emulation.withMeeting(test.studio, entry: entry) {
        try body(EntryFixture(test: test))
        try test.settle()
    }
}
