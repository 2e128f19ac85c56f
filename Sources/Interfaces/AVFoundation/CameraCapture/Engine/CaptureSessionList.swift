import StudioRuntime

/// The sessions that had a device as their input. They are not retained.
final class CaptureSessionList: Sendable {
    private struct Member: Sendable {
        weak var session: CaptureSession?
    }

    private let members = Lock<[Member]>([])

    func append(_ session: CaptureSession) {
        members.withLock { members in
            members.removeAll { $0.session == nil || $0.session === session }
            members.append(Member(session: session))
        }
    }

    /// Those that exist.
    var all: [CaptureSession] { members.withLock { $0 }.compactMap(\.session) }
}
