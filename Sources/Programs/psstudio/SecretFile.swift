import ArgumentParser
import MediaOutputs
import StudioCore
import StudioRuntime

/// A file whose first line is a secret.
enum SecretFile {
    /// Reads the secret. No message repeats the path: it may be the secret itself.
    ///
    /// - Throws: a `ValidationError`.
    static func read(_ path: String, _ secret: OutputSecret) throws -> SecretLine {
        let bytes: [UInt8]
        do throws(SystemError) {
            // A FIFO, too, such as a shell's `<(secret-tool lookup …)`.
            bytes = try FileContent.start(of: path, atMost: SecretLine.longest + 1)
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
}
