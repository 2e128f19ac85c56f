import FacadeSupport
import StudioCore
import StudioRuntime
import ZegoCustomRendering

/// Translates the events of an engine for the client's event handler.
final class EngineEvents: Sendable {
    private let handler: DelegateReference<any ZegoEventHandler>
    /// The client's handler of custom capture; not retained.
    let captureHandler = DelegateReference<any ZegoCustomVideoCaptureHandler> {
        ZegoEngine.shared.process.report(
            StudioError(
                .renderingHandlerGone, "the handler of custom capture is gone, and an event was due",
                hint: "keep a reference to it, the engine does not; or call setCustomVideoCaptureHandler(nil) first"),
            isRefusal: false)
    }
    private let notifiesUsers = Lock(false)
    private let isReconnecting = Lock(false)
    private let login = Lock<RoomCallback?>(nil)

    init(_ handler: (any ZegoEventHandler)?) {
        self.handler = DelegateReference(handler) {
            ZegoEngine.shared.process.report(
                StudioError(
                    .renderingHandlerGone, "the event handler is gone, and an event was due",
                    hint:
                        "keep a reference to it, the engine does not; or call setEventHandler(nil) or destroy(_:) first"
                ),
                isRefusal: false)
        }
    }

    /// The client's handler; not retained.
    var client: (any ZegoEventHandler)? {
        get { handler.object }
        set { handler.object = newValue }
    }

    /// Whether the client is notified of users.
    func setUserNotices(_ isOn: Bool) { notifiesUsers.set(isOn) }

    /// Sets what is called when the login has succeeded or failed.
    func awaitLogin(_ callback: RoomCallback?) { login.set(callback) }

    /// Calls the client, on a callback queue.
    func deliver(_ event: CustomRenderingEvent) {
        if let code = event.loginResult { login.exchange(nil)?.body(code, [:]) }
        if case .capture(let channel, let isOn) = event { return notifyCapture(ZegoPublishChannel(channel), isOn) }
        notify(event)
    }

    private func notify(_ event: CustomRenderingEvent) {
        // A client that leaves and goes away does not need the last events.
        guard let client = event.isEnd ? handler.object : handler.target else { return }
        switch event {
        case .engine(let isRunning): client.onEngineStateUpdate(isRunning ? .start : .stop)
        case .connection(let connection, let interruption, let room):
            client.onRoomStateUpdate(
                ZegoRoomState(connection), errorCode: interruption?.number ?? 0, extendedData: [:], roomID: room)
            change(reason(connection, interruption), interruption?.number ?? 0, room, client)
        case .refusedLogin(let code, let room):
            client.onRoomStateUpdate(.disconnected, errorCode: code.number, extendedData: [:], roomID: room)
            change(.loginFailed, code.number, room, client)
        case .streams(let streams, let isAdded, let room):
            client.onRoomStreamUpdate(
                isAdded ? .add : .delete, streamList: streams.map { ZegoStream($0) }, extendedData: [:],
                roomID: room)
        case .users(let users, let isAdded, let room):
            guard notifiesUsers.withLock({ $0 }) else { return }
            client.onRoomUserUpdate(
                isAdded ? .add : .delete, userList: users.map { ZegoUser(userID: $0.name) }, roomID: room)
        case .publisher, .refusedPublisher, .player, .capturedSize, .playedSize: deliverMedia(event, to: client)
        case .capture: break
        }
    }

    private func notifyCapture(_ channel: ZegoPublishChannel, _ isOn: Bool) {
        if isOn { captureHandler.target?.onStart(channel) } else { captureHandler.object?.onStop(channel) }
    }

    private func change(
        _ reason: ZegoRoomStateChangedReason, _ code: Int32, _ room: String, _ client: any ZegoEventHandler
    ) {
        let data: [AnyHashable: Any] = [:]
        client.onRoomStateChanged(reason, errorCode: code, extendedData: data, roomID: room)
    }

    private func reason(
        _ connection: CustomRenderingEvent.Connection, _ interruption: CustomRenderingEvent.Interruption?
    ) -> ZegoRoomStateChangedReason {
        let wasReconnecting = isReconnecting.exchange(interruption == .temporary)
        switch (connection, interruption) {
        case (.connecting, .temporary): return .reconnecting
        case (.connecting, _): return .logining
        case (.connected, _): return wasReconnecting ? .reconnected : .logined
        case (.disconnected, .failed): return .loginFailed
        case (.disconnected, .removed): return .kickOut
        case (.disconnected, nil): return .logout
        case (.disconnected, _): return .reconnectFailed
        }
    }

    private func deliverMedia(_ event: CustomRenderingEvent, to client: any ZegoEventHandler) {
        switch event {
        case .publisher(let stream, let flow):
            client.onPublisherStateUpdate(
                flow.publisher, errorCode: 0, extendedData: [:], streamID: stream)
        case .refusedPublisher(let code, let stream):
            client.onPublisherStateUpdate(.noPublish, errorCode: code.number, extendedData: [:], streamID: stream)
        case .player(let stream, let flow):
            client.onPlayerStateUpdate(flow.player, errorCode: 0, extendedData: [:], streamID: stream)
        case .capturedSize(let channel, let size):
            client.onPublisherVideoSizeChanged(CGSize(size), channel: ZegoPublishChannel(channel))
        case .playedSize(let stream, let size):
            client.onPlayerVideoSizeChanged(CGSize(size), streamID: stream)
        case .engine, .connection, .refusedLogin, .streams, .users, .capture: break
        }
    }
}

/// A block of the client after a login or a logout.
typealias RoomCallback = ClientBlock<(Int32, [AnyHashable: Any]?) -> Void>

extension CustomRenderingEvent {
    /// Whether something ends that the client has ended.
    fileprivate var isEnd: Bool {
        switch self {
        case .engine(isRunning: false), .connection(.disconnected, nil, _), .publisher(_, .idle), .player(_, .idle):
            true
        case .streams(_, let isAdded, _), .users(_, let isAdded, _): !isAdded
        default: false
        }
    }

    /// The code with which a login ends; `nil` for other events.
    fileprivate var loginResult: Int32? {
        switch self {
        case .connection(.connected, _, _): 0
        case .connection(.disconnected, let interruption, _):
            (interruption ?? .failed).number
        default: nil
        }
    }
}

extension ZegoStream {
    fileprivate convenience init(_ stream: RoomStream) {
        self.init(streamID: stream.id, user: ZegoUser(userID: stream.name))
    }
}

extension ZegoRoomState {
    fileprivate init(_ connection: CustomRenderingEvent.Connection) {
        self =
            switch connection {
            case .disconnected: .disconnected
            case .connecting: .connecting
            case .connected: .connected
            }
    }
}

extension CustomRenderingEvent.Flow {
    fileprivate var publisher: ZegoPublisherState {
        switch self {
        case .idle: .noPublish
        case .requesting: .publishRequesting
        case .active: .publishing
        }
    }

    fileprivate var player: ZegoPlayerState {
        switch self {
        case .idle: .noPlay
        case .requesting: .playRequesting
        case .active: .playing
        }
    }
}

extension CGSize {
    fileprivate init(_ size: TrackControls.Size) { self.init(width: size.width, height: size.height) }
}
