import StudioRuntime

/// The units inside a muxer, which keeps the order of each track.
final class UnitsInMuxer: Sendable {
    private let units = Lock<[EncodedUnit.Track: [EncodedUnit]]>([:])

    /// Whether any unit was ever inside.
    var hasHadUnits: Bool { units.withLock { !$0.isEmpty } }

    func append(_ unit: EncodedUnit) { units.withLock { $0[unit.track, default: []].append(unit) } }

    func removeFirst(_ track: EncodedUnit.Track) -> EncodedUnit? {
        units.withLock { $0[track]?.isEmpty == false ? $0[track]?.removeFirst() : nil }
    }
}
