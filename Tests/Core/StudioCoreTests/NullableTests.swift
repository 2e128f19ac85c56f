import Foundation
import StudioCore
import Testing

@Suite("Nullable")
struct NullableTests {
    private struct Sample: Codable, Equatable {
        var name = "a"
        @Nullable var seconds: Double?
        @Nullable var text: String?
    }

    private func decoded(_ text: String) throws -> Sample {
        try JSONDecoder().decode(Sample.self, from: Data(text.utf8))
    }

    @Test("a missing value is encoded as null")
    func encoding() throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        let text = String(decoding: try encoder.encode(Sample(seconds: 0.5)), as: UTF8.self)
        #expect(text == #"{"name":"a","seconds":0.5,"text":null}"#)
    }

    @Test(
        "a key that an earlier version did not have is nil, and so is null",
        arguments: [#"{"name":"a","seconds":0.5}"#, #"{"name":"a","seconds":0.5,"text":null}"#])
    func decoding(_ text: String) throws {
        #expect(try decoded(text) == Sample(seconds: 0.5))
    }

    @Test(
        "a value of another type, and another missing key, are errors",
        arguments: [#"{"name":"a","seconds":"0.5"}"#, #"{"seconds":0.5,"text":null}"#])
    func errors(_ text: String) {
        #expect(throws: DecodingError.self) { try decoded(text) }
    }
}
