import SessionProtocol
import StudioCore
import StudioTestSupport
import Testing

/// From bytes to lines, in limited memory.
struct LineSplitterTests {
    private func split(_ parts: [[UInt8]], limit: Int = 16) -> [LineSplitter.Item] {
        var splitter = LineSplitter(limit: limit)
        return parts.flatMap { part in part.withUnsafeBytes { splitter.append($0) } }
    }

    @Test("lines arrive whole, however the bytes are cut; empty lines are left out")
    func whole() {
        let expected = [LineSplitter.Item.line(Array("one".utf8)), .line(Array("two".utf8))]
        #expect(split([Array("one\n\ntwo\nthr".utf8)]) == expected)
        #expect(split(Array("one\n\ntwo\nthr".utf8).map { [$0] }) == expected)
        #expect(split([]).isEmpty)
        #expect(split([[]]).isEmpty)
    }

    @Test("a line of the limit is accepted, a longer one reported once and skipped up to its line feed")
    func limit() {
        let (fits, long) = ([UInt8](repeating: 97, count: 16), [UInt8](repeating: 98, count: 17))
        #expect(split([fits + [10]]) == [.line(fits)])
        #expect(split([long + [10] + fits + [10]]) == [.tooLong, .line(fits)])
        #expect(split([long, long, long, [10], fits, [10]]) == [.tooLong, .line(fits)])
    }

    @Test("100 MB without a line feed use no memory")
    func endless() {
        var splitter = LineSplitter()
        let part = [UInt8](repeating: 120, count: 1 << 20)
        var items: [LineSplitter.Item] = []
        for _ in 0..<100 {
            items += part.withUnsafeBytes { splitter.append($0) }
            #expect(splitter.pendingCount <= LineSplitter.longest)
        }
        #expect(items == [.tooLong])
        #expect(splitter.pendingCount == 0)
    }

    @Test("random bytes in random parts give the lines of the whole", arguments: UInt64(1)...40)
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let bytes = (0..<Int.random(in: 0...2000, using: &random)).map { _ -> UInt8 in
            Int.random(in: 0..<8, using: &random) == 0 ? 10 : UInt8.random(in: 0...255, using: &random)
        }
        var parts: [[UInt8]] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(Int.random(in: 1...64, using: &random))
            parts.append(Array(part))
            rest = rest.dropFirst(part.count)
        }
        let complete = bytes.lastIndex(of: 10).map { bytes[..<$0] } ?? []
        let tail = bytes.count - (bytes.lastIndex(of: 10).map { $0 + 1 } ?? 0)
        var expected = complete.split(separator: 10).map { line -> LineSplitter.Item in
            line.count > 16 ? .tooLong : .line(Array(line))
        }
        if tail > 16 { expected.append(.tooLong) }
        #expect(split(parts) == expected)
        #expect(split([bytes]) == expected)
    }
}
