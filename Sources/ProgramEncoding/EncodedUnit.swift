package import GStreamer
package import StudioCore

/// One encoded access unit of the program, shared by all outputs.
package final class EncodedUnit: Sendable {
    package typealias Track = DeliveryLedger.Track

    package let track: Track
    package let caps: Caps
    /// When it is shown or heard, from the program's beginning.
    package let time: MediaTime
    package let isKeyFrame: Bool
    /// Whether it is the program's first picture: sound from before it belongs to whoever joins here.
    package let beginsProgram: Bool
    private let buffer: MediaBuffer

    /// - Parameter buffer: stamped in the program's time.
    package init(_ track: Track, buffer: consuming MediaBuffer, time: MediaTime, caps: Caps, beginsProgram: Bool) {
        self.track = track
        self.beginsProgram = beginsProgram
        self.caps = caps
        self.time = time
        isKeyFrame = buffer.isKeyFrame
        self.buffer = buffer
    }

    package var kind: KeyFrameGate.Unit {
        switch track {
        case .audio: .audio
        case .video: isKeyFrame ? .keyFrame : .deltaFrame
        }
    }

    /// The unit for an output that joined the program at `join`: the same bytes, times of its own.
    ///
    /// - Parameter onRelease: called once, on any thread, when the output's pipeline does not use it any more.
    package func buffer(from join: MediaTime, onRelease: (@Sendable () -> Void)? = nil) -> MediaBuffer? {
        let own = if let onRelease { buffer.withOwnTimes(onRelease: onRelease) } else { buffer.withOwnTimes() }
        guard let own else { return nil }
        own.time = time - join
        return own
    }
}
