import Glibc
package import StudioRuntime

/// The file of a token, which only its user can read.
package struct TokenFile: Sendable {
    /// The path.
    package let path: String
    /// What tells it from another file that has the path later.
    private let device: dev_t
    private let inode: ino_t

    /// Writes a token to a new file with the mode 0600. A file of that name is replaced, never written to: it may be a link, or
    /// be open elsewhere.
    ///
    /// - Throws: a `SystemError`.
    package init(_ token: AccessToken, at path: String) throws(SystemError) { try self.init(token.text, at: path) }

    /// The same for a password.
    ///
    /// - Throws: a `SystemError`.
    package init(_ text: String, at path: String) throws(SystemError) {
        self.path = path
        if unlink(path) != 0, errno != ENOENT { throw SystemError(errno) }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else { throw SystemError(errno) }
        defer { close(descriptor) }
        let line = Array("\(text)\n".utf8)
        var status = stat()
        _ = fstat(descriptor, &status)
        (device, inode) = (status.st_dev, status.st_ino)
        guard write(descriptor, line, line.count) == line.count else {
            let error = errno
            unlink(path)
            throw SystemError(error)
        }
    }

    /// Removes the file, unless another server has written its own meanwhile.
    package func remove() {
        var status = stat()
        guard lstat(path, &status) == 0, (status.st_dev, status.st_ino) == (device, inode) else { return }
        unlink(path)
    }

    /// Reads the token of a file that the user made, or of a pipe such as a shell's `<(secret-tool lookup …)`.
    ///
    /// - Throws: a text with what is wrong.
    package static func read(_ path: String) throws(TokenFileError) -> AccessToken {
        // Not blocking, because the open of a FIFO without a writer would wait forever; it is empty instead.
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw TokenFileError("\(path): \(SystemError(errno))") }
        defer { close(descriptor) }
        _ = fcntl(descriptor, F_SETFL, 0)
        guard FilePrivacy.isPrivate(descriptor) else {
            throw TokenFileError("\(path): other users can read the token file; run chmod 600 on it")
        }
        let bytes: [UInt8]
        do throws(SystemError) {
            bytes = try FileContent.bytes(of: descriptor, atMost: 1024)
        } catch {
            throw TokenFileError("\(path): \(error)")
        }
        let line = bytes.prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        return try token(String(decoding: line, as: UTF8.self), of: path)
    }

    /// The token of a text that the user chose.
    ///
    /// - Throws: a text with what is wrong.
    package static func token(_ text: String, of name: String) throws(TokenFileError) -> AccessToken {
        guard let token = AccessToken(text) else {
            throw TokenFileError(
                "\(name): the first line is not a token; write at least \(AccessToken.shortest) letters and digits to it"
            )
        }
        return token
    }
}

/// Why a token file cannot be used, in one line.
package struct TokenFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) { self.description = description }
}
