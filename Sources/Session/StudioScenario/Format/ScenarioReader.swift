import SessionProtocol
import StudioCore
import YAML

/// Checks a parsed file against a shape. The first error ends it.
struct ScenarioReader {
    /// Where quotes are required, and where they are not allowed.
    enum Quotes {
        /// Quotes do not count.
        case ignored
        /// Numbers and flags have none.
        case yaml
        /// As `yaml`, and texts have them.
        case json
    }

    let file: String
    var quotes = Quotes.ignored

    func check(_ node: YAMLNode, as shape: Shape, at path: String) throws(ScenarioError) -> Checked {
        let line = node.line
        switch shape {
        case .mapping(let fields): return try checkMapping(node, fields, at: path)
        case .dictionary(let words, let element):
            return try checkMapping(node, words.map { Field($0, element, "") }, at: path)
        case .choice(let fields):
            let value = try checkMapping(node, fields, as: shape, at: path)
            guard value.fields.count == 1 else {
                throw fail(node, "\(path) has \(value.fields.count) keys; expected \(shape.expectation)")
            }
            return value
        case .step: return try checkMapping(node, StepFormat.fields, as: .step, at: path)
        case .list(let element):
            guard case .sequence(let sequence) = node.value else { throw mismatch(node, shape, path) }
            var items: [Checked] = []
            for (index, item) in sequence.enumerated() {
                items.append(try check(item, as: element, at: "\(path)[\(index + 1)]"))
            }
            return Checked(line: line, value: .list(items))
        case .delivery:
            if case .mapping = node.value { return try checkMapping(node, Shape.deliveryFields, at: path) }
            guard let count = ["never": 0, "once": 1, "twice": 2][try scalar(node, shape, path).text] else {
                throw mismatch(node, shape, path)
            }
            return Checked(line: line, value: .mapping(["count": Checked(line: line, value: .integer(count))]))
        case .texts:
            if case .sequence = node.value { return try check(node, as: .list(.text), at: path) }
            let scalar = try scalar(node, shape, path)
            guard !scalar.isNull, hasFittingQuotes(scalar, .text), !scalar.text.isEmpty else {
                throw mismatch(node, shape, path)
            }
            try checkIsLine(node, shape, path)
            return Checked(line: line, value: .list([Checked(line: line, value: .text(scalar.text))]))
        case .text, .address, .source, .folder, .flag, .permission, .integer, .number, .duration, .durationRange,
            .delay, .word, .participant, .form:
            let scalar = try scalar(node, shape, path)
            guard !scalar.isNull, hasFittingQuotes(scalar, shape), let value = shape.value(of: scalar.text, at: line)
            else { throw mismatch(node, shape, path) }
            try checkIsLine(node, shape, path)
            return Checked(line: line, value: value)
        }
    }

    /// Texts of a configuration are names, paths and addresses. One of a block has a line break at its end, at least.
    private func checkIsLine(_ node: YAMLNode, _ shape: Shape, _ path: String) throws(ScenarioError) {
        guard quotes == .yaml, let text = node.scalar?.text, text.contains(where: \.isNewline) else { return }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        let remedy =
            shape == .texts ? "a list: each text in a line of its own, after '- '" : "it in one line, without |"
        throw fail(
            node,
            "\(path) is '\(lines.map { shown(String($0)) }.joined(separator: "\\n"))', which has a line break; write \(remedy)"
        )
    }

    // MARK: Mappings

    private func checkMapping(
        _ node: YAMLNode, _ fields: [Field], as given: Shape? = nil, at path: String
    ) throws(ScenarioError) -> Checked {
        let shape = given ?? .mapping(fields)
        var pairs: [YAMLNode.Pair] = []
        if case .mapping(let given) = node.value {
            pairs = given
        } else if node.scalar?.isNull != true || fields.contains(where: \.isRequired) {
            // `revokeCoHost:` without a value is the same as `revokeCoHost: {}`.
            throw mismatch(node, shape, path)
        }
        var values: [String: Checked] = [:]
        for pair in pairs {
            guard let name = pair.key.scalar?.text else {
                throw fail(pair.key, "\(subject(path))a key is not a text; expected \(shape.expectation)")
            }
            guard let field = fields.first(where: { $0.names.contains(name) }) else {
                throw unknownKey(pair.key, name, fields, path, beside: pairs)
            }
            let value = try check(pair.value, as: field.shape, at: path.isEmpty ? name : "\(path).\(name)")
            guard values.updateValue(value, forKey: field.name) == nil else {
                let names = field.names.map { "'\($0)'" }.joined(separator: " and ")
                throw fail(pair.key, "\(subject(path))\(names) have the same meaning; keep one of them")
            }
        }
        if let alone = fields.first(where: { $0.standsAlone && values[$0.name] != nil }), values.count > 1 {
            throw fail(node, "\(subject(path))'\(alone.name)' excludes the other keys; keep it, or keep them")
        }
        if let missing = fields.first(where: { $0.isRequired && values[$0.name] == nil }) {
            throw fail(
                node, "\(subject(path))the key '\(missing.name)' is missing; expected \(missing.shape.expectation)")
        }
        for field in fields where values[field.name] == nil {
            guard let value = field.fallback.flatMap({ field.shape.value(of: $0) }) else { continue }
            values[field.name] = Checked(line: node.line, value: value)
        }
        return Checked(line: node.line, value: .mapping(values))
    }

