/// A JSON value: an argument of a call, a callback or a command.
public enum TraceValue: Hashable, Sendable {
    /// `null`.
    case null
    /// `true` or `false`.
    case flag(Bool)
    /// An integer.
    case integer(Int64)
    /// Any other number.
    case number(Double)
    /// A text.
    case text(String)
    /// A list.
    case list([TraceValue])
    /// An object.
    case object([String: TraceValue])

    /// The flag; `nil` for other values.
    public var flag: Bool? { if case .flag(let value) = self { value } else { nil } }

    /// The text; `nil` for other values.
    public var text: String? { if case .text(let value) = self { value } else { nil } }
}

extension TraceValue: Codable {
    /// Decodes any JSON value.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
            self = .null
        } else if let value = try? container.decode(Bool.self) {
            self = .flag(value)
        } else if let value = try? container.decode(Int64.self) {
            self = .integer(value)
        } else if let value = try? container.decode(Double.self) {
            self = .number(value)
        } else if let value = try? container.decode(String.self) {
            self = .text(value)
        } else if let value = try? container.decode([TraceValue].self) {
            self = .list(value)
        } else {
            self = .object(try container.decode([String: TraceValue].self))
        }
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .null: try container.encodeNil()
        case .flag(let value): try container.encode(value)
        case .integer(let value): try container.encode(value)
        case .number(let value): try container.encode(value)
        case .text(let value): try container.encode(value)
        case .list(let value): try container.encode(value)
        case .object(let value): try container.encode(value)
        }
    }
}

extension TraceValue: CustomStringConvertible {
    /// The value for a person: texts without quotes, objects as `key: value`.
    public var description: String {
        switch self {
        case .null: "null"
        case .flag(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let value): "\(value)"
        case .text(let value): value
        case .list(let values): "[" + values.map(\.description).joined(separator: ", ") + "]"
        case .object(let values):
            "{" + values.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ") + "}"
        }
    }
}

extension TraceValue: ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
    /// A flag.
    public init(booleanLiteral value: Bool) { self = .flag(value) }

    /// An integer.
    public init(integerLiteral value: Int64) { self = .integer(value) }

    /// A text.
    public init(stringLiteral value: String) { self = .text(value) }
}
