import Testing
@testable import YAML

@Suite("YAML texts as nodes")
struct YAMLNodeTests {
    private static func error(_ text: String) -> YAMLError? {
        do throws(YAMLError) {
            _ = try YAMLNode(text)
            return nil
        } catch {
            return error
        }
    }

    private static func pairs(_ node: YAMLNode?) throws -> [YAMLNode.Pair] {
        guard case .mapping(let pairs)? = node?.value else { throw YAMLError(cause: .syntax("no mapping"), line: 0) }
        return pairs
    }

    @Test("A mapping keeps the order of its pairs; each node has its line")
    func mapping() throws {
        let pairs = try Self.pairs(try YAMLNode("# a comment\nb: 1\na: [x, y]\n\nc:\n  d: text\n"))
        #expect(pairs.map(\.key.scalar?.text) == ["b", "a", "c"])
        #expect(pairs.map(\.key.line) == [2, 3, 5])
        #expect(pairs.map(\.value.line) == [2, 3, 6])
        guard case .sequence(let items) = pairs[1].value.value else { throw YAMLError(cause: .tooDeep, line: 0) }
        #expect(items.map(\.scalar?.text) == ["x", "y"])
        #expect(try Self.pairs(pairs[2].value).map(\.value.scalar?.text) == ["text"])
    }

    @Test("Quoted and folded texts are not plain, and are never null")
    func spellings() throws {
        let values = try Self.pairs(
            try YAMLNode("a: null\nb: 'null'\nc: \"~\"\nd: ~\ne:\nf: |\n  two\n  lines\ng: >-\n  one\n  line\n")
        )
        .compactMap(\.value.scalar)
        #expect(values.map(\.isNull) == [true, false, false, true, true, false, false])
        #expect(values.map(\.isPlain) == [true, false, false, true, true, false, false])
        #expect(values.suffix(2).map(\.text) == ["two\nlines\n", "one line"])
    }

    @Test("A text without a document has no root; an empty document is null")
    func empty() throws {
        #expect(try YAMLNode("") == nil)
        #expect(try YAMLNode("# only a comment\n") == nil)
        #expect(try YAMLNode("---\n")?.scalar?.isNull == true)
    }

    @Test(
        "Errors have a cause and a line",
        arguments: [
            ("\u{FEFF}a: 1\nb: 2\na: 3\n", YAMLError(cause: .repeatedKey("a"), line: 1)),
            ("a: 1\nb: \"x\nc: 3\n", YAMLError(cause: .syntax("the quoted text has no end"), line: 2)),
            ("a: 1\nb: 'x\n\nc: 3\n", YAMLError(cause: .syntax("the quoted text has no end"), line: 2)),
            ("a: 1\rb: \u{1}\r", YAMLError(cause: .syntax("control characters are not allowed"), line: 2)),
            ("a: 1\r\nb: \u{1}\r\n", YAMLError(cause: .syntax("control characters are not allowed"), line: 2)),
            ("\u{FEFF}a: 1\nb: \u{1}\n", YAMLError(cause: .syntax("control characters are not allowed"), line: 2)),
            ("a: 1\nb: 2\na: 3\n", YAMLError(cause: .repeatedKey("a"), line: 1)),
            ("x: {a: 1, 'a': 2}\n", YAMLError(cause: .repeatedKey("a"), line: 1)),
            ("a: 1\n---\nb: 2\n", YAMLError(cause: .severalDocuments, line: 2)),
            ("a: 1\nb: &x 2\n", YAMLError(cause: .anchor, line: 2)),
            ("a: &x\n  b: 2\n", YAMLError(cause: .anchor, line: 1)),
            ("a: [1,\n &x [2]]\n", YAMLError(cause: .anchor, line: 2)),
            ("a: 1\nb: *x\n", YAMLError(cause: .anchor, line: 2)),
            ("a: {\n", YAMLError(cause: .syntax("did not find expected node content"), line: 2)),
            ("a: 1\nb: \"\u{1}\"\n", YAMLError(cause: .syntax("control characters are not allowed"), line: 2)),
        ])
    func errors(_ text: String, _ expected: YAMLError) {
        #expect(Self.error(text) == expected)
    }

    @Test("& and * inside a text are no anchors")
    func noAnchors() throws {
        let values = try Self.pairs(try YAMLNode("a: R&B\nb: '&x'\nc: 2 * 3\nd: \"*\"  # &y\n")).map(
            \.value.scalar?.text)
        #expect(values == ["R&B", "&x", "2 * 3", "*"])
    }

    @Test("Collections nested 100 levels are parsed, deeper ones rejected, and so are aliases that would expand")
    func depth() {
        let nested = { (count: Int) in String(repeating: "[", count: count) + String(repeating: "]", count: count) }
        #expect(Self.error(nested(YAMLNode.deepest)) == nil)
        #expect(Self.error(nested(YAMLNode.deepest + 1)) == YAMLError(cause: .tooDeep, line: 1))
        #expect(Self.error(String(repeating: "[", count: 1_000_000)) == YAMLError(cause: .tooDeep, line: 1))
        #expect(Self.error("a: &a [x, x]\nb: [*a, *a]\n") == YAMLError(cause: .anchor, line: 1))
    }
}
