import StudioCore
import Testing

@testable import Containers

/// What is replaced at the beginning of MPEG transport streams.
@Suite("TransportStreamHead")
struct TransportStreamHeadTests {
    private static let (video, audio, map) = (256, 257, 4096)

    private func packet(_ identifier: Int, starts: Bool, _ payload: [UInt8]) -> [UInt8] {
        let head: [UInt8] = [0x47, UInt8(identifier >> 8) | (starts ? 0x40 : 0), UInt8(identifier & 0xFF)]
        // The adaptation field fills up the packet.
        let free = 188 - 4 - payload.count
        let field: [UInt8] = free == 0 ? [] : [UInt8(free - 1)] + (free > 1 ? [0] : []) + stuffing(max(0, free - 2))
        return head + [free == 0 ? 0x10 : 0x30] + field + payload
    }

    private func stuffing(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xFF, count: count) }

    private func table(_ identifier: Int, _ body: [UInt8]) -> [UInt8] {
        let length = body.count + 4
        var section: [UInt8] = [identifier == 0 ? 0 : 2, 0xB0 | UInt8(length >> 8), UInt8(length & 0xFF)] + body
        let sum = TransportProgram.checksum(section[...])
        section += (0..<4).map { UInt8(truncatingIfNeeded: sum >> (24 - 8 * $0)) }
        return packet(identifier, starts: true, [0] + section)
    }

    private var programs: [UInt8] { table(0, [0, 1, 0xC1, 0, 0, 0, 1, 0xF0, 0]) }

    private func streams(_ audioType: UInt8 = 15) -> [UInt8] {
        table(
            Self.map, [0, 1, 0xC1, 0, 0, 0xE1, 0, 0xF0, 0, 27, 0xE1, 0, 0xF0, 0, audioType, 0xE1, 1, 0xF0, 0])
    }

    private func unit(_ identifier: Int, at time: Int64, _ body: [UInt8] = [0xFF, 0xF1]) -> [UInt8] {
        let stamp: [UInt8] = [
            0x21 | UInt8(time >> 30 & 7) << 1, UInt8(time >> 22 & 0xFF), UInt8(time >> 15 & 0x7F) << 1 | 1,
            UInt8(time >> 7 & 0xFF), UInt8(time & 0x7F) << 1 | 1,
        ]
        let header: [UInt8] = [0, 0, 1, 0xC0, 0, 0, 0x80, 0x80, 5] + stamp
        return packet(identifier, starts: true, header + body + [UInt8](repeating: 7, count: 160 - body.count))
    }

    private func clock(_ time: Int64) -> [UInt8] {
        Array(TransportPacket(clock: time, identifier: Self.video).bytes)
    }

    private func head(_ packets: [[UInt8]]) -> TransportStreamHead? {
        let bytes = packets.flatMap { $0 }
        return TransportStreamHead { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
    }

    private func corrected(_ packets: [[UInt8]]) throws -> [[UInt8]] {
        var bytes = packets.flatMap { $0 }
        for correction in try #require(head(packets)).corrections {
            bytes.replaceSubrange(
                correction.offset..<correction.offset + correction.bytes.count, with: correction.bytes)
        }
        return stride(from: 0, to: bytes.count, by: 188).map { Array(bytes[$0..<$0 + 188]) }
    }

    private var tail: [[UInt8]] { (0..<8).map { packet(Self.video, starts: false, [UInt8($0)] + stuffing(183)) } }

    @Test(
        "The trim of the first unit of Opus is found behind a size of one or more bytes",
        arguments: [
            ([0x7F, 0xF0, 0x29, 0x01, 0x38], 312), ([0x7F, 0xF0, 0xFF, 0xFF, 0x00, 0x1F, 0xFF], 8191),
            ([0x7F, 0xE0, 0x29], 0),
            ([0x7F, 0x90, 0x29, 0x01, 0x38], 0),
        ] as [([UInt8], Int64)])
    func opusTrim(_ header: [UInt8], _ trim: Int64) throws {
        let later = unit(Self.audio, at: 95_000, [0x7F, 0xF0, 0x29, 0x00, 0x01])
        let packets = [programs, streams(6), clock(80_000), unit(Self.audio, at: 90_000, header), later]
        #expect(try #require(head(packets + tail)).opusTrim == (header[1] == 0x90 ? 1 : trim))
        // Private data of another kind of stream.
        #expect(try #require(head([programs, streams(15)] + packets.dropFirst(2) + tail)).opusTrim == 0)
    }

    @Test("A stream whose clock precedes its units is read unchanged")
    func regular() throws {
        let packets = [programs, streams(), clock(0), unit(Self.audio, at: 9000), unit(Self.video, at: 9000)] + tail
        let found = try #require(head(packets))
        #expect(found.corrections == [])
        #expect(found.starts == [Self.audio: 9000, Self.video: 9000])
    }

    @Test("Earlier times behind the beginning, as in joined streams, change nothing")
    func joined() throws {
        let first = [programs, streams(), clock(500_000), unit(Self.audio, at: 510_000), unit(Self.video, at: 510_000)]
        let second = [clock(0), unit(Self.audio, at: 9000), unit(Self.video, at: 9000)]
        #expect(try #require(head(first + second + tail)).corrections == [])
    }

    @Test("An inserted clock precedes the next one")
    func earlyClock() throws {
        let (first, rest) = (unit(Self.audio, at: 90_000), [clock(70_000), unit(Self.video, at: 160_000)] + tail)
        let service = packet(17, starts: true, stuffing(184))
        #expect(
            try corrected([service, programs, streams(), first] + rest)
                == [programs, streams(), clock(69_999), first] + rest)
    }

    @Test("A clock takes the place of a packet that nothing needs, in front of the first unit")
    func spareBefore() throws {
        let service = packet(17, starts: true, stuffing(184))
        let (first, late) = (unit(Self.audio, at: 90_000), [clock(150_000), unit(Self.video, at: 160_000)])
        let packets = [service, programs, streams(), first] + late + tail
        #expect(try corrected(packets) == [programs, streams(), clock(81_000), first] + late + tail)
    }

    @Test("Without one, the packets up to the next table move by one; further tables continue the clock")
    func spareBehind() throws {
        let units = [unit(Self.audio, at: 90_000), unit(Self.audio, at: 100_000)]
        let late = [clock(150_000), unit(Self.video, at: 160_000)]
        let packets = [programs, streams()] + units + [programs, streams()] + late + tail
        let expected = [programs, streams(), clock(81_000)] + units + [clock(132_750)] + late + tail
        #expect(try corrected(packets) == expected)
    }

    @Test("The first table is not spare, wherever it is")
    func lateTables() throws {
        let units = [unit(Self.audio, at: 90_000), unit(Self.audio, at: 100_000)]
        let rest = [clock(150_000), unit(Self.video, at: 160_000)] + tail
        let packets = [units[0], programs, streams(), units[1]] + rest
        #expect(try corrected(packets) == packets)
    }

    @Test("A clock that is later than the first unit's time is set back, also across the wrap")
    func lateClock() throws {
        let packets = [programs, streams(), clock(5000), unit(Self.audio, at: (1 << 33) - 1000)] + tail
        let expected = [programs, streams(), clock((1 << 33) - 10_000)] + packets[3...]
        #expect(try corrected(packets) == expected)
    }

    @Test("AAC that is announced as private data is announced as AAC")
    func privateAAC() throws {
        let rest = [clock(0), unit(Self.audio, at: 9000), unit(Self.video, at: 9000)] + tail
        #expect(try corrected([programs, streams(6)] + rest) == [programs, streams(15)] + rest)
        let other = [clock(0), unit(Self.audio, at: 9000, [0x0B, 0x77]), unit(Self.video, at: 9000)] + tail
        #expect(try corrected([programs, streams(6)] + other) == [programs, streams(6)] + other)
    }

    @Test("Other files, truncated ones and random bytes are read unchanged")
    func other() {
        #expect(head([[UInt8](repeating: 0, count: 5000)]) == nil)
        #expect(head([]) == nil)
        #expect(head([programs, streams()]) == nil)
        var generator = SeededRandom(seed: 7)
        let whole = [programs, streams(), unit(Self.audio, at: 9000), programs, clock(50_000)] + tail
        for _ in 0..<500 {
            var packets = whole
            for _ in 0..<8 {
                let (index, position) = (
                    Int.random(in: 0..<packets.count, using: &generator), Int.random(in: 1..<188, using: &generator)
                )
                packets[index][position] = UInt8.random(in: 0...255, using: &generator)
            }
            guard let found = head(packets) else { continue }
            for correction in found.corrections {
                #expect(correction.offset >= 0)
                #expect(correction.offset + correction.bytes.count <= packets.count * 188)
            }
        }
    }
}
