import StudioCore
import StudioTestSupport
import Testing

@Suite("Ring of media")
struct MediaRingTests {
    @Test("slots are used in turn; a full ring has none")
    func slots() {
        var ring = MediaRing(capacity: 3, byteLimit: 10)
        #expect((0..<4).map { _ in ring.append() } == [0, 1, 2, nil])
        #expect(ring.isFull)
        #expect(ring.take { _ in 0 } == 0)
        #expect(ring.append() == 0)
        #expect((0..<4).map { _ in ring.take { _ in 0 } } == [1, 2, 0, nil])
        #expect(ring.count == 0)
    }

    @Test("media has a limit of bytes; a unit above it is queued alone")
    func bytes() {
        var ring = MediaRing(capacity: 3, byteLimit: 10)
        #expect(ring.hasCapacity(bytes: 100))
        #expect(ring.append(bytes: 100) == 0)
        #expect(!ring.hasCapacity(bytes: 0))
        #expect(ring.take { _ in 100 } == 0)
        #expect(ring.append(bytes: 6) == 1)
        #expect(ring.hasCapacity(bytes: 4))
        #expect(!ring.hasCapacity(bytes: 5))
    }

    @Test("random sequences agree with an array", arguments: UInt64(1)...20)
    func sequences(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var ring = MediaRing(capacity: Int.random(in: 1...5, using: &random), byteLimit: 20)
        var queued: [(slot: Int, bytes: Int)] = []
        for _ in 0..<500 {
            let bytes = Int.random(in: 0...12, using: &random)
            let total = queued.reduce(0) { $0 + $1.bytes }
            #expect(ring.hasCapacity(bytes: bytes) == (total == 0 || total + bytes <= 20))
            if Bool.random(using: &random) {
                let slot = ring.append(bytes: bytes)
                #expect((slot == nil) == (queued.count == ring.capacity))
                guard let slot else { continue }
                #expect(!queued.contains { $0.slot == slot })
                queued.append((slot, bytes))
            } else {
                let oldest = queued.first
                #expect(ring.take { slot in queued.first { $0.slot == slot }?.bytes ?? 0 } == oldest?.slot)
                if oldest != nil { queued.removeFirst() }
            }
            #expect(ring.count == queued.count)
        }
    }
}
