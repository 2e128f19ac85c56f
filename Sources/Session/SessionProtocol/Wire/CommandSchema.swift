/// The JSON Schema of commands in their JSON form, generated from the table.
package enum CommandSchema {
    /// A schema for each command by its name, in the order of the table. `x-reply` says what the reply contains.
    package static var commands: JSON {
        .object(
            CommandRow.all.map { entry in
                // Keys that scenarios accept instead of a field are none of the JSON form.
                (entry.name, .object(head(entry) + object(entry.fields, isComplete: entry.answers != nil)))
            })
    }

    private static func head(_ entry: CommandRow) -> [(String, JSON)] {
        let reply: JSON =
            switch entry.reply {
            case .participant: "participant"
            case .output: "output"
            case .address: "address"
            case nil: "done"
            }
        return [("description", .text(entry.text)), ("x-reply", reply)]
    }

    private static func schema(_ shape: Shape) -> [(String, JSON)] {
        switch shape {
        case .text, .address, .source, .folder: [("type", "string")]
        case .flag: [("type", "boolean")]
        case .permission: words(StartPermission.allCases.map(\.rawValue), [:])
        case .integer(let range):
            [
                ("type", "integer"), ("minimum", .number(range.lowerBound)), ("maximum", .number(range.upperBound)),
            ]
        case .number(let range):
            [("type", "number"), ("minimum", .decimal(range.lowerBound)), ("maximum", .decimal(range.upperBound))]
        // A hundred years, as `MediaTime` accepts them.
        case .duration: [("type", "number"), ("minimum", 0), ("maximum", 3_162_240_000), ("x-unit", "s")]
        case .word(let texts, let synonyms): words(texts, synonyms)
        case .delivery: object(Shape.deliveryFields, isPartial: true)
        case .participant: participant
        case .mapping(let fields): object(fields, isPartial: true)
        case .choice(let fields): choice(fields)
        case .dictionary(let words, let element):
            object(words.map { Field($0, element, "") }, isPartial: true)
        case .list(let element): [("type", "array"), ("items", .object(schema(element)))]
        // Only scenarios and configuration files have them.
        case .durationRange, .delay, .step, .form, .texts: []
        }
    }

    /// The ID of a participant.
    package static let participant: [(String, JSON)] = [
        ("type", "integer"), ("minimum", 0), ("maximum", .number(Int(UInt32.max))), ("x-participant", true),
    ]

    /// The words of the JSON form: a synonym stands for one of them.
    private static func words(_ texts: [String], _ synonyms: [String: String]) -> [(String, JSON)] {
        var known: [String] = []
        for text in (texts + synonyms.keys.sorted()).map({ synonyms[$0] ?? $0 }) where !known.contains(text) {
            known.append(text)
        }
        return [("enum", .list(known.map { Int($0).map(JSON.number) ?? .text($0) }))]
    }

    /// - Parameters:
    ///   - isPartial: whether missing fields keep their value.
    ///   - isComplete: whether every field is required.
    private static func object(
        _ fields: [Field], isPartial: Bool = false, isComplete: Bool = false
    ) -> [(String, JSON)] {
        let required = isPartial ? [] : fields.filter { $0.isRequired || $0.fallback != nil || isComplete }
        let properties: [(String, JSON)] = fields.map { field in
            let text: [(String, JSON)] = field.text.isEmpty ? [] : [("description", .text(field.text))]
            return (field.name, .object(schema(field.shape) + text + fallback(field)))
        }
        return [("type", "object"), ("properties", .object(properties)), ("additionalProperties", false)]
            + (required.isEmpty ? [] : [("required", .list(required.map { .text($0.name) }))])
    }

    private static func choice(_ fields: [Field]) -> [(String, JSON)] {
        let properties: [(String, JSON)] = fields.map { field in
            guard case .mapping(let own) = field.shape else { return (field.name, .object(schema(field.shape))) }
            return (field.name, .object([("description", .text(field.text))] + object(own)))
        }
        return [
            ("type", "object"), ("properties", .object(properties)), ("additionalProperties", false),
            ("minProperties", 1), ("maxProperties", 1),
        ]
    }

    private static func fallback(_ field: Field) -> [(String, JSON)] {
        guard let text = field.fallback else { return [] }
        switch field.shape {
        case .flag: return [("default", .flag(text == "true"))]
        case .word, .text, .address, .source, .folder: return [("default", .text(text))]
        default: return []
        }
    }
}
