import ArgumentParser
import Glibc
import StudioCore
import StudioRuntime

/// Standard output, for programs.
enum StandardOutput {
    /// Writes lines, without control characters. Returns false when the reader has closed it or the disk is full. Blocks
    /// while a reader pauses.
    @discardableResult
    static func write(_ text: String) -> Bool {
        Array(text.linesWithoutControls.utf8).withUnsafeBytes { ByteWriter(sharing: STDOUT_FILENO).write($0) } == 0
    }
}

/// Writes texts to a descriptor without blocking on its reader.
///
/// A text is written completely or not at all; a partial text is completed before the next one.
final class TextWriter {
    private let writer: ByteWriter
    private var rest: [UInt8] = []
    /// Whether all texts were written or dropped for a paused reader; false when the reader has closed it or the disk
    /// is full.
    private(set) var isIntact = true
    /// Whether the last text was dropped: the next text then does not wait again.
    private var isStuck = false

    init(_ writer: ByteWriter) {
        self.writer = writer
    }

    /// Writes a text; it is dropped when the descriptor accepts none of it within `milliseconds`.
    ///
    /// - Returns: false when it was dropped.
    @discardableResult
    func write(_ text: String, timeout milliseconds: Int32) -> Bool {
        let timeout = isStuck ? 0 : milliseconds
        guard isIntact, finishRest(timeout) else { return false }
        rest = Array(text.utf8)
        let count = rest.count
        isStuck = !finishRest(timeout)
        let isDropped = rest.count == count
        if isDropped { rest = [] }
        return !isDropped
    }

    /// Returns false when a part is left.
    private func finishRest(_ timeout: Int32) -> Bool {
        let (count, error) = rest.withUnsafeBytes { writer.write($0, timeout: timeout) }
        rest.removeFirst(count)
        isIntact = error == 0 || error == EAGAIN
        return rest.isEmpty
    }
}

/// The file of `--progress`.
final class ProgressFile {
    private let writer: TextWriter
    /// Whether everything was written; false when the reader has closed it or the disk is full.
    var isIntact: Bool { writer.isIntact }

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
