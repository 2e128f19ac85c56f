import Glibc

/// Counts the sessions of all processes that share a folder: `psstudio exec` passes it in `PSSTUDIO_SESSIONS`.
///
/// Each number is a file that only one process can create, so two sessions never have the same number.
package struct SessionCounter: Hashable, Sendable {
    /// More sessions than one command has.
    private static let most = 1_000_000

    private let folder: String

    /// - Parameter folder: an existing folder.
    package init(_ folder: String) {
        self.folder = folder
    }

    /// The number of the next session, from 1.
    ///
    /// - Returns: `nil` when the folder is missing or not writable.
    package func next() -> Int? {
        for number in 1...Self.most {
            let descriptor = open("\(folder)/\(number)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
            if descriptor >= 0 {
                close(descriptor)
                return number
            }
            if errno != EEXIST { return nil }
        }
        return nil
    }
}
