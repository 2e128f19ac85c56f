import Glibc
import StudioCore
import StudioRuntime

/// Standard output, for machines.
enum StandardOutput {
    /// Writes everything; a closed pipe is no one's fault at the end of a run.
    static func write(_ text: String) {
        FileDescriptorWriter.write(text, to: STDOUT_FILENO)
    }
}

enum FileDescriptorWriter {
    /// False when the reader is gone or the disk is full.
    @discardableResult
    static func write(_ text: String, to descriptor: Int32) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno != EINTR { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }
}

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

    /// A line that stays.
    func say(_ level: Level, _ text: String) {
        guard level <= self.level else { return }
        hasStatus.withLock { hasStatus in
            let clear = hasStatus ? "\r\u{1B}[2K" : ""
            hasStatus = false
            let mark = level == .error && hasColor ? "\u{1B}[31mpsstudio:\u{1B}[0m " : "psstudio: "
            FileDescriptorWriter.write(clear + mark + text + "\n", to: STDERR_FILENO)
        }
    }

    /// Renews the status line on a terminal; elsewhere it is a line like others.
    func status(_ text: String) {
        guard level >= .note else { return }
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

enum TimeText {
    /// `00:01:05.250`
    static func clock(_ time: MediaTime) -> String {
        let milliseconds = max(0, time.nanoseconds) / 1_000_000
        let seconds = milliseconds / 1000
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { $0 < 10 ? "0\($0)" : "\($0)" }
        let rest = String(milliseconds % 1000)
        return parts.joined(separator: ":") + "." + String(repeating: "0", count: 3 - rest.count) + rest
    }

    /// One decimal.
    static func decimal(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(abs(tenths % 10))"
    }

    /// `812 kB`, `3.4 MB`
    static func bytes(_ count: UInt64) -> String {
        count < 1_000_000 ? "\(count / 1000) kB" : decimal(Double(count) / 1e6) + " MB"
    }
}
