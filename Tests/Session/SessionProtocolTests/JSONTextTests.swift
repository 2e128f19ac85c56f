import Testing

@testable import SessionProtocol

/// JSON as text.
struct JSONTextTests {
    private func parse(_ text: String) throws(DecodingFailure) -> JSON {
        try JSON(decoding: Array(text.utf8))
    }

    private func fails(_ bytes: [UInt8]) -> Bool {
        do throws(DecodingFailure) {
            _ = try JSON(decoding: bytes)
            return false
        } catch {
            return true
        }
    }

    @Test("numbers are parsed as integers or decimals")
    func numbers() throws {
        let integers: [(String, Int)] = [
            ("0", 0), ("-0", 0), ("-1", -1), ("42", 42), ("9223372036854775807", .max), ("-9223372036854775808", .min),
        ]
        for (text, number) in integers { #expect(try parse(text) == .number(number)) }
        #expect(try parse("9223372036854775808") == .unsigned(1 << 63))
        #expect(try parse("18446744073709551615") == .unsigned(.max))
        let decimals: [(String, Double)] = [
            ("1.0", 1), ("-0.0", 0), ("1e3", 1000), ("1E+3", 1000), ("12.5e-1", 1.25), ("0.1", 0.1),
            ("18446744073709551616", 18_446_744_073_709_551_616), ("-9223372036854775809", -9_223_372_036_854_775_808),
        ]
        for (text, number) in decimals { #expect(try parse(text) == .decimal(number)) }
    }

    @Test("strings are parsed with their escapes")
    func strings() throws {
        let strings: [(String, String)] = [
            (#""""#, ""), (#""a\"\\\/\b\f\n\r\t""#, "a\"\\/\u{8}\u{C}\n\r\t"), (#""\u00e9\u20AC""#, "é€"),
            (#""\ud83d\ude00""#, "😀"), (#""\u0000""#, "\0"), ("\"é😀\"", "é😀"), ("\"\u{7F}\"", "\u{7F}"),
        ]
        for (text, string) in strings { #expect(try parse(text) == .text(string)) }
    }

    @Test("words, lists and objects are parsed, with white space around them")
    func structures() throws {
        #expect(try parse("null") == .null)
        #expect(try parse(" true ") == true)
        #expect(try parse(" \t\r\n false ") == false)
        #expect(try parse("[ ]") == [])
        #expect(try parse(#"[1,[2 ] , "3"]"#) == [1, [2], "3"])
        #expect(try parse("{ }") == .object([]))
        #expect(try parse(#"{"a" : 1,"b":{"c":null}}"#) == ["a": 1, "b": ["c": nil]])
    }

    @Test(
        "everything else is rejected",
        arguments: [
            "", " ", "nul", "nulls", "True", "+1", "01", "-", "-01", ".5", "1.", "1e", "1e+", "0x1", "NaN", "Infinity",
            "1e999",
            "-1e999", "\"", "\"a", "\"\\\"", "\"\\x\"", "\"\\u12\"", "\"\\u12g4\"", "\"\\u+123\"", "\"\\ud800\"",
            "\"\\ud800\\u0041\"", "\"\\udc00\"", "\"\\ud800x\"", "\"\u{1}\"", "\"\n\"", "[", "[1", "[1,", "[1,]",
            "[,1]", "]", "{",
            "{\"a\"", "{\"a\":", "{\"a\":1", "{\"a\":1,", "{\"a\":1,}", "{a:1}", "{1:2}", "{\"a\" 1}", "}", "1 2",
            "[] []",
            "{} x", "\u{FEFF}1", "//", "'a'",
        ])
    func rejected(_ text: String) { #expect(fails(Array(text.utf8))) }

    @Test(
        "bytes that are not UTF-8 are rejected",
        arguments: ["ff", "c080", "c3", "eda080", "f4908080", "e282"])
    func notUTF8(_ digits: String) {
        #expect(fails([0x22] + Self.bytes(digits) + [0x22]))
        #expect(!fails([0x22] + Array("é".utf8) + [0x22]))
    }

    private static func bytes(_ digits: String) -> [UInt8] {
        let digits = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    @Test("64 levels are parsed, 65 are not")
    func depth() {
        func nested(_ count: Int, _ open: String, _ close: String) -> [UInt8] {
            Array((String(repeating: open, count: count) + "1" + String(repeating: close, count: count)).utf8)
        }
        for (open, close) in [("[", "]"), ("{\"a\":", "}")] {
            #expect(!fails(nested(64, open, close)))
            #expect(fails(nested(65, open, close)))
            #expect(fails(nested(100_000, open, close)))
        }
        // The depth is that of one place, not a sum.
        #expect(!fails(Array("[\((0..<200).map { _ in "[[]]" }.joined(separator: ","))]".utf8)))
    }

    @Test("values are written on one line, in the order of their keys")
    func written() {
        let list: JSON = [nil, true, 1.0, -2.5, "é\"\\\n\u{1}\u{1F}/"]
        let value = JSON.object([
            ("b", 1), ("a", list), ("c", .object([])), ("d", []), ("e", .unsigned(.max)), ("f", 1e300), ("g", 1e-7),
        ])
        let text = String(decoding: value.encoded, as: UTF8.self)
        #expect(
            text
                == #"{"b":1,"a":[null,true,1.0,-2.5,"é\"\\\u000a\u0001\u001f/"],"c":{},"d":[],"e":18446744073709551615,"#
                + #""f":1e+300,"g":1e-07}"#)
    }

    @Test("a number that JSON cannot express is null", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ number: Double) { #expect(JSON.decimal(number).encoded == Array("null".utf8)) }

    @Test("the last one of repeated keys counts, and all are written again")
    func repeated() throws {
        let value = try parse(#"{"a":1,"a":2}"#)
        #expect(value["a"] == 2)
        #expect(String(decoding: value.encoded, as: UTF8.self) == #"{"a":1,"a":2}"#)
        #expect(value == ["a": 2])
    }

    @Test("objects are equal in any order; 1 and 1.0 differ")
    func equality() {
        #expect(JSON.object([("a", 1), ("b", 2)]) == JSON.object([("b", 2), ("a", 1)]))
        #expect(JSON.object([("a", 1)]) != JSON.object([("a", 1), ("b", 2)]))
        #expect(JSON.number(1) != JSON.decimal(1))
        #expect(Set([JSON.object([("a", 1), ("b", 2)]), JSON.object([("b", 2), ("a", 1)])]).count == 1)
    }

    @Test("the first name that an object has twice, at any depth")
    func repeatedName() throws {
        func name(_ text: String) throws -> String? { try JSON(decoding: text.utf8).repeatedName }
        #expect(try name(#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}"#) == nil)
        #expect(try name(#"{"a":1,"b":2,"a":3}"#) == "a")
        #expect(try name(#"{"a":{"b":[1,{"c":1,"c":1}]}}"#) == "c")
        #expect(try name(#"[{"x y":1,"x y":1}]"#) == "?")
        #expect(try name("1") == nil)
    }
}
