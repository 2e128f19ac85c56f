import SessionProtocol

/// The schemas of the results of sessions that have ended.
enum EndedSessionSchema {
    /// A result in a list.
    static let summary = OpenAPISchemas.object(head)

    /// A whole result.
    ///
    /// - Parameter snapshot: the schema of a session's snapshot.
    static func whole(_ snapshot: JSON) -> JSON {
        let properties = OpenAPISchemas.member(of: snapshot, "properties")
        func value(_ name: String) -> JSON { OpenAPISchemas.member(of: properties, name) }
        return OpenAPISchemas.object(
            head + [
                ("video", nullable(value("video"))), ("audio", nullable(value("audio"))),
                ("violations", value("violations")),
                ("isShortened", described(["type": "boolean"], "Whether parts of the snapshot are left out.")),
                (
                    "snapshot",
                    described(["type": ["object", "null"]], "The last snapshot, at most 16 kB; null for none.")
                ),
            ])
    }

    private static let head: [(String, JSON)] = [
        ("endedAt", ["type": "string", "format": "date-time"]),
        ("ending", described(["enum": ["ended", "lost"]], "Whether the session has said that it ends.")),
        ("error", ["type": ["object", "null"]]),
        (
            "exitCode",
            described(["type": ["integer", "null"]], "Of a process that this server has started, once it has ended.")
        ),
        ("message", described(optionalText, "What that process has said last.")),
        ("pid", ["type": "integer"]), ("program", OpenAPISchemas.text), ("psstudio", OpenAPISchemas.text),
        ("sessionId", OpenAPISchemas.text), ("startedAt", ["type": ["string", "null"], "format": "date-time"]),
        ("state", ["enum": ["ended"]]), ("stopReason", optionalText), ("violationCount", OpenAPISchemas.count),
    ]

    private static let optionalText: JSON = ["type": ["string", "null"]]

    private static func nullable(_ schema: JSON) -> JSON { ["anyOf": [schema, ["type": "null"]]] }

    private static func described(_ schema: JSON, _ text: String) -> JSON {
        .object((schema.fields ?? []) + [("description", .text(text))])
    }
}
