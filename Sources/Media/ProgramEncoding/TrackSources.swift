package import GStreamer
package import StudioCore
package import StudioRuntime

/// The sources of a pipeline that takes encoded media: elements named `video` and `audio`, of which one may be missing, or one
/// named `stream`, which takes the muxed units of both tracks.
package final class TrackSources: Sendable {
    /// Bytes of encoded media that may be queued: about 10 s at 6 Mbit/s, longer than a server restart.
    private static let byteLimit = 8 << 20
    /// Units that are queued regardless of their bytes: those that may be inside the encoders when a producer that may wait
    /// does so, and those that wait for the other track.
    private static let exemption = 120
    /// Units of each track that may be queued: 40 s of audio, 30 s of video at 60 fps.
    private static let unitLimit = 1800

    /// The share of a queue up to which a producer that may wait goes on.
    private static let calmFill = 0.125

    /// The source of the video, or of the muxed stream.
    private let video: AppSource?
    private let audio: AppSource?
    private let isMuxed: Bool
    /// The units that may be queued in the first source.
    private let videoLimit: Int
    /// The caps of each track.
    private let declared = Lock<[EncodedUnit.Track: Caps]>([:])

    package init(_ pipeline: Pipeline, backpressure: Backpressure) throws(GStreamerError) {
        // The user's elements may also have these names.
        func source(named name: String) -> Element? {
            pipeline.optionalElement(name).flatMap { $0.isAppSource ? $0 : nil }
        }
        let stream = source(named: "stream")
        isMuxed = stream != nil
        videoLimit = stream == nil ? Self.unitLimit : 2 * Self.unitLimit
        let first = stream ?? source(named: "video")
        video = try first.map { [videoLimit] element throws(GStreamerError) in
            try AppSource(
                element, policy: .refuse, capacity: videoLimit, byteLimit: Self.byteLimit, exemption: Self.exemption,
                backpressure: backpressure)
        }
        audio = try source(named: "audio").map { element throws(GStreamerError) in
            try AppSource(element, policy: .refuse, capacity: Self.unitLimit, backpressure: backpressure)
        }
        if video == nil, audio == nil { _ = try pipeline.element("video") }
    }

    /// Whether video, which starts at a key frame, is taken.
    package var hasVideo: Bool { video != nil }

    private func source(of track: EncodedUnit.Track) -> AppSource? { track == .video || isMuxed ? video : audio }

    /// Whether a unit of this track would be taken.
    package func hasCapacity(for track: EncodedUnit.Track) -> Bool { source(of: track)?.hasCapacity ?? false }

    /// Whether units of both tracks would be taken, with a reserve for those inside the encoders. If only one track is
    /// queued, the muxer waits for the other track, not for the peer.
    package var hasCapacity: Bool {
        guard hasBacklog else { return true }
        return video?.fill ?? 0 < Self.calmFill && audio?.fill ?? 0 < Self.calmFill
    }

    /// Whether units of every track are queued.
    package var hasBacklog: Bool { video?.level ?? 1 > 0 && audio?.level ?? 1 > 0 }

    /// The fill level of the video, or of the audio without video, 0 to 1.
    package var fill: Double { (video ?? audio)?.fill ?? 0 }

    /// The duration of the queued video, or of the audio without video.
    package var queuedTime: MediaTime { (video ?? audio)?.queuedTime ?? .zero }

    /// Pushes a unit after its caps. Calls for one track must be serial.
    ///
    /// - Parameter buffer: the unit with the times of this pipeline.
    package func push(_ buffer: consuming MediaBuffer, of unit: EncodedUnit) -> Admission {
        guard let source = source(of: unit.track) else { return .refused }
        declare(unit)
        return source.push(buffer)
    }

    /// Takes the format of a unit, so that the track can be written even if no unit of it follows.
    package func declare(_ unit: EncodedUnit) {
        let track = isMuxed ? .video : unit.track
        guard let caps = unit.caps, declared.withLock({ $0.updateValue(caps, forKey: track) }) != caps else { return }
        source(of: track)?.setCaps(caps)
    }

    /// Ends both tracks after all queued units.
    package func end() {
        video?.end()
        audio?.end()
    }
}
