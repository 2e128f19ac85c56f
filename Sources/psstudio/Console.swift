import Glibc
import StudioCore
import StudioRuntime

/// Standard error for people: lines that stay, and below them the status, which is renewed.
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
        /// Rows of the status on the terminal.
        var statusRows = 0

        /// Moves to the first row of the status, and clears everything from there.
        private var clearing: String {
            guard statusRows > 0 else { return "" }
            return "\r" + (statusRows > 1 ? "\u{1B}[\(statusRows - 1)A" : "") + "\u{1B}[J"
        }

        /// Puts a text in the place of the status; its last `rows` rows are the new one.
        mutating func replaceStatus(with text: String, rows: Int, patience: Int32) {
            if writer.write(clearing + text, patience: patience) { statusRows = rows }
        }
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
            state.replaceStatus(with: mark + text + "\n", rows: 0, patience: Self.patience)
        }
    }

    /// A line of a library, as it is. One that nobody takes at once is lost.
    func log(_ text: String) {
        state.withLock { _ = $0.writer.write(text + "\n", patience: 0) }
    }

    /// Renews the status on a terminal, as many rows as fit; elsewhere it is one line like others.
    func status(_ rows: [String]) {
        guard level >= .note else { return }
        guard isTerminal else {
            let line = rows.map { $0.trimmingPrefix("  ") }.joined(separator: "  | ") + "\n"
            return state.withLock { _ = $0.writer.write(line, patience: 0) }
        }
        let size = size
        let shown = rows.prefix(size.rows - 1).map { String($0.prefix(size.columns - 1)) }
        state.withLock { state in
            state.replaceStatus(with: shown.joined(separator: "\n"), rows: shown.count, patience: 0)
        }
    }

    /// Leaves the status standing and goes to the next line.
    func endStatus() {
        state.withLock { state in
            if state.statusRows > 0 { state.writer.write("\n", patience: Self.patience) }
            state.statusRows = 0
        }
    }

    private var size: (columns: Int, rows: Int) {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 20, size.ws_row > 2 else {
            return (80, 24)
        }
        return (Int(size.ws_col), Int(size.ws_row))
    }
}
