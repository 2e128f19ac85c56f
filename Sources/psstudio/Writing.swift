import Glibc
import StudioRuntime

/// Standard output, for machines.
enum StandardOutput {
    /// False when the reader is gone or the disk is full. Waits for a reader that pauses.
    @discardableResult
    static func write(_ text: String) -> Bool {
        Array(text.utf8).withUnsafeBytes { ByteWriter(sharing: STDOUT_FILENO).write($0) } == 0
    }
}

/// Writes texts to a descriptor whose reader may stop reading, and does not wait for it.
///
/// A text is written whole or not at all: one that was begun is finished before the next one.
final class TextWriter {
    private let writer: ByteWriter
    private var rest: [UInt8] = []
    /// Whether everything was written or left out for a reader that pauses; false when the reader is gone or the disk is full.
    private(set) var isIntact = true
    /// Whether the last text was left out: whoever waits for one text does not wait for each of many.
    private var isStuck = false

    init(_ writer: ByteWriter) {
        self.writer = writer
    }

    /// Writes a text; one that nobody begins to take within `milliseconds` is left out.
    ///
    /// - Returns: false when it was left out.
    @discardableResult
    func write(_ text: String, patience milliseconds: Int32) -> Bool {
        let patience = isStuck ? 0 : milliseconds
        guard isIntact, finishRest(patience) else { return false }
        rest = Array(text.utf8)
        let count = rest.count
        isStuck = !finishRest(patience)
        let isLeftOut = rest.count == count
        if isLeftOut { rest = [] }
        return !isLeftOut
    }

    /// False when some of it is left.
    private func finishRest(_ patience: Int32) -> Bool {
        let (count, error) = rest.withUnsafeBytes { writer.write($0, patience: patience) }
        rest.removeFirst(count)
        isIntact = error == 0 || error == EAGAIN
        return rest.isEmpty
    }
}

/// Where `--progress` writes to.
final class ProgressFile {
    /// Why it cannot be opened: one line.
    struct OpenError: Error, CustomStringConvertible {
        let description: String
    }

    private let writer: TextWriter
    /// Whether everything was written; false when the reader is gone or the disk is full.
    var isIntact: Bool { writer.isIntact }

    /// - Parameter overwrites: whether a regular file that exists is emptied; FIFOs and devices are written to in any case.
    init(_ path: String, overwrites: Bool) throws(OpenError) {
        if path == "-" {
            writer = TextWriter(ByteWriter(sharing: STDOUT_FILENO))
            return
        }
        let flags = O_WRONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY
        // Created exclusively; what exists is opened as it is, and emptied where that is allowed.
        let created = open(path, flags | O_CREAT | O_EXCL, 0o666)
        let descriptor = created >= 0 || errno != EEXIST ? created : open(path, overwrites ? flags | O_TRUNC : flags)
        guard descriptor >= 0 else {
            throw OpenError(
                description: "the progress file '\(path)' cannot be written: \(String(cString: strerror(errno)))")
        }
        writer = TextWriter(ByteWriter(owning: descriptor))
        var status = stat()
        fstat(descriptor, &status)
        if created < 0, !overwrites, status.st_mode & S_IFMT == S_IFREG {
            throw OpenError(description: "'\(path)' exists; --force overwrites it")
        }
    }

    /// Writes a block; one that nobody takes within `patience` is left out, the session does not wait for its audience.
    func write(_ text: String, patience milliseconds: Int32 = 0) {
        writer.write(text, patience: milliseconds)
    }
}
