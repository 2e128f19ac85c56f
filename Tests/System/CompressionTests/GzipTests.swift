import Foundation
import StudioTestSupport
import Testing

@testable import Compression

struct GzipTests {
    @Test("gzip gets the bytes back", arguments: [0, 1, 100, 65_536, 300_000])
    func roundTrip(_ count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* $0 >> 7) }
        let folder = try TestFolder()
        let path = try folder.write("bytes.gz", try #require(Gzip.compress(bytes)))
        #expect(try Array(Tool.run("gzip", ["-dc", path])) == bytes)
    }

    @Test("equal bytes have equal results, and text becomes shorter")
    func text() throws {
        let text = Array(String(repeating: "the session goes on; ", count: 1000).utf8)
        let first = try #require(Gzip.compress(text))
        #expect(first == Gzip.compress(text))
        #expect(first.count < text.count / 50)
    }
}
