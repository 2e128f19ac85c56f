import StudioCore

/// The clock references of a transport stream (ISO/IEC 13818-1, 2.4.2.1): receivers need one at least every 100 ms.
///
/// mpegtsmux writes them with frames only. At low frame rates others are added in packets of their own, with the audio
/// between the frames or, without audio, in front of the next frame.
package struct ClockReferences: Hashable, Sendable {
    /// Times in ticks of 90 kHz count modulo this number.
    private static let period: UInt64 = 1 << 33
    /// The longest distance: 100 ms.
    private static let longest: UInt64 = 9000
    /// The distance from which on audio carries one: 60 ms, because the next audio follows within 22 ms.
    private static let due: UInt64 = 5400
    /// The distance of those without media between them: 80 ms.
    private static let step: UInt64 = 7200

    /// The last reference; `nil` before the first.
    private var latest: UInt64?
    /// By how much units are later than the references with them.
    private var lead: UInt64 = 0
    /// The continuity counter of the last video packet, and that of the last one in front of the latest chunk. Packets
    /// without a payload repeat it.
    private var counter: UInt8 = 0
    private var counterBefore: UInt8 = 0

    package init() {}

    /// The references that are missing in front of a chunk.
    ///
    /// - Parameters:
    ///   - chunk: whole packets of one unit.
    ///   - ticks: the unit's presentation time, modulo 2^33.
    package mutating func missing(before chunk: UnsafeRawBufferPointer, at ticks: UInt64) -> [UInt64] {
        var own: UInt64?
        counterBefore = counter
        MuxedPacket.forEach(in: chunk) { _, packet in
            guard packet.content == .track(.video) else { return }
            own = own ?? packet.clockTicks
            counter = packet.counter
        }
        defer { if let own { (latest, lead) = (own, Self.distance(from: own, to: ticks)) } }
        guard let latest else { return [] }
        let clock = own ?? (ticks &- lead) % Self.period
        let missing = Self.between(latest, clock) + (own == nil ? self.due(at: clock, after: latest) : [])
        self.latest = missing.last ?? latest
        return missing
    }

    /// The presentation time of a unit with this reference.
    package func presentation(of reference: UInt64) -> UInt64 { (reference + lead) % Self.period }

    private func due(at clock: UInt64, after latest: UInt64) -> [UInt64] {
        let distance = Self.distance(from: latest, to: clock)
        return distance >= Self.due && distance < Self.period / 2 ? [clock] : []
    }

    /// What is missing between two references that are far from each other.
    private static func between(_ first: UInt64, _ last: UInt64) -> [UInt64] {
        let distance = distance(from: first, to: last)
        // The second one is not later.
        guard distance < period / 2, distance > longest else { return [] }
        return stride(from: step, to: distance, by: Int(step)).map { (first + $0) % period }
    }

    private static func distance(from start: UInt64, to end: UInt64) -> UInt64 { (end &- start) % period }

    /// A packet of the video track that contains only a reference (2.4.3.4), for the result of the last call of
    /// ``missing(before:at:)``.
    package func packet(_ ticks: UInt64) -> [UInt8] {
        var packet = [UInt8](repeating: 0xFF, count: MuxedPacket.byteCount)
        let base = ticks << 15 | 0x7E << 8  // 33 bits, 6 reserved ones, 9 bits of the extension
        packet.replaceSubrange(0..<6, with: [0x47, 0x01, 0x00, 0x20 | counterBefore, 183, 0x10])
        for index in 0..<6 { packet[6 + index] = UInt8(truncatingIfNeeded: base >> UInt64(40 - 8 * index)) }
        return packet
    }
}
