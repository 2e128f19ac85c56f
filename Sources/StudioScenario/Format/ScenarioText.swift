import StudioCore
import StudioRuntime
import Yams

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
    func root() throws(ScenarioError) -> Node {
        if let line = lineOfAnchor() {
            throw ScenarioError(
                file, line: line,
                "anchors and aliases (&name, *name) are not supported; quote a text that begins with & or *")
        }
        let root: Node?
        do {
            root = try Parser(yaml: text, encoding: .utf8).singleRoot()
        } catch let error as YamlError {
            throw error.located(in: file, text)
        } catch {
            throw ScenarioError(file, line: 1, "invalid YAML: \(error)")
        }
        guard let root else { throw empty }
        if case .scalar(let scalar) = root, scalar.isNull { throw empty }
        return root
    }

    private var empty: ScenarioError {
        ScenarioError(file, line: 1, "the file is empty; expected the keys version, meeting, role, answers, steps")
    }

    /// The line of the first anchor or alias outside of quotes and comments; `nil` for none. They are rejected before
    /// parsing, because a few nested aliases can expand to a structure of any size.
    private func lineOfAnchor() -> Int? {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
        where Self.hasAnchor(line.utf8) {
            return index + 1
        }
        return nil
    }

    private static func hasAnchor(_ line: Substring.UTF8View) -> Bool {
        var quote: UInt8?
        var isTokenStart = true
        var before: UInt8 = 0x20
        for byte in line {
            if let open = quote {
                if byte == open { quote = nil }
                isTokenStart = false
            } else {
                if isTokenStart, before == UInt8(ascii: "&") || before == UInt8(ascii: "*"), isName(byte) {
                    return true
                }
                let startsToken = " \t[{,".utf8.contains(before)
                if startsToken, byte == UInt8(ascii: "#") { return false }
                if startsToken, byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") { quote = byte }
                isTokenStart = startsToken
            }
            before = byte
        }
        return false
    }

    /// A letter, a digit, or any byte of a character outside ASCII.
    private static func isName(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D, 0x80...0xFF: true
        default: false
        }
    }
}

extension YamlError {
    /// The error with its line.
    fileprivate func located(in file: String, _ text: String) -> ScenarioError {
        switch self {
        case .scanner(_, let problem, let mark, _), .parser(_, let problem, let mark, _),
            .composer(_, let problem, let mark, _):
            // libyaml names a function of its own.
            let isDeep = problem.hasPrefix("Maximum nesting level")
            let message = isDeep ? "nested too deeply; a scenario has at most seven levels" : "invalid YAML: \(problem)"
            return ScenarioError(file, line: mark.line, message)
        case .duplicatedKeysInMapping(let names, let context):
            let name = ScenarioReader.printable(names.first ?? "")
            return ScenarioError(
                file, line: context.mark.line, "the key '\(name)' occurs more than once; keep one of them")
        case .reader(let problem, let offset, _, _):
            let line = text.prefix(offset ?? 0).count { $0.isNewline } + 1
            return ScenarioError(file, line: line, "invalid YAML: \(problem)")
        default:
            return ScenarioError(file, line: 1, "invalid YAML")
        }
    }
}
