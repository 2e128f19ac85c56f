public import StudioCore

/// Why a session stopped; the first reason wins.
public enum StopReason: Hashable, Sendable, CustomStringConvertible {
    /// The inputs ended, or the duration was reached.
    case endOfStream
    /// Stopped by a command or a signal.
    case stopped
    /// The local user lost the right to send.
    case roleLost
    /// The meeting ended for all.
    case meetingEnded
    /// The local user left the meeting.
    case left
    /// A failure with its code.
    case error(code: String)

    /// `eos`, `stopped`, `roleLost`, `meetingEnded`, `left`, or `error:` and the code.
    public var description: String {
        switch self {
        case .endOfStream: "eos"
        case .stopped: "stopped"
        case .roleLost: "roleLost"
        case .meetingEnded: "meetingEnded"
        case .left: "left"
        case .error(let code): "error:\(code)"
        }
    }

    /// Parses the form of ``description``; `nil` for other texts.
    public init?(_ text: String) {
        let known: [StopReason] = [.endOfStream, .stopped, .roleLost, .meetingEnded, .left]
        if let reason = known.first(where: { $0.description == text }) {
            self = reason
        } else if text.hasPrefix("error:") {
            self = .error(code: String(text.dropFirst("error:".count)))
        } else {
            return nil
        }
    }
}

extension StopReason: Codable {
    /// Decodes the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let reason = StopReason(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is not a stop reason")
        }
        self = reason
    }

    /// Encodes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// A failure of a session.
public struct SessionFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// The failed part. Each has its own exit code on the command line.
    public enum Category: String, Hashable, Sendable, Codable, CaseIterable {
        /// The configuration is invalid.
        case usage
        /// Frames, audio or calls violated the contract.
        case contract
        /// Production Studio refused: unsupported, no permission, start rejected, no sender, or role lost.
        case refused
        /// A source failed.
        case source
        /// An output failed, or the encoder cannot be built.
        case output
        /// An internal error of psstudio.
        case `internal`
    }

    /// The failed part.
    public let category: Category
    /// One word: the code of a rejected call, or the cause of an output's failure.
    public let code: String
    /// The violated rule, if any.
    @Nullable public internal(set) var rule: String?
    /// One line with a hint, without secrets.
    public let message: String

    package init(_ category: Category, _ code: String, _ message: String, rule: String? = nil) {
        self.category = category
        self.code = code
        self.message = message
        self.rule = rule
    }

    /// The message.
    public var description: String { message }
}
