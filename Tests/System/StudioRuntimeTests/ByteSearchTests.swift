import StudioRuntime
import Testing

/// Places of bytes in others.
struct ByteSearchTests {
    private let bytes: [UInt8] = [1, 1, 2, 1, 2, 3, 1, 2]

    @Test("The first place counts, from the start on")
    func finds() {
        #expect(bytes.firstOffset(of: [1, 2]) == 1)
        #expect(bytes.firstOffset(of: [1, 2], from: 2) == 3)
        #expect(bytes.firstOffset(of: [1, 2], from: 4) == 6)
        #expect(bytes.firstOffset(of: [1, 2, 3]) == 3)
        #expect(bytes.firstOffset(of: bytes) == 0)
        #expect(bytes.firstOffset(of: [], from: 5) == 5)
    }

    @Test("A part that does not occur, is cut off or is longer has no place")
    func misses() {
        #expect(bytes.firstOffset(of: [4]) == nil)
        #expect(bytes.firstOffset(of: [1, 2, 1, 3]) == nil)
        #expect(bytes.firstOffset(of: [1, 2, 3], from: 4) == nil)
        #expect(bytes.firstOffset(of: [2, 9]) == nil)
        #expect(bytes.firstOffset(of: bytes + [1]) == nil)
        #expect([].firstOffset(of: [1]) == nil)
    }
}
