import StudioRuntime

/// The sessions that had a device as their input. They are not retained.
final class CaptureSessionList: Sendable {
    private final class Member: @unchecked Sendable {
        // Safety: weak references are read atomically; it is set once.
        private(set) weak var session: CaptureSession?

        init(_ session: CaptureSession) {
            self.session = session
        }
    }

    private let members = Lock<[Member]>([])

    func append(_ session: CaptureSession) {
        members.withLock { members in
            members.removeAll { $0.session == nil || $0.session === session }
            members.append(Member(session))
        }
    }

    /// Those that exist.
    var all: [CaptureSession] { members.withLock { $0 }.compactMap(\.session) }
}
