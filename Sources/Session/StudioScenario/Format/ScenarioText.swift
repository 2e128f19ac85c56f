import StudioCore
import StudioRuntime
import YAML

/// The text of a scenario file, and its parsed form.
struct ScenarioText {
    /// The limit of a file in bytes.
    static let largestFile = 1 << 20

    let file: String
    let text: String

    /// - Throws: a ``ScenarioError`` for a text that is too long or not UTF-8.
    init(_ bytes: [UInt8], file: String) throws(ScenarioError) {
        self.file = file
        guard bytes.count <= Self.largestFile else {
            throw ScenarioError(file, line: 0, "larger than 1 MiB; a scenario is a short YAML file")
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
            throw ScenarioError(file, line: error.line, error.cause.message)
        }
        guard let root, root.scalar?.isNull != true else {
            throw ScenarioError(
                file, line: 1, "the file is empty; expected the keys version, meeting, role, answers, steps")
        }
        return root
    }
}

extension YAMLError.Cause {
    fileprivate var message: String {
        switch self {
        case .syntax(let problem): "invalid YAML: \(problem)"
        case .tooDeep: "nested too deeply; a scenario has at most seven levels"
        case .repeatedKey(let name):
            "the key '\(ScenarioReader.printable(name))' occurs more than once; keep one of them"
        case .anchor:
            "anchors and aliases (&name, *name) are not supported; quote a text that begins with & or *"
        case .severalDocuments: "the file has several documents; a scenario is one, without ---"
        }
    }
}
