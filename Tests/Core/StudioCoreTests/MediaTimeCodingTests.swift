import Foundation
import StudioCore
import Testing

@Suite
struct MediaTimeCodingTests {
    private func time(_ text: String) throws -> MediaTime {
        try JSONDecoder().decode(MediaTime.self, from: Data(text.utf8))
    }

    @Test("seconds are read to the nanosecond, a hundred years either way")
    func range() throws {
        #expect(try time("0") == .zero)
        #expect(try time("-0.0") == .zero)
        #expect(try time("1e-12") == .zero)
        #expect(try time("-1.5") == .seconds(-1.5))
        #expect(try time("3162240000") == .seconds(3_162_240_000))
        #expect(throws: DecodingError.self) { try time("3162240001") }
        #expect(throws: DecodingError.self) { try time("-3162240001") }
    }

    @Test("a negative time does not pass as 0", arguments: ["-1e-12", "-1e-308", "-4e-10"])
    func negative(text: String) {
        #expect(throws: DecodingError.self) { try time(text) }
    }
}
