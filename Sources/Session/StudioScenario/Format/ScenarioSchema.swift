import SessionProtocol
import StudioCore

/// The JSON Schema of a scenario file, generated from the same tables as the checks.
package enum ScenarioSchema {
    /// The schema as JSON, two spaces of indentation, keys in a fixed order.
    package static var json: String {
        let head: [(String, JSON)] = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("$id", "https://psstudio.dev/scenario.schema.json"),
            ("title", .text("psstudio scenario, version \(Scenario.version)")),
        ]
        let definitions: JSON = ["duration": duration, "delivery": delivery, "step": step]
        return JSON.object(head + object(ScenarioFormat.fields) + [("$defs", definitions)]).written() + "\n"
    }

    // MARK: Shapes

    private static func schema(_ shape: Shape) -> [(String, JSON)] {
        switch shape {
        case .text, .address, .source, .folder: [("type", "string"), ("minLength", 1)]
        case .participant:
            [
                ("type", ["string", "integer"]), ("minLength", 1), ("minimum", 1),
                ("maximum", .number(Int(UInt32.max))),
            ]
        case .flag: [("type", "boolean")]
        case .permission: [("enum", .list([true, false] + StartPermission.allCases.map { .text($0.rawValue) }))]
        case .integer(let range):
            [("type", "integer"), ("minimum", .number(range.lowerBound))]
                + (range.upperBound == .max ? [] : [("maximum", .number(range.upperBound))])
        case .number(let range):
            [("type", "number"), ("minimum", .decimal(range.lowerBound)), ("maximum", .decimal(range.upperBound))]
        // A text without another digit than zero is no duration that lasts.
        case .duration(let minimum) where minimum > .zero:
            reference("duration")
                + [("not", ["anyOf": [["const": 0], ["type": "string", "pattern": "^[^1-9]*$"]]])]
        case .duration: reference("duration")
        case .durationRange: durationOr("^[0-9a-z.:]+\\.\\.[0-9a-z.:]+$")
        case .delay: durationOr("^[1-9][0-9]* frames?$")
        // YAML reads `1` as a number.
        case .word(["1"], _): [("const", 1)]
        case .word(let words, let synonyms):
            [
                (
                    "enum",
                    .list(
                        (words + synonyms.keys.filter { !words.contains($0) }.sorted())
                            .map { Int($0).map(JSON.number) ?? .text($0) })
                )
            ]
        case .delivery: reference("delivery")
        case .mapping(let fields): object(fields)
        case .choice(let fields): object(fields) + [("minProperties", 1), ("maxProperties", 1)]
        case .dictionary(let words, let element): object(words.map { Field($0, element, "") })
        case .list(let element): [("type", "array"), ("items", .object(schema(element)))]
        case .step: reference("step")
        case .form(let form): form.schema
        case .texts:
            [("anyOf", [.object(schema(.text)), .object(schema(.list(.text)))])]
        }
    }

    private static func reference(_ name: String) -> [(String, JSON)] { [("$ref", .text("#/$defs/\(name)"))] }

    private static func durationOr(_ pattern: String) -> [(String, JSON)] {
        [("anyOf", [.object(reference("duration")), ["type": "string", "pattern": .text(pattern)]])]
    }

    static func object(_ fields: [Field], isNullable: Bool = true) -> [(String, JSON)] {
        let required = fields.filter(\.isRequired)
        // `revokeCoHost:` without a value is allowed.
        let type: JSON = required.isEmpty && isNullable ? ["object", "null"] : "object"
        var parts: [(String, JSON)] = [
            ("type", type), ("properties", .object(properties(fields))), ("additionalProperties", false),
        ]
        let plain = required.filter(\.synonyms.isEmpty).map { JSON.text($0.name) }
        if !plain.isEmpty { parts.append(("required", .list(plain))) }
        let others = required.filter { !$0.synonyms.isEmpty }
        if !others.isEmpty { parts.append(("allOf", .list(others.map { ["oneOf": .list($0.names.map(requires))] }))) }
        if let alone = fields.first(where: \.standsAlone) {
            parts.append(("dependentSchemas", [alone.name: ["maxProperties": 1]]))
        }
        return parts
    }

    private static func properties(_ fields: [Field]) -> [(String, JSON)] {
        fields.flatMap { field in
            field.names.map { name -> (String, JSON) in
                let text = name == field.name ? field.text : "Another word for \(field.name)."
                return (name, .object(schema(field.shape) + (text.isEmpty ? [] : [("description", .text(text))])))
            }
        }
    }

    private static func requires(_ name: String) -> JSON { ["required": [.text(name)]] }

    private static var step: JSON {
        [
            "type": "object",
            "properties": .object(properties(StepFormat.fields)),
            "additionalProperties": false,
            "oneOf": .list(StepFormat.commands.flatMap(\.field.names).map(requires)),
            "anyOf": .list(["at", "on", "after", "every"].map(requires)),
            "dependentSchemas": [
                "at": ["not": ["anyOf": [requires("on"), requires("after")]]],
                "times": requires("every"),
            ],
        ]
    }

    static let duration: JSON = [
        "anyOf": [
            ["type": "number", "minimum": 0, "maximum": 999_999_999],
            ["type": "string", "pattern": .text(durationPattern)],
        ],
        "description": "8s, 500ms, 1m30s, 90, 0:01:30",
    ]

    /// Numbers with units, seconds, or a clock, each less than thirty years. The first number has no zeros in front, but in a clock.
    private static let durationPattern: String = {
        let decimals = "(\\.[0-9]+)?"
        func first(_ digits: Int) -> String { "(0|[1-9][0-9]{0,\(digits - 1)})\(decimals)" }
        let forms = [
            "(\(first(8))(ms|s)|\(first(4))(min|m|h))([0-9]{1,8}\(decimals)(ms|s)|[0-9]{1,4}\(decimals)(min|m|h)){0,8}",
            first(8), "[0-9]{1,4}(:[0-9]{1,4})?:[0-9]{1,4}\(decimals)",
        ]
        return "^(" + forms.joined(separator: "|") + ")$"
    }()

    private static var delivery: JSON {
        ["anyOf": [["enum": ["never", "once", "twice"]], .object(object(Shape.deliveryFields))]]
    }
}
