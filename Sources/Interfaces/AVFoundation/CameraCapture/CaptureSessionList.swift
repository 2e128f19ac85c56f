import StudioRuntime

/// The sessions that had a device as their input. They are not retained.
final class CaptureSessionList: Sendable {
    private final class Entry: @unchecked Sendable {
        // Safety: weak references are read atomically; it is set once.
        private(set) weak var session: CaptureSession?

        init(_ session: CaptureSession) {
            self.session = session
        }
    }

    private let entries = Lock<[Entry]>([])

    func append(_ session: CaptureSession) {
        entries.withLock { entries in
            entries.removeAll { $0.session == nil || $0.session === session }
            entries.append(Entry(session))
        }
    }

    /// Those that exist.
    var all: [CaptureSession] { entries.withLock { $0 }.compactMap(\.session) }
}
