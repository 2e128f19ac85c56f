import ArgumentParser
import Glibc
import StudioCore
import StudioRuntime

/// A file whose first line is a secret.
enum SecretFile {
    /// Reads the secret. No message repeats the path: it may be the secret itself.
    ///
    /// - Parameters:
    ///   - option: the option with the path.
    ///   - name: the name of the file: `stream key`.
    ///   - secret: the name of the secret: `key`.
    static func read(_ path: String, of option: String, name: String, secret: String) throws -> String {
        let bytes: ArraySlice<UInt8>
        do throws(SystemError) {
            bytes = try firstBytes(of: path)
        } catch {
            throw ValidationError(
                "cannot read the \(name) file: \(error); \(option) expects the path of a file with the \(secret)")
        }
        FileClaim.protect(path)
        do throws(SecretLine.ParseError) {
            return try SecretLine(bytes).text
        } catch {
            throw ValidationError("the \(name) file \(error); write the \(secret) to its first line")
        }
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
