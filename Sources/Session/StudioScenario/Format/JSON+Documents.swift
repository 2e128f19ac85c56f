import FoundationEssentials
import StudioCore

// JSON in documents, for people.
extension JSON {
    /// The text with two spaces of indentation. Short lists stay on their line.
    package func written(_ indentation: String = "") -> String {
        let inner = indentation + "  "
        switch self {
        case .null, .flag, .number, .unsigned, .decimal, .text: return String(decoding: encoded, as: UTF8.self)
        case .list(let items):
            let texts = items.map { $0.written(inner) }
            if !texts.contains(where: { $0.contains("\n") }) { return "[" + texts.joined(separator: ", ") + "]" }
            return "[\n" + texts.map { inner + $0 }.joined(separator: ",\n") + "\n\(indentation)]"
        case .object(let fields):
            guard !fields.isEmpty else { return "{}" }
            let texts = fields.map { "\(inner)\(JSON.text($0.0).written()): \($0.1.written(inner))" }
            return "{\n" + texts.joined(separator: ",\n") + "\n\(indentation)}"
        }
    }

    /// The value that has this JSON form.
    func decoded<Value: Decodable>(as _: Value.Type) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(written().utf8))
    }
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
