import SessionProtocol

/// The JSON Schema of a configuration file, generated from the table of its keys.
package enum ConfigurationSchema {
    /// The schema as JSON, two spaces of indentation, keys in a fixed order.
    package static var json: String {
        let head: [(String, JSON)] = [
            ("$schema", "https://json-schema.org/draft/2020-12/schema"),
            ("$id", "https://psstudio.dev/config.schema.json"),
            ("title", "psstudio configuration"),
        ]
        let definitions: JSON = ["duration": ScenarioSchema.duration]
        return JSON.object(head + object + [("$defs", definitions)]).written() + "\n"
    }

    /// The object with all keys. It refers to `#/$defs/duration`.
    package static var object: [(String, JSON)] {
        ScenarioSchema.object(SessionOption.all.map(\.field), isNullable: false)
    }

    /// What is behind `#/$defs/duration`.
    package static var duration: JSON { ScenarioSchema.duration }
}
