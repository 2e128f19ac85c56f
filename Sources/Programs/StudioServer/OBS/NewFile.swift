import Glibc
import SessionProtocol
import StudioRuntime

/// A file that a client of obs-websocket wants to be created.
enum NewFile {
    /// Creates a file, which must not exist.
    ///
    /// - Parameter path: below the folder.
    /// - Returns: why it was not created.
    static func create(_ path: String, below folder: RestrictedFolder, _ bytes: [UInt8]) -> ControlError? {
        let location: RestrictedLocation
        do throws(RestrictedFolder.Refusal) {
            location = try folder.locate(path)
        } catch {
            return ControlError(.outsideFolder, "\(error)")
        }
        let file = open(location.path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o644)
        guard file >= 0 else { return failure(errno) }
        defer { close(file) }
        guard let error = write(bytes, to: file) else { return nil }
        unlink(location.path)
        return failure(error)
    }

    private static func failure(_ error: Int32) -> ControlError {
        ControlError(.rejected, "cannot create the file: \(SystemError(error))")
    }

    /// - Returns: the error of the system.
    private static func write(_ bytes: [UInt8], to file: Int32) -> Int32? {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return errno }
            rest = rest.dropFirst(max(0, count))
        }
        return nil
    }
}
