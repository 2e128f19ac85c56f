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
    private let state = Lock(State())

    private struct State {
        let writer = TextWriter(ByteWriter(sharing: STDERR_FILENO))
        var hasStatus = false
    }

    /// Milliseconds that a line which stays may wait for somebody to take it.
    private static let patience: Int32 = 1000

    init(level: Level) {
        self.level = level
        hasColor = isTerminal && getenv("NO_COLOR") == nil
    }

    /// A line that stays. One that nobody takes for a second is lost: media does not wait for its audience.
    func say(_ level: Level, _ text: String) {
        guard level <= self.level else { return }
        let mark = level == .error && hasColor ? "\u{1B}[31mpsstudio:\u{1B}[0m " : "psstudio: "
        state.withLock { state in
            let clear = state.hasStatus ? "\r\u{1B}[2K" : ""
            state.hasStatus = false
            state.writer.write(clear + mark + text + "\n", patience: Self.patience)
        }
    }

    /// A line of a library, as it is. One that nobody takes at once is lost.
    func log(_ text: String) {
        state.withLock { $0.writer.write(text + "\n", patience: 0) }
    }

    /// Renews the status line on a terminal; elsewhere it is a line like others.
    func status(_ text: String) {
        guard level >= .note else { return }
        let line = isTerminal ? "\r\u{1B}[2K" + String(text.prefix(columns - 1)) : text + "\n"
        state.withLock { state in
            state.hasStatus = isTerminal
            state.writer.write(line, patience: 0)
        }
    }

    /// Leaves the status line standing and goes to the next.
    func endStatus() {
        state.withLock { state in
            if state.hasStatus { state.writer.write("\n", patience: Self.patience) }
            state.hasStatus = false
        }
    }

    private var columns: Int {
        var size = winsize()
        return ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 20 ? Int(size.ws_col) : 80
    }
}
