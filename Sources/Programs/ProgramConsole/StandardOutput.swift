import Glibc
import StudioCore
import StudioRuntime

/// Standard output, for programs.
package enum StandardOutput {
    /// Writes lines, without control characters. Returns false when the reader has closed it or the disk is full. Blocks
    /// while a reader pauses.
    @discardableResult
    package static func write(_ text: String) -> Bool {
        Array(text.linesWithoutControls.utf8).withUnsafeBytes { ByteWriter(sharing: STDOUT_FILENO).write($0) } == 0
    }
}
