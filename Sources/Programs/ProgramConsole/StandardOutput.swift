import Glibc
import StudioCore
package import StudioRuntime

/// Standard output, for programs. Every write of a command passes through here, and its failure becomes part of how the program ends.
package enum StandardOutput {
    private static let failure = Lock<SystemError?>(nil)

    /// Writes lines, without control characters. Blocks while a reader pauses. The first failure is reported on standard error; nothing
    /// is written after it.
    ///
    /// - Returns: false when the reader has closed it, or the disk is full.
    @discardableResult
    package static func write(_ text: String) -> Bool {
        guard failure.withLock({ $0 }) == nil else { return false }
        let code = Array(text.linesWithoutControls.utf8).withUnsafeBytes { bytes in
            ByteWriter(sharing: STDOUT_FILENO).write(bytes)
        }
        if code != 0 { fail(SystemError(code)) }
        return code == 0
    }

    /// The exit code of a program that would end with `code`. Call it at the end.
    ///
    /// Some file systems report a full disk only when a file is closed.
    package static func exitCode(after code: Int32) -> Int32 {
        let last = dup(STDOUT_FILENO)
        if last >= 0, close(last) != 0, errno != EINTR { fail(SystemError(errno)) }
        return exitCode(after: code, hasFailed: failure.withLock { $0 } != nil)
    }

    /// The exit code of a program that would end with `code`. A command's own code stays.
    package static func exitCode(after code: Int32, hasFailed: Bool) -> Int32 {
        guard hasFailed, let reason = ExitReason(rawValue: code) else { return code }
        return ExitReason.first(of: [reason, .output]).rawValue
    }

    private static func fail(_ error: SystemError) {
        let isFirst = failure.withLock { failure in
            defer { failure = failure ?? error }
            return failure == nil
        }
        if isFirst { Console(level: .error).report(.error, message(error)) }
    }

    /// One line for a write that failed.
    package static func message(_ error: SystemError) -> String {
        let remedy =
            switch error.code {
            case EPIPE: "check why the reading program ended"
            case EBADF: "it is closed; redirect it to a file, or to /dev/null"
            case ENOSPC, EDQUOT: "free space, or redirect it to another disk"
            default: "redirect it to a file"
            }
        return "cannot write to standard output: \(error); \(remedy)"
    }
}
