import Glibc

/// Where a control socket is: a path, a folder for one of its own, or `auto` for one of its own in the user's folder.
package enum ControlPlace: Hashable, Sendable {
    case path(String)
    /// `SESSION.sock` in this folder, which ends in `/`.
    case inFolder(String)
    /// `SESSION.sock` in the folder of all automatic sockets.
    case automatic

    /// - Parameter text: the value of `--control` or `PSSTUDIO_CONTROL`.
    package init(_ text: String) {
        self = text == "auto" ? .automatic : text.hasSuffix("/") ? .inFolder(text) : .path(text)
    }

    /// The path of the socket. The folder of automatic sockets is made if it is missing.
    ///
    /// - Throws: a ``ControlSocketError`` when that folder cannot be used.
    func path(of session: String) throws(ControlSocketError) -> String {
        switch self {
        case .path(let path): return path
        case .inFolder(let folder):
            try Self.checkPrivacy(folder)
            return folder + "\(session).sock"
        case .automatic: return try Self.makeFolder() + "/\(session).sock"
        }
    }

    /// How long a session waits for a controller at most, in units of `holdInterval`.
    private static let mostHoldIntervals = 5000
    /// In microseconds.
    private static let holdInterval: UInt32 = 2000

    /// Waits while the folder has a file `hold`, ten seconds at most: a controller that starts an app makes that file first, and
    /// removes it when it follows the events, so that it misses none.
    package func waitWhileHeld() {
        guard case .inFolder(let folder) = self else { return }
        for _ in 0..<Self.mostHoldIntervals {
            guard access(folder + "hold", F_OK) == 0 else { return }
            usleep(Self.holdInterval)
        }
    }

    /// The folder of all automatic sockets of this user: `$XDG_RUNTIME_DIR/psstudio`, or `psstudio-UID` in the folder for
    /// temporary files.
    package static var folder: String {
        if let runtime = variable("XDG_RUNTIME_DIR") { return runtime + "/psstudio" }
        return (variable("TMPDIR") ?? "/tmp") + "/psstudio-\(geteuid())"
    }

    private static func variable(_ name: String) -> String? {
        guard var text = getenv(name).map({ String(cString: $0) }), text.hasPrefix("/") else { return nil }
        while text.count > 1, text.hasSuffix("/") { text.removeLast() }
        return text
    }

    private static func makeFolder() throws(ControlSocketError) -> String {
        let folder = folder
        if mkdir(folder, 0o700) != 0, errno != EEXIST { throw ControlSocketError(folder, errno) }
        try checkFolder(folder)
        return folder
    }

    /// Checks that nobody else can put sockets into a folder that the user named. Its mode is not changed.
    private static func checkPrivacy(_ folder: String) throws(ControlSocketError) {
        var status = stat()
        guard stat(folder, &status) == 0 else { throw ControlSocketError(folder, errno) }
        guard status.st_uid == geteuid(), status.st_mode & 0o022 == 0 else {
            throw ControlSocketError(
                "\(folder): others can write to the folder; choose one of your own with the mode 0700")
        }
    }

    /// Checks that nobody else can put sockets into the folder.
    package static func checkFolder(_ folder: String) throws(ControlSocketError) {
        var status = stat()
        guard lstat(folder, &status) == 0 else { throw ControlSocketError(folder, errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else {
            throw ControlSocketError("\(folder): not a folder; remove it, or set XDG_RUNTIME_DIR")
        }
        guard status.st_uid == geteuid() else {
            throw ControlSocketError(
                "\(folder): the folder belongs to user \(status.st_uid), not to user \(geteuid()); remove it, "
                    + "or set XDG_RUNTIME_DIR")
        }
        if status.st_mode & 0o077 != 0, chmod(folder, 0o700) != 0 { throw ControlSocketError(folder, errno) }
    }

    /// The automatic sockets of this user, in the order of their names, whether or not somebody listens.
    package static var sockets: [String] {
        guard (try? checkFolder(folder)) != nil, let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".sock") { names.append(folder + "/" + name) }
        }
        return names.sorted()
    }
}

/// Why there is no control socket, in one line.
package struct ControlSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) {
        self.description = description
    }

    init(_ path: String, _ code: Int32) {
        description = "\(path): \(String(cString: strerror(code)))"
    }
}
