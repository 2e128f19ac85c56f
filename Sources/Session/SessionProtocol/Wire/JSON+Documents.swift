import FoundationEssentials

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
    package func decoded<Value: Decodable>(as _: Value.Type) throws -> Value {
        try JSONDecoder().decode(Value.self, from: Data(written().utf8))
    }
}
