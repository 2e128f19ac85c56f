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
    private static let maximumHoldIntervals = 5000
    /// In microseconds.
    private static let holdInterval: UInt32 = 2000

    /// Waits while the folder has a file `hold`, ten seconds at most: a controller that starts an app makes that file first, and
    /// removes it when it follows the events, so that it misses none.
    package func waitWhileHeld() {
        guard case .inFolder(let folder) = self else { return }
        for _ in 0..<Self.maximumHoldIntervals {
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

    /// The folder of automatic sockets, which is made if it is missing.
    ///
    /// - Throws: a ``ControlSocketError`` when it cannot be used.
    package static func makeFolder() throws(ControlSocketError) -> String {
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
            throw ControlSocketError(folder, "not a folder; remove it, or set XDG_RUNTIME_DIR")
        }
        guard status.st_uid == geteuid() else {
            throw ControlSocketError(
                folder,
                "the folder belongs to user \(status.st_uid), not to user \(geteuid()); remove it, "
                    + "or set XDG_RUNTIME_DIR")
        }
        if status.st_mode & 0o077 != 0, chmod(folder, 0o700) != 0 { throw ControlSocketError(folder, errno) }
    }

    /// The automatic sockets of this user, in the order of their names, without those of programs that were killed.
    ///
    /// - Parameter removesAbandoned: whether each is connected to, to remove those of programs that were killed.
    /// - Throws: a ``ControlSocketError`` when the folder cannot be used.
    package static func sockets(removesAbandoned: Bool = true) throws(ControlSocketError) -> [String] {
        let folder = folder
        var status = stat()
        if lstat(folder, &status) != 0, errno == ENOENT { return [] }
        try checkFolder(folder)
        // While a session opens its socket, abandoned ones are left to it, or to the next call.
        if removesAbandoned, let lock = try? FolderLock(folder, of: folder, isPatient: false) {
            ControlSocketFile.removeAbandoned(in: entries(of: folder))
            lock.release()
        }
        return entries(of: folder)
    }

    /// The sockets in a folder that the user named, in the order of their names.
    ///
    /// - Throws: a ``ControlSocketError`` when others can write to the folder.
    package static func sockets(in folder: String) throws(ControlSocketError) -> [String] {
        try checkPrivacy(folder)
        return entries(of: folder)
    }

    /// The sockets in a folder by name, whether or not somebody listens.
    static func entries(of folder: String) -> [String] {
        guard let entries = opendir(folder) else { return [] }
        defer { closedir(entries) }
        var names: [String] = []
        while let entry = readdir(entries) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".sock") { names.append(folder.hasSuffix("/") ? folder + name : folder + "/" + name) }
        }
        return names.sorted()
    }

    /// Where a controller looks for a session, in this order: an identifier or a name in the folder of automatic sockets,
    /// or a path.
    package static func candidates(for text: String) -> [String] {
        if text.contains("/") { return [text] }
        return ["\(folder)/\(text).sock", "\(folder)/\(text)", text]
    }
}

/// Why there is no control socket, in one line.
package struct ControlSocketError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ path: String, _ reason: String) { description = "\(path): \(reason)" }

    init(_ path: String, _ code: Int32) { self.init(path, String(cString: strerror(code))) }

    init(_ description: String) { self.description = description }
}
