/// Repeats what receivers of a transport stream need at any time: program tables and clock references, at least every 100 ms
/// at any frame rate.
package struct TransportRepetition: Hashable, Sendable {
    /// The distance of the tables in ticks of 90 kHz: 100 ms.
    private static let tableInterval: UInt64 = 9000
    private static let period: UInt64 = 1 << 33

    private var tables = ProgramTables()
    private var clock = ClockReferences()
    /// The time of the latest tables.
    private var tableTicks: UInt64?

    package init() {}

    /// The packets of a unit with all that is missing in front of them.
    ///
    /// - Parameters:
    ///   - chunk: whole packets.
    ///   - isKeyFrame: whether the result starts with the tables.
    ///   - ticks: the unit's presentation time in ticks of 90 kHz, modulo 2^33; `nil` if it has none.
    package mutating func completed(
        _ chunk: UnsafeRawBufferPointer, isKeyFrame: Bool, at ticks: UInt64?
    ) -> [UInt8] {
        guard let ticks else { return tables.renumbered(chunk, withTables: isKeyFrame) }
        let missing = clock.missing(before: chunk, at: ticks)
        var result: [UInt8] = []
        if isKeyFrame, let first = missing.first {
            result = tables.repeated()
            tableTicks = clock.presentation(of: first)
        }
        for reference in missing {
            if areTablesDue(at: clock.presentation(of: reference)) { result += tables.repeated() }
            result += clock.packet(reference)
        }
        let mustRepeat = areTablesDue(at: ticks) || isKeyFrame
        if mustRepeat { tableTicks = ticks }
        return result + tables.renumbered(chunk, withTables: mustRepeat)
    }

    private mutating func areTablesDue(at ticks: UInt64) -> Bool {
        guard let tableTicks else { return false }
        let distance = (ticks &- tableTicks) % Self.period
        guard distance >= Self.tableInterval, distance < Self.period / 2 else { return false }
        self.tableTicks = ticks
        return true
    }
}
