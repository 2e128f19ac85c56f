package import ProgramEncoding
package import StudioCore

/// Where the media of an output ends that a command ends while the program goes on: it has every frame that was accepted before
/// the command, and the audio of all of them. An output that has no key frame by then ends with its first one, so that no
/// recording is empty.
///
/// The encoders are behind the accepted media, so that units for the output follow the command.
package struct OutputCut: Hashable, Sendable {
    /// A unit, as the cut sees it.
    package struct Unit: Hashable, Sendable {
        package let track: DeliveryLedger.Track
        package let time: MediaTime
        package let isKeyFrame: Bool
        /// Whether the output has a key frame, without this unit.
        package let hasBegun: Bool

        package init(
            _ track: DeliveryLedger.Track, at time: MediaTime, isKeyFrame: Bool = false, hasBegun: Bool = true
        ) {
            (self.track, self.time, self.isKeyFrame, self.hasBegun) = (track, time, isKeyFrame, hasBegun)
        }
    }

    /// The time of the last frame that was accepted.
    private let last: MediaTime
    /// The time of the last frame of the output; `nil` until all of its frames have passed.
    private var end: MediaTime?
    private var isAudioComplete: Bool
    private var latestAudio: MediaTime?

    /// - Parameters:
    ///   - last: the time of the last frame that was accepted.
    ///   - hasAudio: whether there is an audio track.
    package init(after last: MediaTime, hasAudio: Bool) {
        self.last = last
        isAudioComplete = !hasAudio
    }

    /// Whether a unit belongs to the output.
    package func takes(_ unit: Unit) -> Bool {
        switch unit.track {
        case .video: end == nil && (unit.time <= last || unit.isKeyFrame && !unit.hasBegun)
        case .audio: !isAudioComplete
        }
    }

    /// A unit has passed. The first audio block that begins behind the last frame is the last one, so that even a file that begins
    /// with its last frame has audio: some muxers need a unit of each track to write a file that can be read.
    ///
    /// - Returns: whether the output has all of its units now. Only one unit has this result.
    package mutating func pass(_ unit: Unit) -> Bool {
        if isComplete { return false }
        switch unit.track {
        case .video:
            guard end == nil, unit.time >= last, unit.hasBegun || unit.isKeyFrame else { return false }
            let end = unit.hasBegun ? last : unit.time
            self.end = end
            isAudioComplete = isAudioComplete || latestAudio.map { $0 > end } ?? false
        case .audio:
            latestAudio = max(latestAudio ?? unit.time, unit.time)
            // Without a key frame, it is not known yet where the output ends.
            guard let end = end ?? (unit.hasBegun ? last : nil) else { return false }
            isAudioComplete = isAudioComplete || unit.time > end
        }
        return isComplete
    }

    private var isComplete: Bool { end != nil && isAudioComplete }
}
