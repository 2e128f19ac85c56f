import Glibc
import OBSWebSocket
import SessionProtocol
import StudioRuntime

/// The data that clients of obs-websocket keep: a file of the user, which all servers share.
struct KeptDataFile: Sendable {
    /// `nil` for a user without a folder of his own, such as a service.
    let path: String?

    /// - Parameter variable: looks up a variable of the environment.
    init(variable: (String) -> String? = { getenv($0).map { String(cString: $0) } }) {
        func folder(_ name: String) -> String? { variable(name).flatMap { $0.hasPrefix("/") ? $0 : nil } }
        let state = folder("XDG_STATE_HOME") ?? folder("HOME").map { $0 + "/.local/state" }
        path = state.map { $0 + "/psstudio/obs-websocket.json" }
    }

    /// Reads or writes a value, while no other server writes.
    ///
    /// - Returns: the value that was read; `nil` for one that was written.
    func perform(_ access: DataAccess) -> Result<JSON?, ControlError> {
        guard let path else {
            return .failure(Self.failure("the server has no folder for it; set XDG_STATE_HOME"))
        }
        do throws(SystemError) {
            switch access {
            case .read(let slot): return try content(path).map { $0[slot] }
            case .write(let slot, let value):
                try Self.makeFolders(of: path)
                let lock = try Self.lock(path + ".lock")
                defer { close(lock) }
                switch try content(path) {
                case .failure(let error): return .failure(error)
                case .success(var data):
                    guard data.set(slot, value) else {
                        return .failure(ControlError(.tooLong, "The data of all clients are longer than 1 MiB."))
                    }
                    try Self.write(data.text, to: path)
                    return .success(nil)
                }
            }
        } catch {
            return .failure(Self.failure("\(path): \(error)"))
        }
    }

    private static func failure(_ reason: String) -> ControlError {
        ControlError(.rejected, "cannot keep data: \(reason)")
    }

    /// Empty without a file. A file that another program has written is not replaced.
    private func content(_ path: String) throws(SystemError) -> Result<KeptData, ControlError> {
        let bytes: [UInt8]
        do throws(FileContent.Failure) {
            bytes = try FileContent.regularFile(path, limit: KeptData.maximumBytes)
        } catch {
            switch error {
            case .system(SystemError(ENOENT)): return .success(KeptData())
            case .system(let error): throw error
            case .notRegular: return .failure(Self.failure("\(path) is not a file"))
            }
        }
        return KeptData(bytes).map { .success($0) }
            ?? .failure(Self.failure("\(path) is not data of psstudio; move it away"))
    }

    // MARK: Files

    /// Only the user can read the folders.
    private static func makeFolders(of path: String) throws(SystemError) {
        for end in path.indices.dropFirst() where path[end] == "/" {
            guard mkdir(String(path[..<end]), 0o700) != 0, errno != EEXIST else { continue }
            throw SystemError(errno)
        }
    }

    /// - Returns: a descriptor that holds the lock until it is closed.
    private static func lock(_ path: String) throws(SystemError) -> Int32 {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemError(errno) }
        while flock(descriptor, LOCK_EX) != 0 {
            guard errno == EINTR else {
                let error = errno
                close(descriptor)
                throw SystemError(error)
            }
        }
        return descriptor
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(SystemError) {
        let file = try TemporaryFile(beside: path)
        fchmod(file.descriptor, 0o600)
        let writer = ByteWriter(owning: try file.duplicate())
        let errors = [bytes.withUnsafeBytes { writer.write($0) }, writer.finish()]
        for error in errors where error != 0 { throw SystemError(error) }
        try file.replace(path)
    }
}
