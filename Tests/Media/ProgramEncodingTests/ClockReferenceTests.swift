import StudioCore
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("Clock references of transport streams")
struct ClockReferenceTests {
    private static let period: UInt64 = 1 << 33
    private static let lead: UInt64 = 11_250

    /// The first packet of a frame with a clock reference, as mpegtsmux writes it.
    private static func frame(_ ticks: UInt64, counter: UInt8 = 3) -> [UInt8] {
        var packet = TransportBytes.unit(256, ticks: ticks, isKeyFrame: true)
        packet[3] |= counter
        let clock = ((ticks &- lead) % period) << 15
        for index in 0..<6 { packet[6 + index] = UInt8(truncatingIfNeeded: clock >> UInt64(40 - 8 * index)) }
        return packet
    }

    private static func audio(_ ticks: UInt64) -> [UInt8] {
        TransportBytes.unit(257, ticks: ticks, isKeyFrame: false)
    }

    private func missing(_ chunk: [UInt8], at ticks: UInt64, _ references: inout ClockReferences) -> [UInt64] {
        chunk.withUnsafeBytes { references.missing(before: $0, at: ticks % Self.period) }
    }

    @Test("audio between frames carries one every 60 ms; frames bring their own", arguments: [0, period - 20_000])
    func audio(_ start: UInt64) {
        var references = ClockReferences()
        #expect(missing(Self.audio(start), at: start, &references) == [], "the lead is unknown")
        let first = start + Self.lead
        #expect(missing(Self.frame(first % Self.period), at: first, &references) == [])
        var found: [UInt64] = []
        for number in 1...9 as ClosedRange<UInt64> {
            let ticks = first + number * 1920
            for reference in missing(Self.audio(ticks % Self.period), at: ticks, &references) {
                found.append((reference &- start) % Self.period)
            }
        }
        #expect(found == [5760, 11_520, 17_280])
        let second = first + 18_000
        #expect(missing(Self.frame(second % Self.period), at: second, &references) == [])
    }

    @Test("without audio they precede the next frame")
    func alone() {
        var references = ClockReferences()
        #expect(missing(Self.frame(20_000), at: 20_000, &references) == [])
        // 100 ms are allowed.
        #expect(missing(Self.frame(29_000), at: 29_000, &references) == [])
        let clock = 29_000 - Self.lead
        #expect(missing(Self.frame(47_000), at: 47_000, &references) == [clock + 7200, clock + 14_400])
    }

    @Test("a unit that is earlier brings none")
    func earlier() {
        var references = ClockReferences()
        #expect(missing(Self.frame(200_000), at: 200_000, &references) == [])
        #expect(missing(Self.audio(100_000), at: 100_000, &references) == [])
        #expect(missing(Self.frame(150_000), at: 150_000, &references) == [])
    }

    @Test("the packet has the reference, no payload, and repeats the counter of the video before the chunk")
    func packet() {
        var references = ClockReferences()
        #expect(missing(Self.frame(20_000, counter: 5), at: 20_000, &references) == [])
        let found = missing(Self.frame(80_000, counter: 6), at: 80_000, &references)
        #expect(found.count == 8)
        for ticks in found + [0, 1, Self.period - 1] {
            let bytes = references.packet(ticks)
            let packet = bytes.withUnsafeBytes { MuxedPacket($0) }
            #expect(packet?.clockTicks == ticks)
            #expect(packet?.content == .track(.video))
            #expect(packet?.startsUnit == false)
            #expect(packet?.isRandomAccess == false)
            #expect(packet?.counter == 5)
            #expect(bytes[3] & 0x30 == 0x20)
        }
    }

    @Test("the tables are repeated with them")
    func tables() {
        var repetition = TransportRepetition()
        let tables = TransportBytes.packet(0) + TransportBytes.packet(32)
        func contents(_ chunk: [UInt8], isKeyFrame: Bool, _ ticks: UInt64) -> [MuxedPacket.Content] {
            let bytes = chunk.withUnsafeBytes { repetition.completed($0, isKeyFrame: isKeyFrame, at: ticks) }
            var contents: [MuxedPacket.Content] = []
            bytes.withUnsafeBytes { bytes in MuxedPacket.forEach(in: bytes) { contents.append($1.content) } }
            return contents
        }
        let (both, video): ([MuxedPacket.Content], MuxedPacket.Content) = (
            [.programAssociation, .programMap], .track(.video)
        )
        #expect(contents(tables + Self.frame(20_000), isKeyFrame: true, 20_000) == both + [video])
        // References at 80 and 160 ms, tables with the second; then the frame.
        #expect(
            contents(Self.frame(38_000), isKeyFrame: false, 38_000) == [video] + both + [video, video])
        #expect(contents(Self.audio(39_000), isKeyFrame: false, 39_000) == [.track(.audio)])
        // A key frame begins with the tables.
        #expect(Array(contents(Self.frame(56_000), isKeyFrame: true, 56_000).prefix(3)) == both + [video])
    }
}
