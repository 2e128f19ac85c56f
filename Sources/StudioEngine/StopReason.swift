/// Why a session stopped; the first reason wins.
public enum StopReason: Hashable, Sendable, CustomStringConvertible {
    /// The inputs came to their end, or the duration was reached.
    case endOfStream
    /// It was asked to stop, by a command or a signal.
    case stopped
    /// The local user lost the right to send.
    case roleLost
    /// The meeting ended for everybody.
    case meetingEnded
    /// The local user left the meeting.
    case left
    /// Something failed; the code says what.
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

    /// Reads what ``description`` prints; `nil` for anything else.
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
    /// Reads the text.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        let text = try container.decode(String.self)
        guard let reason = StopReason(text) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "'\(text)' is no stop reason")
        }
        self = reason
    }

    /// Writes the text.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

/// Something that went wrong in a session.
public struct SessionFailure: Error, Hashable, Sendable, Codable, CustomStringConvertible {
    /// What failed; each has an exit code of its own on the command line.
    public enum Category: String, Hashable, Sendable, Codable, CaseIterable {
        /// The configuration asks for what cannot be done.
        case usage
        /// Frames, audio or calls broke the contract.
        case contract
        /// Production Studio refused: unsupported, no permission, start rejected, or no sender.
        case refused
        /// A source failed.
        case source
        /// An output gave up, or the encoder cannot be built.
        case output
        /// A fault of psstudio.
        case `internal`
    }

    /// What failed.
    public let category: Category
    /// One word: the code of a rejected call, the cause of an output.
    public let code: String
    /// The rule behind it, where there is one.
    public let rule: String?
    /// One line with a hint; it holds no secrets.
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
