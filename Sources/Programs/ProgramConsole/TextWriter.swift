import Glibc
package import StudioRuntime

/// Writes texts to a descriptor without blocking on its reader.
///
/// A text is written completely or not at all; a partial text is completed before the next one.
package final class TextWriter {
    private let writer: ByteWriter
    private var rest: [UInt8] = []
    /// Why a text could not be written: the reader has closed it, or the disk is full. `nil` while texts are written, or dropped for a
    /// paused reader.
    package private(set) var failure: SystemError?
    /// Whether the last text was dropped: the next text then does not wait again.
    private var isStuck = false

    package init(_ writer: ByteWriter) {
        self.writer = writer
    }

    /// Writes a text; it is dropped when the descriptor accepts none of it within `milliseconds`.
    ///
    /// - Returns: false when it was dropped.
    @discardableResult
    package func write(_ text: String, timeout milliseconds: Int32) -> Bool {
        let timeout = isStuck ? 0 : milliseconds
        guard failure == nil, finishRest(timeout) else { return false }
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
        if error != 0, error != EAGAIN { failure = SystemError(error) }
        return rest.isEmpty
    }
}
