import Glibc
package import StudioRuntime

/// Why the program ended, with one exit code per cause.
package enum ExitReason: Int32, CaseIterable {
    case success = 0
    case bug = 1
    case usage = 2
    case contract = 3
    case refused = 4
    case source = 5
    case output = 6
    case budget = 7
    case hungUp = 129
    case interrupted = 130
    case quit = 131
    case terminated = 143

    /// The reason of a command that a signal ended.
    package init(signal: Int32) {
        self =
            switch signal {
            case SIGHUP: .hungUp
            case SIGINT: .interrupted
            case SIGQUIT: .quit
            default: .terminated
            }
    }

    package var meaning: String {
        switch self {
        case .success: "success"
        case .bug: "internal error (a bug)"
        case .usage: "usage error: unknown option, bad value, unreadable configuration"
        case .contract: "contract violation: frames, audio or calls broke the contract"
        case .refused: "Production Studio refused: unsupported, no permission, start rejected, no sender, or role lost"
        case .source: "a source failed: missing file, not decodable, device gone"
        case .output: "an output failed; the other outputs are finalised first"
        case .budget: "a budget was missed, or could not be measured"
        case .hungUp: "SIGHUP, after all outputs were finalised"
        case .interrupted: "SIGINT, after all outputs were finalised"
        case .quit: "SIGQUIT, after all outputs were finalised"
        case .terminated: "SIGTERM, after all outputs were finalised"
        }
    }

    /// Of several causes, the first one in this order is reported.
    package static func first(of reasons: [ExitReason]) -> ExitReason {
        let order: [ExitReason] = [
            .usage, .bug, .contract, .refused, .source, .output, .budget, .interrupted, .terminated, .hungUp, .quit,
        ]
        return order.first { reasons.contains($0) } ?? .success
    }

    package static let help = """
        Exit codes:
        \(allCases.map { "  \(String($0.rawValue).padded(to: 4)) \($0.meaning)" }.joined(separator: "\n"))
        """
}

/// The error of a command that could not start.
package struct CommandFailure: Error {
    /// One line with a hint.
    package let message: String
    package let reason: ExitReason
    /// One word, for `stopReason`.
    package let code: String

    package init(message: String, reason: ExitReason, code: String) {
        (self.message, self.reason, self.code) = (message, reason, code)
    }

    /// Whether the help says more than the message: it describes the command line, and nothing outside of it, such as a program that is
    /// missing.
    package var isExplainedByHelp: Bool { code == "usage" && !message.contains("--help") }

    /// A source that cannot be read.
    package static func source(_ message: String) -> CommandFailure {
        CommandFailure(message: message, reason: .source, code: "source")
    }
}

extension SystemLimits {
    /// The shortage that prevents a command; checked before GStreamer and Dispatch start.
    ///
    /// A media file and four outputs used 30 threads and 39 descriptors on two cores.
    package static func shortage(outputs: Int) -> String? {
        shortage(threads: 12 + 4 * outputs, descriptors: 24)
    }
}

extension String {
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - count))
    }
}
