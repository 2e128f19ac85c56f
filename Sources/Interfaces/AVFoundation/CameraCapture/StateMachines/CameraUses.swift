/// The running sessions of a camera: the one that was started last has it. Decides, performs nothing.
///
/// Sessions have numbers, which are never used again.
package struct CameraUses: Sendable {
    /// In the order of their starts.
    private var running: [Int] = []
    /// The newest change of each session: two threads may report theirs in another order.
    private var revisions: [Int: Int] = [:]

    package init() {}

    /// The user of the camera.
    package var holder: Int? { running.last }

    /// Whether a running session is interrupted by another one.
    package func isTaken(from session: Int) -> Bool { running.dropLast().contains(session) }

    /// A session begins or ends to capture. A change with an older revision is ignored.
    package mutating func set(_ isRunning: Bool, _ session: Int, revision: Int) {
        guard revision >= revisions[session] ?? 0 else { return }
        revisions[session] = revision
        running.removeAll { $0 == session }
        if isRunning { running.append(session) }
    }

    /// Forgets all other sessions, which were released.
    package mutating func keep(_ sessions: Set<Int>) {
        running.removeAll { !sessions.contains($0) }
        revisions = revisions.filter { sessions.contains($0.key) }
    }
}
