import StudioCore
import StudioRuntime
import YAML

/// The text of a scenario file, and its parsed form.
struct ScenarioText {
    /// The limit of a file in bytes.
    static let largestFile = 1 << 20

    /// A kind of file, for messages.
    struct Kind: Sendable {
        let noun: String
        let keys: String
        let levels: String
        /// The keys of the root.
        let roots: [String]

        static let scenario = Kind(
            noun: "scenario", keys: "the keys version, meeting, role, answers, steps", levels: "seven",
            roots: ScenarioFormat.fields.map(\.name))
        static let configuration = Kind(
            noun: "configuration", keys: "keys such as video, out and duration", levels: "three",
            roots: SessionOption.all.map(\.name))
    }

    let file: String
    let text: String
    private let kind: Kind

    /// - Throws: a ``ScenarioError`` for a text that is too long or not UTF-8.
    init(_ bytes: [UInt8], file: String, _ kind: Kind = .scenario) throws(ScenarioError) {
        (self.file, self.kind) = (file, kind)
        guard bytes.count <= Self.largestFile else {
            throw ScenarioError(file, line: 0, "larger than 1 MiB; a \(kind.noun) is a short YAML file")
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw ScenarioError(file, line: Self.line(ofInvalid: bytes), "not UTF-8; save the file as UTF-8")
        }
        self.text = text
    }

    /// The line of the first invalid byte.
    private static func line(ofInvalid bytes: [UInt8]) -> Int {
        var (line, start) = (1, 0)
        for index in bytes.indices where bytes[index] == 10 {
            if String(validating: bytes[start..<index], as: UTF8.self) == nil { return line }
            (line, start) = (line + 1, index + 1)
        }
        return line
    }

    /// The first comment, without `#`.
    var summary: String {
        let line = text.split(separator: "\n").first { $0.hasPrefix("#") } ?? ""
        return String(line.drop { $0 == "#" || $0 == " " }.reversed().drop { $0.isWhitespace }.reversed())
    }

    /// The root of the file's only document.
    ///
    /// - Throws: a ``ScenarioError`` for invalid YAML.
    func root() throws(ScenarioError) -> YAMLNode {
        let root: YAMLNode?
        do throws(YAMLError) {
            root = try YAMLNode(text)
        } catch {
            throw ScenarioError(file, line: error.line, error.cause.message(kind, showsKeys: isOfKind))
        }
        guard let root, root.scalar?.isNull != true else {
            throw ScenarioError(file, line: 1, "the file is empty; expected \(kind.keys)")
        }
        return root
    }
}

extension ScenarioText {
    /// Whether a line begins with a key of the root, or the text with a brace. Any other file was named by mistake: a stream key, a log. No
    /// message shows a part of it.
    fileprivate var isOfKind: Bool {
        text.hasPrefix("{")
            || text.split(whereSeparator: \.isNewline).contains { line in
                kind.roots.contains { line.hasPrefix("\($0):") }
            }
    }
}

extension YAMLError.Cause {
    /// What libyaml says of a text with a colon that makes it a mapping.
    private static let colonProblems = ["mapping values are not allowed in this context", "found unexpected ':'"]

    fileprivate func message(_ kind: ScenarioText.Kind, showsKeys: Bool) -> String {
        switch self {
        case .syntax(let problem) where Self.colonProblems.contains(problem):
            "invalid YAML: \(problem); quote a text that ends in a colon, or has a colon and a space: \"null:\""
        case .syntax(let problem): "invalid YAML: \(problem)"
        case .tooDeep: "nested too deeply; a \(kind.noun) has at most \(kind.levels) levels"
        case .repeatedKey(let name):
            "\(showsKeys ? "the key '\(ScenarioReader.printable(name))'" : "a key") occurs more than once; keep one of them"
        case .anchor:
            "anchors and aliases (&name, *name) are not supported; quote a text that begins with & or *"
        case .severalDocuments: "the file has several documents; a \(kind.noun) is one, without ---"
        }
    }
}
