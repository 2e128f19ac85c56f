import StudioCore
import StudioRuntime

/// The files that the outputs of a session have opened. No later output of that session overwrites one of them, with permission
/// to overwrite existing files as well.
///
/// They are known by their paths: the number of a file that was removed may be that of another one by now.
package final class SessionFiles: Sendable {
    private let paths = Lock<Set<String>>([])
    private let fifos = Lock<Set<String>>([])

    package init() {}

    /// Whether this path leads to one of them, also by a link or under another of its names.
    package func contains(_ path: String) -> Bool {
        guard let file = FileID(regularFile: path) else { return false }
        return paths.withLock { $0 }.contains { FileID(regularFile: $0) == file }
    }

    /// - Throws: `inUse` for one of them.
    func check(_ path: String) throws(OutputFailure) {
        if contains(path) { throw OutputFailure(.inUse, "the file is an output of this session") }
    }

    /// An output has opened the file.
    ///
    /// - Parameter path: its path, without links at its end.
    func add(_ path: String) { paths.withLock { _ = $0.insert(path) } }

    /// Whether an output has opened the FIFO before.
    func hasWritten(fifo path: String) -> Bool { fifos.withLock { $0.contains(path) } }

    /// An output has opened the FIFO.
    func add(fifo path: String) { fifos.withLock { _ = $0.insert(path) } }
}
