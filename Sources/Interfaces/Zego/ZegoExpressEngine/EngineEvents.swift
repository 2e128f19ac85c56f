import FacadeSupport
import StudioCore
import StudioRuntime
import ZegoCustomRendering

/// Translates the events of an engine for the client's event handler.
final class EngineEvents: Sendable {
    private let handler: WeakReference<any ZegoEventHandler>
    private let notifiesUsers = Lock(false)

    init(_ handler: (any ZegoEventHandler)?) {
        self.handler = WeakReference(handler)
    }

    /// The client's handler; not retained.
    var client: (any ZegoEventHandler)? {
        get { handler.object }
        set { handler.object = newValue }
    }

    /// Whether the client is notified of users.
    func setUserNotices(_ isOn: Bool) { notifiesUsers.set(isOn) }

    /// Calls the client, on a callback queue.
    func deliver(_ event: CustomRenderingEvent) {
        guard let client = handler.object else { return }
        switch event {
        case .engine(let isRunning): client.onEngineStateUpdate(isRunning ? .start : .stop)
        case .connection(let connection, let interruption, let room):
            client.onRoomStateUpdate(
                ZegoRoomState(connection), errorCode: interruption?.number ?? 0, extendedData: [:], roomID: room)
        case .refusedLogin(let code, let room):
            client.onRoomStateUpdate(.disconnected, errorCode: code.number, extendedData: [:], roomID: room)
        case .streams(let streams, let isAdded, let room):
            client.onRoomStreamUpdate(
                isAdded ? .add : .delete, streamList: streams.map { ZegoStream($0) }, extendedData: [:],
                roomID: room)
        case .users(let users, let isAdded, let room):
            guard notifiesUsers.withLock({ $0 }) else { return }
            client.onRoomUserUpdate(
                isAdded ? .add : .delete, userList: users.map { ZegoUser(userID: $0.name) }, roomID: room)
        case .publisher, .player, .capturedSize, .playedSize: deliverMedia(event, to: client)
        }
    }

    private func deliverMedia(_ event: CustomRenderingEvent, to client: any ZegoEventHandler) {
        switch event {
        case .publisher(let stream, let flow):
            client.onPublisherStateUpdate(
                flow.publisher, errorCode: 0, extendedData: [:], streamID: stream)
        case .player(let stream, let flow):
            client.onPlayerStateUpdate(flow.player, errorCode: 0, extendedData: [:], streamID: stream)
        case .capturedSize(let channel, let size):
            client.onPublisherVideoSizeChanged(CGSize(size), channel: ZegoPublishChannel(channel))
        case .playedSize(let stream, let size):
            client.onPlayerVideoSizeChanged(CGSize(size), streamID: stream)
        case .engine, .connection, .refusedLogin, .streams, .users: break
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
