import Glibc

/// A folder below which files may be used, and nowhere else.
///
/// A path is walked name by name, each below the open folder before it, and no link is followed. So nothing that another program
/// exchanges meanwhile leads out of the folder.
package struct RestrictedFolder: Hashable, Sendable {
    /// Why a file may not be used.
    package enum Refusal: Error, Hashable, Sendable {
        /// No folder was chosen.
        case noFolder
        /// The path leads out of the folder.
        case outside
        /// A part of the path is a link.
        case link
        /// It is a folder, a FIFO or a device.
        case notRegular
        case system(SystemError)
    }

    /// The path of the folder: absolute, without links and without a `/` at its end; empty when no file may be used.
    package let path: String

    /// - Parameter path: an absolute path without links, or an empty text.
    package init(_ path: String) {
        self.path = path
    }

    /// A folder under the path that it really has.
    ///
    /// - Throws: a `SystemError` for anything but a folder.
    package init(resolving path: String) throws(SystemError) {
        guard let resolved = realpath(path, nil) else { throw SystemError(errno) }
        defer { free(resolved) }
        var status = stat()
        guard stat(resolved, &status) == 0 else { throw SystemError(errno) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw SystemError(ENOTDIR) }
        self.path = String(cString: resolved)
    }

    /// The names that lead from the folder to a file. Bytes are compared, because a character may contain a `/`.
    func names(_ text: String) throws(Refusal) -> [String] {
        guard !path.isEmpty else { throw .noFolder }
        var rest = Array(text.utf8)[...]
        guard !rest.contains(0) else { throw .outside }
        if rest.first == Self.slash {
            guard let below = below(rest) else { throw .outside }
            rest = below
        }
        let names = rest.split(separator: Self.slash).map { String(decoding: $0, as: UTF8.self) }.filter { $0 != "." }
        guard !names.isEmpty, rest.last != Self.slash, !names.contains("..") else { throw .outside }
        return names
    }

    private static let slash = UInt8(ascii: "/")

    /// What follows the folder in an absolute path, which may lead to the folder by links, as the user's own path of it; `nil` for a
    /// path that does not. Only the rest is used, from the folder that is open: a link that is exchanged leads nowhere else.
    private func below(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
        let prefix = Array((path == "/" ? path : path + "/").utf8)
        if text.starts(with: prefix) { return text.dropFirst(prefix.count) }
        var own = stat()
        guard stat(path, &own) == 0 else { return nil }
        for index in text.indices.dropFirst() where text[index] == Self.slash {
            var status = stat()
            guard stat(String(decoding: text[..<index], as: UTF8.self), &status) == 0 else { return nil }
            if (status.st_dev, status.st_ino) == (own.st_dev, own.st_ino) { return text[(index + 1)...] }
        }
        return nil
    }

    /// The whole path of a file, which is relative to the folder, or has a path of the folder in front.
    ///
    /// - Throws: a ``Refusal`` for a path that leads elsewhere, and for what is not a regular file. A missing file is
    ///   none.
    package func path(of text: String) throws(Refusal) -> String {
        let whole = (path == "/" ? "" : path) + "/" + (try names(text)).joined(separator: "/")
        do throws(Refusal) {
            try locate(text).check()
        } catch {
            // Reported when the file is opened.
            if case .system = error { return whole }
            throw error
        }
        return whole
    }

    private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

    /// Opens the folder of a file.
    ///
    /// - Parameter createsFolders: whether missing folders below this one are created.
    package func locate(_ text: String, createsFolders: Bool = false) throws(Refusal) -> RestrictedLocation {
        let names = try names(text)
        let folder = try openFolder(names.dropLast(), createsFolders: createsFolders)
        return RestrictedLocation(folder, names[names.count - 1])
    }

    /// Opens the folder to which names lead from this one.
    ///
    /// - Returns: its descriptor.
    func openFolder(_ names: some Sequence<String>, createsFolders: Bool = false) throws(Refusal) -> Int32 {
        // Links in its own path are the user's.
        var folder = Glibc.open(path, Self.flags)
        guard folder >= 0 else { throw .system(SystemError(errno)) }
        for name in names {
            let next = Result { () throws(Refusal) in try Self.open(name, in: folder, creates: createsFolders) }
            close(folder)
            folder = try next.get()
        }
        return folder
    }

    private static func open(_ name: String, in folder: Int32, creates: Bool) throws(Refusal) -> Int32 {
        var next = openat(folder, name, flags | O_NOFOLLOW)
        if next < 0, errno == ENOENT, creates {
            guard mkdirat(folder, name, 0o777) == 0 || errno == EEXIST else { throw .system(SystemError(errno)) }
            next = openat(folder, name, flags | O_NOFOLLOW)
        }
        guard next < 0 else { return next }
        let error = SystemError(errno)
        var status = stat()
        let isLink = fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 && status.st_mode & S_IFMT == S_IFLNK
        throw isLink ? .link : .system(error)
    }

    /// Opens a regular file that will be read.
    package func open(_ text: String) throws(Refusal) -> Int32 {
        let location = try locate(text)
        // A FIFO or a device would notice that it is opened.
        try location.check()
        let descriptor = Glibc.open(location.path, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_NOCTTY | O_CLOEXEC)
        guard descriptor >= 0 else { throw errno == ELOOP ? .link : .system(SystemError(errno)) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
            close(descriptor)
            throw .notRegular
        }
        return descriptor
    }
}

extension RestrictedFolder.Refusal: CustomStringConvertible {
    /// One line without the path.
    package var description: String {
        switch self {
        case .noFolder: "no folder for files is chosen; start the server with --serve-folder FOLDER"
        case .outside: "the path leads out of the folder for files; name a file below it"
        case .link: "a part of the path is a link, which is not followed; name the file itself"
        case .notRegular: "it is a folder, a FIFO or a device; name a regular file"
        case .system(let error): "\(error)"
        }
    }
}

/// A name in a folder that is open, so that its path leads there whatever is moved or exchanged meanwhile.
package final class RestrictedLocation: Sendable {
    private let folder: Int32
    private let name: String

    /// - Parameter folder: an open folder, which belongs to this object.
    fileprivate init(_ folder: Int32, _ name: String) {
        (self.folder, self.name) = (folder, name)
    }

    deinit { close(folder) }

    /// A path that is valid as long as this object is retained. Its end may be a link.
    package var path: String { "/proc/self/fd/\(folder)/\(name)" }

    /// Checks what has the name at present.
    ///
    /// - Throws: a `Refusal` for anything but a regular file, also a missing one.
    package func check() throws(RestrictedFolder.Refusal) {
        var status = stat()
        guard fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .system(SystemError(errno)) }
        switch status.st_mode & S_IFMT {
        case S_IFREG: break
        case S_IFLNK: throw .link
        default: throw .notRegular
        }
    }
}
