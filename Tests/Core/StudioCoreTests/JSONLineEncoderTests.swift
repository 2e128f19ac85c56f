import StudioCore
import Testing

@Suite("Lines of JSON")
struct JSONLineEncoderTests {
    private struct Line: Encodable {
        let b: String
        let a: MediaTime
        var c: Int?
    }

    @Test("keys are sorted, text is escaped, and values that are missing have no key")
    func line() throws {
        let bytes = try JSONLineEncoder().bytes(Line(b: "a/\"b\"\\\u{1}\n", a: .milliseconds(60)))
        #expect(String(decoding: bytes, as: UTF8.self) == #"{"a":0.06,"b":"a/\"b\"\\\u0001\n"}"#)
    }

    @Test("a number that JSON cannot express is an error")
    func infinite() {
        #expect(throws: EncodingError.self) { try JSONLineEncoder().bytes([Double.infinity]) }
    }
}
