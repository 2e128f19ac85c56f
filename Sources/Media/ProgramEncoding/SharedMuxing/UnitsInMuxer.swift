import StudioCore

/// The units inside a muxer, which keeps the order of each track.
struct UnitsInMuxer: Sendable {
    private var video: [EncodedUnit] = []
    private var audio: [EncodedUnit] = []
    /// Whether any unit was ever inside.
    private(set) var hasHadUnits = false

    mutating func append(_ unit: EncodedUnit) {
        hasHadUnits = true
        switch unit.track {
        case .video: video.append(unit)
        case .audio: audio.append(unit)
        }
    }

    mutating func removeFirst(_ track: EncodedUnit.Track) -> EncodedUnit? {
        switch track {
        case .video: video.isEmpty ? nil : video.removeFirst()
        case .audio: audio.isEmpty ? nil : audio.removeFirst()
        }
    }
}
