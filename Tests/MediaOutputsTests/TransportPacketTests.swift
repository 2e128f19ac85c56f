import StudioCore
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("Transport packets")
struct TransportPacketTests {
    @Test("a packet needs 188 bytes and the sync byte")
    func shape() {
        #expect([UInt8](repeating: 0x47, count: 187).withUnsafeBytes { TransportPacket($0) } == nil)
        #expect([UInt8](repeating: 0x47, count: 189).withUnsafeBytes { TransportPacket($0) } == nil)
        #expect([UInt8](repeating: 0x46, count: 188).withUnsafeBytes { TransportPacket($0) } == nil)
        #expect([UInt8](repeating: 0x47, count: 188).withUnsafeBytes { TransportPacket($0) } != nil)
    }

    @Test(
        "the identifier determines the content",
        arguments: [
            (UInt16(0), TransportPacket.Content.programAssociation), (32, .programMap), (256, .track(.video)),
            (257, .track(.audio)), (8191, .other), (255, .other), (0x1100, .other),
        ])
    func content(_ identifier: UInt16, _ content: TransportPacket.Content) {
        let packet = TransportBytes.packet(identifier).withUnsafeBytes { TransportPacket($0) }
        #expect(packet?.content == content)
        #expect(packet?.startsUnit == false)
        #expect(packet?.isRandomAccess == false)
        #expect(packet?.presentationTicks == nil)
    }

    @Test(
        "a unit's start has its presentation time, with and without an adaptation field",
        arguments: [0, 1, 90_000, 324_000_000, 1 << 32, (1 << 33) - 1] as [UInt64], [false, true])
    func presentation(_ ticks: UInt64, _ isKeyFrame: Bool) {
        let bytes = TransportBytes.unit(256, ticks: ticks, isKeyFrame: isKeyFrame)
        let packet = bytes.withUnsafeBytes { TransportPacket($0) }
        #expect(packet?.startsUnit == true)
        #expect(packet?.isRandomAccess == isKeyFrame)
        #expect(packet?.presentationTicks == ticks)
    }

    @Test("a header that is truncated or has no time stamp has none")
    func withoutTime() {
        var bytes = TransportBytes.unit(256, ticks: 5, isKeyFrame: false)
        bytes[4 + 7] = 0
        #expect(bytes.withUnsafeBytes { TransportPacket($0) }?.presentationTicks == nil)
        bytes = TransportBytes.unit(256, ticks: 5, isKeyFrame: false)
        bytes[6] = 2
        #expect(bytes.withUnsafeBytes { TransportPacket($0) }?.presentationTicks == nil)
        // An adaptation field that fills the packet, and one that claims to be longer than the packet.
        for length in [UInt8(183), 175, 255] {
            bytes = TransportBytes.unit(256, ticks: 5, isKeyFrame: true)
            bytes[4] = length
            #expect(bytes.withUnsafeBytes { TransportPacket($0) }?.presentationTicks == nil)
        }
    }

    @Test("random bytes never trap")
    func random() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<20_000 {
            var bytes = random.bytes(188)
            bytes[0] = 0x47
            let packet = bytes.withUnsafeBytes { TransportPacket($0) }
            #expect(packet.map { ($0.presentationTicks ?? 0) < 1 << 33 } == true)
        }
    }

    @Test("chunks are split into packets; an incomplete last packet is ignored")
    func packets() {
        let chunk = TransportBytes.packet(0) + TransportBytes.packet(32) + TransportBytes.packet(256).dropLast()
        var contents: [TransportPacket.Content] = []
        chunk.withUnsafeBytes { bytes in TransportPacket.forEach(in: bytes) { contents.append($1.content) } }
        #expect(contents == [.programAssociation, .programMap])
    }

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

/// Transport packets with chosen fields.
enum TransportBytes {
    static func packet(_ identifier: UInt16) -> [UInt8] {
        [0x47, UInt8(identifier >> 8 & 0x1F), UInt8(identifier & 0xFF), 0x10] + [UInt8](repeating: 0xFF, count: 184)
    }

    /// The first packet of a unit; with an adaptation field if it is a key frame.
    static func unit(_ identifier: UInt16, ticks: UInt64, isKeyFrame: Bool) -> [UInt8] {
        let head: [UInt8] = [
            0x47, UInt8(identifier >> 8 & 0x1F) | 0x40, UInt8(identifier & 0xFF), isKeyFrame ? 0x30 : 0x10,
        ]
        let adaptation: [UInt8] = isKeyFrame ? [7, 0x50, 0, 0, 0, 0, 0, 0] : []
        let time: [UInt8] = [
            0x21 | UInt8(ticks >> 30 & 7) << 1, UInt8(ticks >> 22 & 0xFF), UInt8(ticks >> 15 & 0x7F) << 1 | 1,
            UInt8(ticks >> 7 & 0xFF), UInt8(ticks & 0x7F) << 1 | 1,
        ]
        let bytes = head + adaptation + [0, 0, 1, 0xE0, 0, 0, 0x84, 0x80, 5] + time
        return bytes + [UInt8](repeating: 0xAA, count: 188 - bytes.count)
    }
}
