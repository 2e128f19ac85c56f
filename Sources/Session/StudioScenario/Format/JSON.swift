import FoundationEssentials
import StudioCore

/// A JSON value whose keys keep their order.
package indirect enum JSON: Sendable {
    case text(String)
    case number(Int)
    case decimal(Double)
    case flag(Bool)
    case list([JSON])
    case object([(String, JSON)])

    package func written(_ indentation: String = "") -> String {
        let inner = indentation + "  "
        switch self {
        case .text(let text): return Self.quoted(text)
        case .number(let number): return "\(number)"
        case .decimal(let number): return "\(number)"
        case .flag(let flag): return "\(flag)"
        case .list(let items):
            let texts = items.map { $0.written(inner) }
            if !texts.contains(where: { $0.contains("\n") }) { return "[" + texts.joined(separator: ", ") + "]" }
            return "[\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n\(indentation)]"
        case .object(let fields):
            guard !fields.isEmpty else { return "{}" }
            let texts = fields.map { "\(inner)\(Self.quoted($0.0)): \($0.1.written(inner))" }
            return "{\n" + texts.joined(separator: ",\n") + "\n\(indentation)}"
        }
    }

    private static func quoted(_ text: String) -> String {
        let characters = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\\", "\"": "\\\(scalar)"
            case "\0"..<" ": "\\u00" + String(scalar.value + 0x100, radix: 16).suffix(2)
            default: String(scalar)
            }
        }
        return "\"" + characters.joined() + "\""
    }

    /// The value that has this JSON form.
    func decoded<Value: Decodable>(as _: Value.Type) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(written().utf8))
    }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral text: String) { self = .text(text) }
    package init(integerLiteral number: Int) { self = .number(number) }
    package init(booleanLiteral flag: Bool) { self = .flag(flag) }
    package init(arrayLiteral items: JSON...) { self = .list(items) }
    package init(dictionaryLiteral fields: (String, JSON)...) { self = .object(fields) }
}

extension Checked {
    /// The value in the JSON form of commands.
    var json: JSON {
        switch value {
        case .text(let text): .text(text)
        case .flag(let flag): .flag(flag)
        case .integer(let integer), .frames(let integer): .number(integer)
        case .number(let number): .decimal(number)
        case .duration(let time): .decimal(time.seconds)
        case .mapping(let fields): .object(fields.map { ($0.key, $0.value.json) })
        case .list(let items): .list(items.map(\.json))
        }
    }
}
