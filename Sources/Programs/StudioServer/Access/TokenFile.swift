import Glibc
package import StudioRuntime

/// The file of a token, which only its user can read.
package struct TokenFile: Sendable {
    /// The path.
    package let path: String

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
        guard write(descriptor, line, line.count) == line.count else {
            let error = errno
            unlink(path)
            throw SystemError(error)
        }
    }

    /// Removes the file.
    package func remove() { unlink(path) }

    /// Reads the token of a file that the user made.
    ///
    /// - Throws: a text with what is wrong.
    package static func read(_ path: String) throws(TokenFileError) -> AccessToken {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw TokenFileError("\(path): \(SystemError(errno))") }
        defer { close(descriptor) }
        guard FilePrivacy.isPrivate(descriptor) else {
            throw TokenFileError("\(path): other users can read the token file; run chmod 600 on it")
        }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = Glibc.read(descriptor, &bytes, bytes.count)
        guard count >= 0 else { throw TokenFileError("\(path): \(SystemError(errno))") }
        let line = bytes.prefix(count).prefix { $0 != UInt8(ascii: "\n") && $0 != UInt8(ascii: "\r") }
        guard let token = AccessToken(String(decoding: line, as: UTF8.self)) else {
            throw TokenFileError(
                "\(path): the first line is not a token; write at least \(AccessToken.shortest) letters and digits to it"
            )
        }
        return token
    }
}

/// Why a token file cannot be used, in one line.
package struct TokenFileError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    init(_ description: String) { self.description = description }
}
