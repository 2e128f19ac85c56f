import ArgumentParser
import Glibc
import MediaOutputs
import StudioCore
import StudioRuntime

/// A file whose first line is a secret.
enum SecretFile {
    /// Reads the secret. No message repeats the path: it may be the secret itself.
    ///
    /// - Throws: a `ValidationError`.
    static func read(_ path: String, _ secret: OutputSecret) throws -> SecretLine {
        let bytes: ArraySlice<UInt8>
        do throws(SystemError) {
            bytes = try firstBytes(of: path)
        } catch {
            throw ValidationError(
                "cannot read the \(secret.name) file: \(error); \(secret.option) expects the path of a file with the \(secret.noun)"
            )
        }
        FileClaim.protect(path)
        let value: SecretLine
        do throws(SecretLine.ParseError) {
            value = try SecretLine(bytes)
        } catch {
            throw ValidationError("the \(secret.name) file \(error); write the \(secret.noun) to its first line")
        }
        try checked { try secret.check(value) }
        return value
    }

    /// The first bytes of a file. Supports FIFOs, such as a shell's `<(secret-tool lookup …)`.
    private static func firstBytes(of path: String) throws(SystemError) -> ArraySlice<UInt8> {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemError(errno) }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: SecretLine.longest + 1)
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { bytes in
                Glibc.read(descriptor, bytes.baseAddress.map { $0 + filled }, bytes.count - filled)
            }
            if count < 0, errno != EINTR { throw SystemError(errno) }
            if count == 0 { break }
            filled += max(0, count)
        }
        return bytes.prefix(filled)
    }
}
