import Glibc
import StudioCore
import StudioRuntime

/// What people see on standard error: lines that stay, and one status line that is renewed.
final class Console: Sendable {
    enum Level: Int, Comparable {
        case error, note, detail
        static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    let isTerminal = isatty(STDERR_FILENO) == 1
    private let hasColor: Bool
    private let level: Level
    private let hasStatus = Lock(false)

    init(level: Level) {
        self.level = level
        hasColor = isTerminal && getenv("NO_COLOR") == nil
    }

    /// A line that stays. One that nobody takes for a second is lost: media does not wait for its audience.
    func say(_ level: Level, _ text: String) {
        guard level <= self.level, FileDescriptorWriter.isWritable(STDERR_FILENO, milliseconds: 1000) else { return }
        hasStatus.withLock { hasStatus in
            let clear = hasStatus ? "\r\u{1B}[2K" : ""
            hasStatus = false
            let mark = level == .error && hasColor ? "\u{1B}[31mpsstudio:\u{1B}[0m " : "psstudio: "
            FileDescriptorWriter.write(clear + mark + text + "\n", to: STDERR_FILENO)
        }
    }

    /// Renews the status line on a terminal; elsewhere it is a line like others.
    func status(_ text: String) {
        guard level >= .note, FileDescriptorWriter.isWritable(STDERR_FILENO, milliseconds: 0) else { return }
        hasStatus.withLock { hasStatus in
            guard isTerminal else {
                FileDescriptorWriter.write(text + "\n", to: STDERR_FILENO)
                return
            }
            hasStatus = true
            FileDescriptorWriter.write("\r\u{1B}[2K" + String(text.prefix(columns - 1)), to: STDERR_FILENO)
        }
    }

    /// Leaves the status line standing and goes to the next.
    func endStatus() {
        hasStatus.withLock { hasStatus in
            if hasStatus { FileDescriptorWriter.write("\n", to: STDERR_FILENO) }
            hasStatus = false
        }
    }

    private var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20 ? Int(size.ws_col) : 80
    }
}
