import Testing

@testable import SessionClient

/// Members and elements of JSON texts, as they are written.
struct JSONMemberTests {
    private func members(_ text: String) -> [String: String]? {
        JSONText.members(of: Array(text.utf8)[...])?.mapValues { String(decoding: $0, as: UTF8.self) }
    }

    private func elements(_ text: String) -> [String]? {
        JSONText.elements(of: Array(text.utf8)[...])?.map { String(decoding: $0, as: UTF8.self) }
    }

    @Test("values are found as they are written")
    func values() {
        #expect(members("{}") == [:])
        #expect(members(" { } ") == [:])
        #expect(
            members(#"{"a":1,"b":"x","c":[1,{"d":"}"}],"e":{"f":"\"]"},"g":null}"#) == [
                "a": "1", "b": "\"x\"", "c": #"[1,{"d":"}"}]"#, "e": #"{"f":"\"]"}"#, "g": "null",
            ])
        #expect(members("{ \"a\" : [ 1 , 2 ] , \"b\" : -1.5e3 }") == ["a": "[ 1 , 2 ]", "b": "-1.5e3"])
        #expect(members(#"{"a\"b":1}"#) == [#"a\"b"#: "1"])
        #expect(elements("[]") == [])
        #expect(elements(#"[1,"a,b",[2,3],{"x":[4]}]"#) == ["1", "\"a,b\"", "[2,3]", "{\"x\":[4]}"])
    }

    @Test("texts that are no objects have no members, wherever they are cut")
    func malformed() {
        let whole = #"{"a":{"b":["x\\",2]},"c":"\"y"}"#
        #expect(members(whole)?.count == 2)
        for count in 0..<whole.utf8.count {
            #expect(JSONText.members(of: Array(whole.utf8).prefix(count)) == nil, "\(count)")
        }
        for text in [
            "[]", "1", "\"a\"", "null", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{a:1}", "{}x", "{\"a\":1}}",
        ] {
            #expect(members(text) == nil, "\(text)")
        }
        for text in ["{}", "[", "[1", "[1,", "[1,]", "[,1]", "[1]]", "[1}x"] {
            #expect(elements(text) == nil, "\(text)")
        }
    }

    @Test("members are added in front of others")
    func adding() {
        func added(_ text: String) -> String? {
            let members = [(name: "x", value: Array("1".utf8)[...]), (name: "y", value: Array("[]".utf8)[...])]
            return JSONText.object(members, before: Array(text.utf8)[...]).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(added("{}") == #"{"x":1,"y":[]}"#)
        #expect(added(#"{"a":1}"#) == #"{"x":1,"y":[],"a":1}"#)
        #expect(added("[]") == nil)
        #expect(JSONText.object([], before: Array(#"{"a":1}"#.utf8)[...]) == Array(#"{"a":1}"#.utf8))
    }
}
