import ProgramEncoding
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("Transport streams: units that were taken, and datagrams")
struct TransportUnitQueueTests {
    // MARK: Units

    @Test("a unit is taken when the last byte of its chunk was")
    func units() {
        var queue = TransportUnitQueue()
        func append(_ chunk: [UInt8]) { chunk.withUnsafeBytes { queue.append($0) } }
        func taken(_ bytes: UInt64) -> [DeliveryLedger.Track] {
            var tracks: [DeliveryLedger.Track] = []
            queue.remove(through: bytes) { tracks.append($0) }
            return tracks
        }
        append(
            TransportBytes.packet(0) + TransportBytes.unit(256, ticks: 0, isKeyFrame: true) + TransportBytes.packet(256)
        )
        append(TransportBytes.unit(257, ticks: 0, isKeyFrame: false))
        append(TransportBytes.packet(0))
        append(TransportBytes.unit(256, ticks: 3000, isKeyFrame: false))
        #expect(queue.byteCount == 6 * 188)
        #expect(queue.count == 3)
        #expect(taken(3 * 188 - 1) == [])
        #expect(taken(3 * 188) == [.video])
        #expect(taken(3 * 188) == [])
        #expect(taken(5 * 188) == [.audio])
        #expect(taken(.max) == [.video])
        #expect(queue.count == 0)
    }

    // MARK: Datagrams

    @Test("any chunks become datagrams of seven packets, and a shorter last one", arguments: 0..<20)
    func datagrams(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var packer = DatagramPacker()
        var (sent, datagrams): ([UInt8], [[UInt8]]) = ([], [])
        for _ in 0..<30 {
            let chunk = random.bytes(188 * Int.random(in: 0...20, using: &random))
            sent += chunk
            chunk.withUnsafeBytes { packer.append($0) { datagrams.append(Array($0)) } }
            #expect(packer.pendingBytes < 1316)
        }
        let pending = packer.pendingBytes
        packer.flush { datagrams.append(Array($0)) }
        #expect(packer.pendingBytes == 0)
        #expect(datagrams.flatMap { $0 } == sent)
        #expect(datagrams.dropLast().allSatisfy { $0.count == 1316 })
        #expect(datagrams.last?.count == (pending == 0 ? 1316 : pending))
        packer.flush { _ in Issue.record("nothing waits") }
    }

    @Test("a datagram that cannot be sent ends the chunk with its error")
    func failing() {
        struct Failure: Error, Equatable {}
        var packer = DatagramPacker()
        let chunk = [UInt8](repeating: 1, count: 1316 * 3)
        var count = 0
        #expect(throws: Failure()) {
            try chunk.withUnsafeBytes { bytes in
                try packer.append(bytes) { _ throws(Failure) in
                    count += 1
                    if count == 2 { throw Failure() }
                }
            }
        }
        #expect(count == 2)
    }
}
