import SessionProtocol
import StudioScenario

/// The schemas of bodies.
enum OpenAPISchemas {
    static func all(_ snapshot: JSON) -> [(String, JSON)] {
        let snapshot = nullable(snapshot)
        let output = element(of: "outputs", in: snapshot)
        return [
            ("Command", command), ("NewOutput", member(of: CommandSchema.commands, "addOutput")),
            ("Empty", object([])), ("Change", change),
            ("NewSession", newSession), ("Duration", ConfigurationSchema.duration),
            ("StartedSession", startedSession),
            ("SessionList", list(object(sessionFields))),
            ("EndedSession", EndedSessionSchema.whole(snapshot)),
            ("EndedSessionList", list(EndedSessionSchema.summary)),
            ("Session", adding([("participants", participants), ("sequence", count)], to: snapshot)),
            ("Output", adding([("rate", rate)], to: output)),
            ("OutputList", list(OpenAPIDocument.reference("Output"))),
            (
                "Access",
                object([("access", ["enum": ["full", "read"]]), ("hasFolder", flag), ("startsSessions", flag)])
            ),
            ("FileList", fileList),
            ("RuleList", list(object(ruleFields))),
            ("ScenarioList", list(object([("name", text), ("summary", text)]))),
            ("Problem", problem),
        ]
    }

    // MARK: Parts

    static let text: JSON = ["type": "string"]
    private static let flag: JSON = ["type": "boolean"]
    static let count: JSON = ["type": "integer", "minimum": 0]

    static func object(_ fields: [(String, JSON)]) -> JSON {
        let required: [(String, JSON)] =
            fields.isEmpty ? [] : [("required", .list(fields.map { .text($0.0) }))]
        return .object(
            [("type", "object"), ("properties", .object(fields)), ("additionalProperties", false)] + required)
    }

    private static func list(_ item: JSON) -> JSON {
        object([("itemCount", count), ("items", ["type": "array", "items": item])])
    }

    private static let sessionFields: [(String, JSON)] = [
        ("pid", ["type": "integer"]), ("program", text), ("psstudio", text), ("sessionId", text),
    ]

    private static let startedSession = object([
        ("persistent", ["type": "boolean", "description": "Whether the session survives a restart.", "enum": [false]]),
        ("session", ["anyOf": [object(sessionFields), ["type": "null"]]]),
    ])

    /// The keys of a configuration file that are permitted by HTTP.
    private static var newSession: JSON {
        .object(
            ConfigurationSchema.object.map { name, value in
                guard name == "properties", case .object(let fields) = value else { return (name, value) }
                let permitted = fields.filter { SessionOption.named($0.0)?.isRemote == true }
                return (name, .object(permitted.map { ($0.0, referringToComponents($0.1)) }))
            })
    }

    private static func referringToComponents(_ schema: JSON) -> JSON {
        switch schema {
        case .object(let fields):
            .object(fields.map { ($0.0, $0.0 == "$ref" ? duration : referringToComponents($0.1)) })
        case .list(let items): .list(items.map(referringToComponents))
        default: schema
        }
    }

    /// The only schema that the keys refer to.
    private static let duration: JSON = "#/components/schemas/Duration"

    private static let fileList: JSON = {
        let kinds = FileKind.allCases.map { JSON.text($0.rawValue) }
        let item = object([("kind", ["enum": .list(kinds)]), ("name", text), ("size", ["type": ["integer", "null"]])])
        return object([
            ("isComplete", flag), ("itemCount", count), ("items", ["type": "array", "items": item]), ("path", text),
        ])
    }()

    private static let ruleFields: [(String, JSON)] = [
        ("code", ["type": ["string", "null"]]), ("interface", text), ("mark", text), ("rule", text), ("source", text),
        ("statement", text),
    ]

    private static let rate = object([("bitsPerSecond", count), ("bytesPerSecond", count), ("windowSeconds", count)])

    private static let participants: JSON = [
        "type": "array",
        "items": object([
            ("isAudioOn", ["type": "boolean"]), ("isMyself", ["type": "boolean"]), ("isVideoOn", ["type": "boolean"]),
            ("name", text), ("role", text), ("user", count),
        ]),
    ]

    /// One command: its name with its fields.
    private static var command: JSON {
        [
            "type": "object", "properties": CommandSchema.commands, "additionalProperties": false, "minProperties": 1,
            "maxProperties": 1,
        ]
    }

    private static var change: JSON {
        object([
            (
                "persistent",
                ["type": "boolean", "description": "Whether the change survives the session.", "enum": [false]]
            ),
            ("reply", ["type": "object", "minProperties": 1, "maxProperties": 1]),
        ])
    }

    private static var problem: JSON {
        object([
            ("code", ["enum": .list(Problem.Code.allCases.map { .text($0.rawValue) })]), ("detail", text),
            ("status", ["type": "integer"]), ("title", text), ("type", ["type": "string", "format": "uri"]),
        ])
    }

    // MARK: Schemas of others

    static func member(of object: JSON, _ name: String) -> JSON {
        guard case .object(let fields) = object, let field = fields.first(where: { $0.0 == name }) else {
            preconditionFailure("the schema has no '\(name)'")
        }
        return field.1
    }

    /// The schema of the elements of a list in an object.
    private static func element(of list: String, in object: JSON) -> JSON {
        member(of: member(of: member(of: object, "properties"), list), "items")
    }

    /// An object with further fields in front.
    private static func adding(_ fields: [(String, JSON)], to object: JSON) -> JSON {
        guard case .object(let parts) = object else { preconditionFailure("not the schema of an object") }
        return .object(
            parts.map { name, value in
                switch (name, value) {
                case ("properties", .object(let own)): (name, .object(fields + own))
                case ("required", .list(let own)): (name, .list(fields.map { .text($0.0) } + own))
                default: (name, value)
                }
            })
    }

    /// The schema in the form of OpenAPI: a value that may be missing has the type null beside its own.
    private static func nullable(_ schema: JSON) -> JSON {
        switch schema {
        case .object(let fields):
            let isNullable = fields.contains { $0.0 == "x-nullable" }
            return .object(
                fields.filter { $0.0 != "x-nullable" }.map { name, value in
                    guard isNullable, name == "type" else { return (name, nullable(value)) }
                    return (name, [value, "null"])
                })
        case .list(let items): return .list(items.map(nullable))
        default: return schema
        }
    }
}
