import ScenarioFiles
import StudioCore
package import StudioRuntime

extension Scenario {
    /// Reads a scenario file, or a ready scenario by its name. Its media files are relative to the folder of the file.
    ///
    /// - Parameter source: the path of a YAML file, or a name such as `no-sender`. A text with a `/` or a suffix is a path.
    /// - Throws: a ``ScenarioError`` for a file that cannot be read, and for the first invalid line.
    public init(_ source: String) throws(ScenarioError) {
        try self.init(source, below: nil)
    }

    /// - Parameter folder: the folder outside of which no file is read; `nil` for no limit.
    package init(_ source: String, below folder: RestrictedFolder?) throws(ScenarioError) {
        if let ready = ReadyScenario.named(source) {
            self = try Scenario(bytes: ready.bytes, name: source)
            return
        }
        guard source.contains("/") || source.contains(".") else {
            let names = ReadyScenario.all.map(\.name)
            let nearest = NearestWord.of(source, in: names).map { "did you mean '\($0)'?" }
            throw ScenarioError(
                ScenarioReader.printable(source), line: 0,
                "no ready scenario has this name; \(nearest ?? "use the path of a file, or one of \(names.joined(separator: ", "))")"
            )
        }
        self = try Scenario(bytes: ScenarioFile.bytes(of: source, below: folder), name: source).withMedia(
            beside: source)
    }

    /// Parses the text of a scenario. Its media files are relative to the current folder.
    ///
    /// - Parameters:
    ///   - text: YAML, at most 1 MiB.
    ///   - name: the name in messages.
    /// - Throws: a ``ScenarioError`` for the first invalid line.
    public init(text: String, name: String) throws(ScenarioError) {
        try self.init(bytes: Array(text.utf8), name: name)
    }

    /// Parses a file.
    package init(bytes: [UInt8], name: String) throws(ScenarioError) {
        self = try ScenarioFormat.scenario(ScenarioText(bytes, file: name))
    }
}

/// A scenario that psstudio contains.
package struct ReadyScenario: Sendable {
    package let name: String
    package let bytes: [UInt8]

    /// All, in alphabetical order.
    package static var all: [ReadyScenario] {
        ScenarioFiles.all.map { ReadyScenario(name: $0.name, bytes: $0.bytes) }
    }

    /// By its name, with or without the suffix `.yaml`; a file of that name takes precedence over the suffixed form.
    package static func named(_ name: String) -> ReadyScenario? { all.first { $0.name == name } }
}
