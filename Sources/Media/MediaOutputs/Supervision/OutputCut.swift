package import ProgramEncoding
package import StudioCore

/// Where the media of an output ends that a command ends while the program goes on: it has every frame that was accepted before
/// the command, and the audio of all of them.
///
/// The encoders are behind the accepted media, so that units for the output follow the command.
package struct OutputCut: Hashable, Sendable {
    /// The time of the last frame.
    private let last: MediaTime
    private var isVideoComplete = false
    private var isAudioComplete: Bool

    /// - Parameters:
    ///   - last: the time of the last frame that was accepted.
    ///   - hasAudio: whether there is an audio track.
    package init(after last: MediaTime, hasAudio: Bool) {
        self.last = last
        isAudioComplete = !hasAudio
    }

    /// Whether a unit belongs to the output.
    package func takes(_ track: DeliveryLedger.Track, at time: MediaTime) -> Bool {
        switch track {
        case .video: !isVideoComplete && time <= last
        case .audio: !isAudioComplete
        }
    }

    /// A unit has passed. The first audio block that begins behind the last frame is the last one, so that even a file that begins
    /// with its last frame has audio: some muxers need a unit of each track to write a file that can be read.
    ///
    /// - Returns: whether the output has all of its units now. Only one unit has this result.
    package mutating func pass(_ track: DeliveryLedger.Track, at time: MediaTime) -> Bool {
        if isVideoComplete && isAudioComplete { return false }
        switch track {
        case .video: isVideoComplete = isVideoComplete || time >= last
        case .audio: isAudioComplete = isAudioComplete || time > last
        }
        return isVideoComplete && isAudioComplete
    }
}
