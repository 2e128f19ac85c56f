import StudioCore
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("Muxed packets")
struct MuxedPacketTests {
    @Test("a packet needs 188 bytes and the sync byte")
    func shape() {
        #expect([UInt8](repeating: 0x47, count: 187).withUnsafeBytes { MuxedPacket($0) } == nil)
        #expect([UInt8](repeating: 0x47, count: 189).withUnsafeBytes { MuxedPacket($0) } == nil)
        #expect([UInt8](repeating: 0x46, count: 188).withUnsafeBytes { MuxedPacket($0) } == nil)
        #expect([UInt8](repeating: 0x47, count: 188).withUnsafeBytes { MuxedPacket($0) } != nil)
    }

    @Test(
        "the identifier determines the content",
        arguments: [
            (UInt16(0), MuxedPacket.Content.programAssociation), (32, .programMap), (256, .track(.video)),
            (257, .track(.audio)), (8191, .other), (255, .other), (0x1100, .other),
        ])
    func content(_ identifier: UInt16, _ content: MuxedPacket.Content) {
        let packet = TransportBytes.packet(identifier).withUnsafeBytes { MuxedPacket($0) }
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
        let packet = bytes.withUnsafeBytes { MuxedPacket($0) }
        #expect(packet?.startsUnit == true)
        #expect(packet?.isRandomAccess == isKeyFrame)
        #expect(packet?.presentationTicks == ticks)
    }

    @Test("a header that is truncated or has no time stamp has none")
    func withoutTime() {
        var bytes = TransportBytes.unit(256, ticks: 5, isKeyFrame: false)
        bytes[4 + 7] = 0
        #expect(bytes.withUnsafeBytes { MuxedPacket($0) }?.presentationTicks == nil)
        bytes = TransportBytes.unit(256, ticks: 5, isKeyFrame: false)
        bytes[6] = 2
        #expect(bytes.withUnsafeBytes { MuxedPacket($0) }?.presentationTicks == nil)
        // An adaptation field that fills the packet, and one that claims to be longer than the packet.
        for length in [UInt8(183), 175, 255] {
            bytes = TransportBytes.unit(256, ticks: 5, isKeyFrame: true)
            bytes[4] = length
            #expect(bytes.withUnsafeBytes { MuxedPacket($0) }?.presentationTicks == nil)
        }
    }

    @Test("random bytes never trap")
    func random() {
        var random = SeededRandom(seed: 7)
        for _ in 0..<20_000 {
            var bytes = random.bytes(188)
            bytes[0] = 0x47
            let packet = bytes.withUnsafeBytes { MuxedPacket($0) }
            #expect(packet.map { ($0.presentationTicks ?? 0) < 1 << 33 } == true)
        }
    }

    @Test("chunks are split into packets; an incomplete last packet is ignored")
    func packets() {
        let chunk = TransportBytes.packet(0) + TransportBytes.packet(32) + TransportBytes.packet(256).dropLast()
        var contents: [MuxedPacket.Content] = []
        chunk.withUnsafeBytes { bytes in MuxedPacket.forEach(in: bytes) { contents.append($1.content) } }
        #expect(contents == [.programAssociation, .programMap])
    }

    @Test("a chunk's units are those whose first packet it has")
    func units() {
        let chunk =
            TransportBytes.packet(0) + TransportBytes.packet(32)
            + TransportBytes.unit(256, ticks: 6000, isKeyFrame: true) + TransportBytes.packet(256)
        #expect(
            chunk.withUnsafeBytes { TransportUnit.all(in: $0) }
                == [TransportUnit(track: .video, isKeyFrame: true, presentationTicks: 6000)])
        let audio = TransportBytes.unit(257, ticks: 1, isKeyFrame: true)
        #expect(
            audio.withUnsafeBytes { TransportUnit.all(in: $0) }
                == [TransportUnit(track: .audio, isKeyFrame: false, presentationTicks: 1)])
        #expect(TransportBytes.packet(256).withUnsafeBytes { TransportUnit.all(in: $0) } == [])
    }

    // MARK: Tables

    /// A packet of a table whose content identifies its version.
    private static func table(_ identifier: UInt16, version: UInt8) -> [UInt8] {
        var packet = TransportBytes.packet(identifier)
        packet[187] = version
        return packet
    }

    @Test("tables precede each key frame, once, with consecutive counters", arguments: 0..<20)
    func tables(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var tables = ProgramTables()
        var latest: [UInt16: UInt8] = [:]
        var counts: [UInt16: UInt8] = [0: 0, 32: 0]
        for number in 0..<100 {
            let isKeyFrame = number == 0 || random.chance(percent: 20)
            let hasTables = number == 0 || random.chance(percent: 30)
            let media =
                TransportBytes.unit(256, ticks: UInt64(number), isKeyFrame: isKeyFrame)
                + TransportBytes.packet(256)
            var chunk: [UInt8] = []
            if hasTables {
                latest = [0: UInt8(number), 32: UInt8(number) ^ 0xFF]
                chunk += Self.table(0, version: UInt8(number)) + Self.table(32, version: UInt8(number) ^ 0xFF)
            }
            let result = (chunk + media).withUnsafeBytes { tables.renumbered($0, withTables: isKeyFrame) }
            var expected: [UInt8] = []
            if isKeyFrame || hasTables {
                for identifier in [UInt16(0), 32] {
                    var packet = Self.table(identifier, version: latest[identifier] ?? 0)
                    packet[3] = 0x10 | (counts[identifier] ?? 0)
                    counts[identifier, default: 0] = ((counts[identifier] ?? 0) + 1) & 0x0F
                    expected += packet
                }
            }
            #expect(result == expected + media)
        }
    }

    @Test("a key frame before the first tables has none")
    func noTables() {
        var tables = ProgramTables()
        let media = TransportBytes.unit(256, ticks: 0, isKeyFrame: true)
        #expect(media.withUnsafeBytes { tables.renumbered($0, withTables: true) } == media)
    }
}
