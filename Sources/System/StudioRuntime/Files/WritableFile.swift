import Glibc

/// A file that was opened for writing. Outputs, traces, recordings, progress files and reports are all opened here, by the
/// same rule:
///
/// - A missing file is created; a link that leads nowhere gets its target.
/// - An existing regular file is overwritten only with permission. It keeps its owner, mode and other names.
/// - FIFOs and devices are written, not replaced.
/// - A file that this process reads or writes already is rejected before it is changed.
/// - Below a ``RestrictedFolder``, only regular files are written, and no link is followed.
package struct WritableFile: Sendable {
    /// The descriptor, owned by the caller; it does not block.
    package let descriptor: Int32
    /// The path without links at its end.
    package let path: String
    /// The use of a regular file; `nil` for pipes and devices.
    package let claim: FileClaim?
    /// Keeps the path below a restricted folder valid.
    package let location: RestrictedLocation?

    /// The error of opening a file.
    package enum OpenError: Error, Hashable, Sendable {
        /// It exists and may not be overwritten.
        case exists
        /// This process uses it already.
        case inUse(FileUses.Conflict)
        /// No program reads the FIFO.
        case noReader
        /// It may not be used.
        case refused(RestrictedFolder.Refusal)
        /// The error number of a system call.
        case system(Int32)
    }

    private static let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
    /// Other programs may create and remove the file meanwhile.
    private static let attempts = 16

    /// - Parameters:
    ///   - path: the path; links are followed.
    ///   - overwrites: whether an existing regular file is overwritten.
    package init(_ path: String, overwrites: Bool) throws(OpenError) {
        for _ in 0..<Self.attempts {
            var status = stat()
            if stat(path, &status) == 0 {
                if let file = try Self.existing(path, overwrites: overwrites) {
                    self = file
                    return
                }
            } else if errno == ENOENT {
                if let file = try Self.created(LinkTarget.of(path)) {
                    self = file
                    return
                }
            } else {
                throw .system(errno)
            }
        }
        throw .exists
    }

    private init(_ descriptor: Int32, _ path: String, _ claim: FileClaim?, below location: RestrictedLocation? = nil) {
        self.descriptor = descriptor
        self.path = path
        self.claim = claim
        self.location = location
    }

    /// Opens a file below a restricted folder.
    ///
    /// - Parameter overwrites: whether an existing file is overwritten.
    package init(_ path: String, below folder: RestrictedFolder, overwrites: Bool) throws(OpenError) {
        let location: RestrictedLocation
        do throws(RestrictedFolder.Refusal) {
            location = try folder.locate(path)
        } catch {
            throw OpenError(error)
        }
        for _ in 0..<Self.attempts {
            if let new = try Self.created(location.path) {
                self.init(new.descriptor, new.path, new.claim, below: location)
                return
            }
            if let old = try Self.existing(location, overwrites: overwrites) {
                self = old
                return
            }
        }
        throw .exists
    }

    /// - Returns: `nil` when it has disappeared.
    private static func existing(_ location: RestrictedLocation, overwrites: Bool) throws(OpenError) -> WritableFile? {
        do throws(RestrictedFolder.Refusal) {
            try location.check()
        } catch {
            if error == .system(SystemError(ENOENT)) { return nil }
            throw OpenError(error)
        }
        if !overwrites { throw .exists }
        let path = location.path
        let descriptor = open(path, flags | O_NOFOLLOW)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw errno == ELOOP ? .refused(.link) : .system(errno)
        }
        do throws(OpenError) {
            var status = stat()
            guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
            guard status.st_mode & S_IFMT == S_IFREG else { throw .refused(.notRegular) }
            let claim = try Self.claim(status, path)
            guard ftruncate(descriptor, 0) == 0 else { throw .system(errno) }
            return WritableFile(descriptor, path, claim, below: location)
        } catch {
            close(descriptor)
            throw error
        }
    }

    /// - Returns: `nil` when it has disappeared.
    private static func existing(_ path: String, overwrites: Bool) throws(OpenError) -> WritableFile? {
        // A regular file that is kept need not be writable.
        if !overwrites, FileID.isRegularFile(path) { throw .exists }
        // Not truncated yet: it may be in use.
        let descriptor = open(path, flags)
        if descriptor < 0 {
            let code = errno
            if code == ENOENT { return nil }
            var status = stat()
            let isFIFO = stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
            throw code == ENXIO && isFIFO ? .noReader : .system(code)
        }
        do throws(OpenError) {
            return try empty(descriptor, path, overwrites: overwrites)
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func empty(
        _ descriptor: Int32, _ path: String, overwrites: Bool
    ) throws(OpenError) -> WritableFile {
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
        guard status.st_mode & S_IFMT == S_IFREG else { return WritableFile(descriptor, path, nil) }
        if !overwrites { throw .exists }
        let target = LinkTarget.of(path)
        let claim = try Self.claim(status, target)
        guard ftruncate(descriptor, 0) == 0 else { throw .system(errno) }
        return WritableFile(descriptor, target, claim)
    }

    /// - Returns: `nil` when another program has created it meanwhile.
    private static func created(_ path: String) throws(OpenError) -> WritableFile? {
        let descriptor = open(path, flags | O_CREAT | O_EXCL, 0o666)
        if descriptor < 0 {
            if errno == EEXIST { return nil }
            throw .system(errno)
        }
        var status = stat()
        do throws(OpenError) {
            guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
            return WritableFile(descriptor, path, try claim(status, path))
        } catch {
            close(descriptor)
            throw error
        }
    }

    private static func claim(_ status: stat, _ path: String) throws(OpenError) -> FileClaim {
        do throws(FileUses.Conflict) {
            return try FileClaim.writing(status, path)
        } catch {
            throw .inUse(error)
        }
    }
}

extension WritableFile {
    /// A writer of the file, which releases its claim at the end.
    package var writer: ByteWriter { ByteWriter(owning: descriptor, claim: claim) }
}

extension WritableFile.OpenError {
    fileprivate init(_ refusal: RestrictedFolder.Refusal) {
        self = if case .system(let error) = refusal { .system(error.code) } else { .refused(refusal) }
    }

    /// The reason, without the path: `the file exists`.
    package var reason: String {
        switch self {
        case .exists: "the file exists"
        case .inUse(.isRead): "the file is read by this process"
        case .inUse(.isWritten): "the file is written by this process already"
        case .noReader: "no program reads this FIFO"
        case .refused(let refusal): "\(refusal)"
        case .system(let code): "\(SystemError(code))"
        }
    }

    /// One line with the path and what to do.
    package func message(_ path: String) -> String {
        switch self {
        case .exists: "'\(path)' exists; --force overwrites it"
        case .inUse(.isRead): "'\(path)' is read by this process; choose another file"
        case .inUse(.isWritten): "'\(path)' is written by this process already; choose another file"
        case .noReader: "no program reads the FIFO '\(path)'; start the reading program first"
        case .refused(let refusal): "cannot write '\(path)': \(refusal)"
        case .system(let code): "cannot write '\(path)': \(SystemError(code))"
        }
    }
}

/// Follows links by hand, because the system does not create the target of a link exclusively.
package enum LinkTarget {
    /// As many as the system follows.
    private static let limit = 40

    /// The path after all links at its end.
    package static func of(_ path: String) -> String {
        var path = path
        for _ in 0..<limit {
            guard let target = read(path) else { return path }
            guard !target.hasPrefix("/"), let slash = path.lastIndex(of: "/") else {
                path = target
                continue
            }
            path = path[...slash] + target
        }
        return path
    }

    /// The content of a link; `nil` for anything else.
    private static func read(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink(path, &bytes, Int(PATH_MAX))
        return count > 0 ? String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self) : nil
    }
}
