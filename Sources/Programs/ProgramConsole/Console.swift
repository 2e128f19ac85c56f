import Glibc
import StudioCore
import StudioRuntime

/// Standard error for people: permanent lines, and the status below them.
///
/// No text reaches the terminal with control characters, nor with secrets of a mistyped address.
package final class Console: Sendable {
    package enum Level: Int, Comparable, Sendable {
        /// `result` is what a caller needs also where it wants errors only.
        case error, result, note, detail
        package static func < (left: Level, right: Level) -> Bool { left.rawValue < right.rawValue }
    }

    /// Whether standard error is a terminal that understands escape sequences.
    package let isTerminal = isatty(STDERR_FILENO) == 1 && getenv("TERM").map { String(cString: $0) } != "dumb"
    private let hasColor: Bool
    private let level: Level
    private let state = Lock(State())

    private struct State {
        let writer = TextWriter(ByteWriter(sharing: STDERR_FILENO))
        /// Rows of the status on the terminal.
        var statusRows = 0

        /// Moves to the first row of the status and clears to the end of the screen.
        private var clearing: String {
            guard statusRows > 0 else { return "" }
            return "\r" + (statusRows > 1 ? "\u{1B}[\(statusRows - 1)A" : "") + "\u{1B}[J"
        }

        /// Replaces the status with a text, whose last `rows` rows are the new status.
        mutating func replaceStatus(with text: String, rows: Int, timeout: Int32) {
            if writer.write(clearing + text, timeout: timeout) { statusRows = rows }
        }
    }

    /// How long a permanent line waits for standard error, in milliseconds.
    private static let timeout: Int32 = 1000

    package init(level: Level) {
        self.level = level
        hasColor = isTerminal && getenv("NO_COLOR") == nil
    }

    /// Prints a permanent line. It is dropped when standard error blocks for a second, because media does not wait for
    /// the terminal.
    package func report(_ level: Level, _ text: String) {
        guard level <= self.level else { return }
        let mark = level == .error && hasColor ? "\u{1B}[31mpsstudio:\u{1B}[0m " : "psstudio: "
        state.withLock { state in
            state.replaceStatus(with: mark + Self.shown(text) + "\n", rows: 0, timeout: Self.timeout)
        }
    }

    /// Writes a text as it is to standard error, for a program that ends.
    package static func write(_ text: String) {
        _ = TextWriter(ByteWriter(sharing: STDERR_FILENO)).write(text.linesWithoutControls + "\n", timeout: timeout)
    }

    private static func shown(_ text: String) -> String { ArgumentSecrets.ofProcess.redacted(text).withoutControls }

    /// Prints a log line of a library. It is dropped when standard error blocks.
    package func log(_ text: String) {
        state.withLock { _ = $0.writer.write(text.linesWithoutControls + "\n", timeout: 0) }
    }

    /// Updates the status: as many rows as fit on a terminal, otherwise an ordinary line.
    package func status(_ rows: [String]) {
        guard level >= .note else { return }
        let rows = rows.map(Self.shown)
        guard isTerminal else {
            let line = rows.map { $0.trimmingPrefix("  ") }.joined(separator: "  | ") + "\n"
            return state.withLock { _ = $0.writer.write(line, timeout: 0) }
        }
        let size = size
        let shown = rows.prefix(size.rows - 1).map { String($0.prefix(size.columns - 1)) }
        state.withLock { state in
            state.replaceStatus(with: shown.joined(separator: "\n"), rows: shown.count, timeout: 0)
        }
    }

    /// Keeps the status on the screen and moves to the next line.
    package func endStatus() {
        state.withLock { state in
            if state.statusRows > 0 { state.writer.write("\n", timeout: Self.timeout) }
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
