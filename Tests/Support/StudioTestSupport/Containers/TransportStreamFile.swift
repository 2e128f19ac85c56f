import Foundation

/// The packets of an MPEG transport stream (ISO/IEC 13818-1), read without psstudio's code.
package struct TransportStreamFile: Sendable {
    private static let video = 256
    private static let map = 32

    private struct Packet {
        let identifier: Int
        let counter: Int
        let startsUnit: Bool
        let hasPayload: Bool
        /// In ticks of 90 kHz.
        let clock: Int?
        let time: Int?

        init?(_ bytes: ArraySlice<UInt8>) {
            let bytes = Array(bytes)
            guard bytes.count == 188, bytes[0] == 0x47 else { return nil }
            identifier = Int(bytes[1] & 0x1F) << 8 | Int(bytes[2])
            startsUnit = bytes[1] & 0x40 != 0
            hasPayload = bytes[3] & 0x10 != 0
            counter = Int(bytes[3] & 0x0F)
            let adaptation = bytes[3] & 0x20 != 0 ? Int(bytes[4]) : -1
            let hasClock = adaptation > 6 && bytes[5] & 0x10 != 0
            clock = hasClock ? bytes[6..<11].reduce(0) { $0 << 8 | Int($1) } >> 7 : nil
            let start = 5 + adaptation
            guard startsUnit, hasPayload, identifier >= 256, start + 14 <= 188, bytes[start + 7] & 0x80 != 0 else {
                time = nil
                return
            }
            let field = bytes[start + 9..<start + 14].map { Int($0) }
            time = (field[0] >> 1 & 7) << 30 | field[1] << 22 | (field[2] >> 1) << 15 | field[3] << 7 | field[4] >> 1
        }
    }

    private let packets: [Packet]
    private let rest: Int

    package init(_ path: String) throws {
        let bytes = Array(try Data(contentsOf: URL(fileURLWithPath: path)))
        packets = stride(from: 0, to: bytes.count - 187, by: 188).compactMap { Packet(bytes[$0..<$0 + 188]) }
        rest = bytes.count - packets.count * 188
    }

    /// The greatest distance of clock references in milliseconds.
    package var longestClockInterval: Int {
        let clocks = packets.compactMap(\.clock)
        return (zip(clocks.dropFirst(), clocks).map { $0 - $1 }.max() ?? 0) / 90
    }

    /// What is wrong with a stream that psstudio has written, one line each.
    package func faults(isWhole: Bool = true) -> [String] {
        var faults = isWhole && rest > 0 ? ["\(rest) bytes are no packets"] : []
        if packets.prefix(2).map(\.identifier) != [0, Self.map] { faults.append("it does not start with its tables") }
        return faults + counterFaults + clockFaults + tableFaults
    }

    /// 2.4.3.3: each packet with a payload counts one; others repeat the number.
    private var counterFaults: [String] {
        var (last, faults): ([Int: Int], [String]) = ([:], [])
        for packet in packets {
            if let count = last[packet.identifier], packet.counter != (count + (packet.hasPayload ? 1 : 0)) % 16 {
                faults.append("\(packet.identifier): packet \(packet.counter) follows \(count)")
            }
            last[packet.identifier] = packet.counter
        }
        return faults
    }

    /// 2.7.2: a clock reference at least every 100 ms, increasing, and no unit later than its time.
    private var clockFaults: [String] {
        var faults: [String] = []
        let clocks = packets.compactMap(\.clock)
        if zip(clocks.dropFirst(), clocks).contains(where: { $0 <= $1 }) { faults.append("the clock goes back") }
        if longestClockInterval > 100 { faults.append("\(longestClockInterval) ms between two clock references") }
        if packets.contains(where: { $0.clock != nil && $0.identifier != Self.video }) {
            faults.append("a clock reference is not in the video")
        }
        var clock = 0
        for packet in packets {
            clock = packet.clock ?? clock
            if let time = packet.time, time < clock { faults.append("a unit of \(time) arrives at \(clock)") }
        }
        return faults
    }

    /// The program tables at least every 200 ms of the clock. (100 ms and the time to the next unit or reference.)
    private var tableFaults: [String] {
        // The first tables precede the first reference.
        var (clock, tables, longest): (Int, [Int: Int], Int) = (packets.compactMap(\.clock).first ?? 0, [:], 0)
        for packet in packets {
            clock = packet.clock ?? clock
            longest = max(longest, tables.values.map { clock - $0 }.max() ?? 0)
            if packet.identifier == 0 || packet.identifier == Self.map { tables[packet.identifier] = clock }
        }
        return longest / 90 > 200 ? ["\(longest / 90) ms between two program tables"] : []
    }
}