    private func unknownKey(
        _ node: YAMLNode, _ name: String, _ fields: [Field], _ path: String, beside pairs: [YAMLNode.Pair]
    ) -> ScenarioError {
        let names = fields.map(\.name)
        let unknown = "\(subject(path))unknown key '\(shown(name))'"
        if let nearest = NearestWord.of(name, in: fields.flatMap(\.names)) {
            return fail(node, "\(unknown); did you mean '\(nearest)'?")
        }
        let expected = names.isEmpty ? "expected no keys" : "expected \(names.joined(separator: ", "))"
        guard !path.isEmpty || Self.isKnown(pairs, fields) || quotes == .json else {
            return fail(node, "no key of the file is known; \(expected)")
        }
        return fail(node, "\(unknown); \(expected)")
    }

    /// Whether one of the pairs has a known key. A file without one was named by mistake: no message shows a part of it.
    static func isKnown(_ pairs: [YAMLNode.Pair], _ fields: [Field]) -> Bool {
        pairs.contains { pair in
            fields.contains { field in pair.key.scalar.map { field.names.contains($0.text) } ?? false }
        }
    }

    // MARK: Scalars

    private func scalar(_ node: YAMLNode, _ shape: Shape, _ path: String) throws(ScenarioError) -> YAMLNode.Scalar {
        guard let scalar = node.scalar else { throw mismatch(node, shape, path) }
        return scalar
    }

    private func hasFittingQuotes(_ scalar: YAMLNode.Scalar, _ shape: Shape) -> Bool {
        switch (quotes, shape) {
        case (.ignored, _): true
        case (_, .flag), (_, .integer), (_, .number): scalar.isPlain
        case (.json, .text), (.json, .address), (.json, .source), (.json, .folder): !scalar.isPlain
        case (.json, .word(let words, _)): scalar.isPlain == words.allSatisfy { Int($0) != nil }
        default: true
        }
    }

    // MARK: Errors

    func fail(_ node: YAMLNode, _ message: String) -> ScenarioError {
        ScenarioError(file, line: node.line, message)
    }

    private func mismatch(_ node: YAMLNode, _ shape: Shape, _ path: String) -> ScenarioError {
        let actual =
            switch node.value {
            case .scalar(let scalar) where scalar.isNull: "nothing"
            // The whole file, such as a stream key.
            case .scalar where path.isEmpty: "a text"
            case .scalar(let scalar): "'\(shown(scalar.text))'"
            case .mapping: "a mapping"
            case .sequence: "a list"
            }
        var hint = ""
        if let scalar = node.scalar, case .word(let words, _) = shape,
            let nearest = NearestWord.of(scalar.text, in: words)
        {
            hint = "; did you mean '\(nearest)'?"
        }
        if case .mapping(let pairs) = node.value, pairs.count == 1, pairs[0].value.scalar?.isNull == true,
            [.text, .address, .source, .folder, .texts].contains(shape)
        {
            hint = "; quote a text that ends in a colon"
        } else if let scalar = node.scalar, scalar.isNull, scalar.text.lowercased() == "null", quotes != .json,
            [.text, .address, .source, .folder, .texts].contains(shape)
        {
            hint = "; quote the text null, and one that ends in a colon: \"null:\""
        } else if let scalar = node.scalar, let number = Self.plain(scalar.text), shape.value(of: number) != nil {
            hint = "; write \(number)"
        }
        return fail(node, "\(path.isEmpty ? "the file" : path) is \(actual); expected \(shape.expectation)\(hint)")
    }

    /// A text of the file, for a message. That of a configuration may be an address with a key.
    private func shown(_ text: String) -> String {
        switch quotes {
        case .ignored: Self.printable(text)
        case .yaml, .json: Self.printable(AddressRedaction.redacted(address: text))
        }
    }

    /// A number without the plus sign and the zeros in front; `nil` for a text that has none.
    private static func plain(_ text: String) -> String? {
        guard !NumberText.isPlain(text) else { return nil }
        let digits = text.drop { $0 == "+" }.drop { $0 == "0" }
        return digits.first?.isNumber == true ? String(digits) : "0" + digits
    }

    private func subject(_ path: String) -> String { path.isEmpty ? "" : "\(path): " }

    /// At most 40 characters, in one line and without control characters.
    static func printable(_ text: String) -> String {
        let short = text.inOneLine.unicodeScalars.prefix(40).map {
            $0.value < 32 || $0.value == 127 ? "?" : String($0)
        }.joined()
        return text.inOneLine.unicodeScalars.count > 40 ? short + "…" : short
    }
}
