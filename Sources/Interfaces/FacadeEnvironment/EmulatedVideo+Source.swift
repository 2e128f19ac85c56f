package import FacadeSupport
package import MediaInputs
package import StudioCore
import StudioMeeting

extension EmulatedVideo {
    /// The source of the video.
    ///
    /// - Throws: an error for an invalid rate.
    package func source(seed: UInt64) throws -> ParticipantSource {
        var source = ParticipantSource(seed: seed, isExact: isExact)
        (source.path, source.size, source.color, source.hasAudio) = (path, size, color, false)
        source.loops = path != nil && !CodedName.isMeant(by: path)
        source.range = isFullRange ? .full : .limited
        if let framesPerSecond {
            guard let rate = Rate(parsing: "\(framesPerSecond)") else {
                throw InvalidRate(framesPerSecond: framesPerSecond)
            }
            source.rate = rate
        }
        return source
    }
}

private struct InvalidRate: Error, CustomStringConvertible {
    let framesPerSecond: Double

    var description: String { "the video has \(framesPerSecond) frames per second; use 0.01 to 1000" }
}

extension ParticipantFeed: TrackFeed {}

extension EmulatedWorld {
    /// A remote user shows a camera, or shares, in place of an earlier one.
    package func show(_ source: ParticipantSource, of user: UserID) throws {
        try show(source.isShare ? .shareVideo : .camera, of: user) { try ParticipantFeed(source, of: user, in: $0) }
    }
}
