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
