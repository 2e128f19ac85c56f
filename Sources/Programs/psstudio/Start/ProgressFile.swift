import ArgumentParser
import Glibc
import ProgramConsole
import StudioRuntime

/// The file of `--progress`.
final class ProgressFile {
    private let writer: TextWriter
    /// Why not everything was written: the reader has closed it, or the disk is full.
    var failure: SystemError? { writer.failure }

    /// - Parameter overwrites: whether an existing regular file is overwritten; FIFOs and devices are always opened.
    init(_ path: String, overwrites: Bool) throws(ValidationError) {
        if path == "-" {
            writer = TextWriter(ByteWriter(sharing: STDOUT_FILENO))
            return
        }
        do throws(WritableFile.OpenError) {
            writer = TextWriter(try WritableFile(path, overwrites: overwrites).writer)
        } catch {
            guard case .system(let code) = error else { throw ValidationError(error.message(path)) }
            throw ValidationError("cannot write the progress file '\(path)': \(SystemError(code))")
        }
    }

    /// Writes a block; it is dropped when the file blocks for `timeout`, because the session does not wait for its
    /// reader.
    func write(_ text: String, timeout milliseconds: Int32 = 0) {
        writer.write(text, timeout: milliseconds)
    }
}
