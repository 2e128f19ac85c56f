package import StudioCore

/// What a client of the engine is notified of, on the engine's callback queue.
package enum CustomRenderingEvent: Hashable, Sendable {
    /// The state of a room's connection.
    package enum Connection: Hashable, Sendable {
        case disconnected, connecting, connected
    }

    /// Why a connection is interrupted or was ended.
    package enum Interruption: Hashable, Sendable {
        /// Login failed: the room has ended.
        case failed
        /// The host removed the user.
        case removed
        /// The connection is lost for now.
        case temporary
        /// The room ended.
        case ended
    }

    /// The state of publishing or playing a stream.
    package enum Flow: Hashable, Sendable {
        case idle, requesting, active
    }

    /// A remote user of the room.
    package struct User: Hashable, Sendable {
        package let id: UserID
        package let name: String

        package init(id: UserID, name: String) {
            (self.id, self.name) = (id, name)
        }
    }

    case engine(isRunning: Bool)
    case connection(Connection, Interruption?, room: String)
    case refusedLogin(StudioError.Code, room: String)
    case streams([RoomStream], isAdded: Bool, room: String)
    case users([User], isAdded: Bool, room: String)
    case publisher(stream: String, Flow)
    case refusedPublisher(StudioError.Code, stream: String)
    case player(stream: String, Flow)
    /// The client captures a channel from now on, or does not any more.
    case capture(channel: Int, isOn: Bool)
    case capturedSize(channel: Int, TrackControls.Size)
    case playedSize(stream: String, TrackControls.Size)

    /// How much later than its cause it is notified. Only the service knows that a stream is taken: a client that tries again
    /// at once would never end if the answer also came at once (chosen).
    var delay: MediaTime {
        if case .refusedPublisher(.renderingStreamTaken, _) = self { .milliseconds(20) } else { .zero }
    }
}

/// A stream of a room: the camera of a remote participant whose video is on.
package struct RoomStream: Hashable, Sendable {
    /// The stream ID.
    package let id: String
    /// The participant who publishes it.
    package let user: UserID
    /// The participant's name.
    package let name: String
}
