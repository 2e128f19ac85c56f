/// The JSON Schema of a scenario file, generated from the same tables as the checks.
package enum ScenarioSchema {
    /// The schema as JSON, two spaces of indentation, keys in a fixed order.
    package static var json: String {
        var root: [(String, JSON)] = [
            ("$schema", .text("https://json-schema.org/draft/2020-12/schema")),
            ("$id", .text("https://psstudio.dev/scenario.schema.json")),
            ("title", .text("psstudio scenario, version \(Scenario.version)")),
        ]
        root += object(ScenarioFormat.fields)
        root.append(
            (
                "$defs",
                .object([
                    ("duration", duration), ("delivery", delivery), ("step", .object(step)),
                ])
            ))
        return JSON.object(root).written() + "\n"
    }

    // MARK: Shapes

    private static func schema(_ field: Field) -> JSON {
        .object(schema(field.shape) + [("description", .text(field.text))])
    }

    private static func schema(_ shape: Shape) -> [(String, JSON)] {
        switch shape {
        case .text, .participant: [("type", .text("string")), ("minLength", .number(1))]
        case .flag: [("type", .text("boolean"))]
        case .flagOr(let word): [("enum", .list([.flag(true), .flag(false), .text(word)]))]
        case .integer(let range):
            [("type", .text("integer")), ("minimum", .number(range.lowerBound))]
                + (range.upperBound == .max ? [] : [("maximum", .number(range.upperBound))])
        case .duration: [("$ref", .text("#/$defs/duration"))]
        case .durationRange:
            [
                (
                    "anyOf",
                    .list([
                        .object([("$ref", .text("#/$defs/duration"))]),
                        .object([("type", .text("string")), ("pattern", .text("^[0-9a-z.:]+\\.\\.[0-9a-z.:]+$"))]),
                    ])
                )
            ]
        case .delay:
            [
                (
                    "anyOf",
                    .list([
                        .object([("$ref", .text("#/$defs/duration"))]),
                        .object([("type", .text("string")), ("pattern", .text("^[1-9][0-9]* frames?$"))]),
                    ])
                )
            ]
        // YAML reads `1` as a number.
        case .word(["1"], _): [("const", .number(1))]
        case .word(let words, let synonyms): [("enum", .list((words + synonyms.keys.sorted()).map { .text($0) }))]
        case .delivery: [("$ref", .text("#/$defs/delivery"))]
        case .mapping(let fields): object(fields)
        case .dictionary(let words, let element): object(words.map { Field($0, element, "") })
        case .list(let element): [("type", .text("array")), ("items", .object(schema(element)))]
        case .step: [("$ref", .text("#/$defs/step"))]
        }
    }

    private static func object(_ fields: [Field]) -> [(String, JSON)] {
        let required = fields.filter(\.isRequired).map { JSON.text($0.name) }
        // `revokeCoHost:` without a value is allowed.
        let type: JSON = required.isEmpty ? .list([.text("object"), .text("null")]) : .text("object")
        let properties = fields.map { field in
            (field.name, field.text.isEmpty ? .object(schema(field.shape)) : schema(field))
        }
        return [("type", type), ("properties", .object(properties)), ("additionalProperties", .flag(false))]
            + (required.isEmpty ? [] : [("required", .list(required))])
    }

    private static var step: [(String, JSON)] {
        func requires(_ name: String) -> JSON { .object([("required", .list([.text(name)]))]) }
        return [
            ("type", .text("object")),
            ("properties", .object(StepFormat.fields.map { ($0.name, schema($0)) })),
            ("additionalProperties", .flag(false)),
            ("oneOf", .list(StepFormat.commands.map { requires($0.name) })),
            ("anyOf", .list(["at", "on", "after", "every"].map { requires($0) })),
            (
                "dependentSchemas",
                .object([
                    (
                        "at",
                        .object([("not", .object([("anyOf", .list([requires("on"), requires("after")]))]))])
                    ),
                    ("times", requires("every")),
                ])
            ),
        ]
    }

    private static let duration = JSON.object([
        (
            "anyOf",
            .list([
                .object([("type", .text("number")), ("minimum", .number(0))]),
                .object([
                    ("type", .text("string")),
                    ("pattern", .text("^([0-9.]+(ms|s|min|m|h))+$|^[0-9.]+$|^[0-9]+:[0-9.]+(:[0-9.]+)?$")),
                ]),
            ])
        ),
        ("description", .text("8s, 500ms, 1m30s, 90, 0:01:30")),
    ])

    private static var delivery: JSON {
        .object([
            (
                "anyOf",
                .list([
                    .object([("enum", .list([.text("never"), .text("once"), .text("twice")]))]),
                    .object(object(Shape.deliveryFields)),
                ])
            )
        ])
    }
}

/// A JSON value whose keys keep their order.
private indirect enum JSON {
    case text(String)
    case number(Int)
    case flag(Bool)
    case list([JSON])
    case object([(String, JSON)])

    func written(_ indentation: String = "") -> String {
        let inner = indentation + "  "
        switch self {
        case .text(let text): return Self.quoted(text)
        case .number(let number): return "\(number)"
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
        "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
}
