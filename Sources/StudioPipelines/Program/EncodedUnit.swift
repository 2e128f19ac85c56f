import GStreamer
import StudioCore

/// One encoded access unit of the programme, shared by all outputs.
final class EncodedUnit: Sendable {
    typealias Track = DeliveryLedger.Track

    let track: Track
    let caps: Caps
    /// When it is shown or heard, from the programme's beginning.
    let time: MediaTime
    let isKeyFrame: Bool
    /// Whether it is the programme's first picture: sound from before it belongs to whoever joins here.
    let beginsProgram: Bool
    private let buffer: MediaBuffer

    /// - Parameter buffer: stamped in the programme's time.
    init(_ track: Track, buffer: consuming MediaBuffer, time: MediaTime, caps: Caps, beginsProgram: Bool) {
        self.track = track
        self.beginsProgram = beginsProgram
        self.caps = caps
        self.time = time
        isKeyFrame = buffer.isKeyFrame
        self.buffer = buffer
    }

    var kind: KeyFrameGate.Unit {
        switch track {
        case .audio: .audio
        case .video: isKeyFrame ? .keyFrame : .deltaFrame
        }
    }

    /// The unit for an output that joined the programme at `join`: the same bytes, times of its own.
    ///
    /// - Parameter onRelease: called once, on any thread, when the output's pipeline does not use it any more.
    func buffer(from join: MediaTime, onRelease: (@Sendable () -> Void)? = nil) -> MediaBuffer? {
        let own = if let onRelease { buffer.withOwnTimes(onRelease: onRelease) } else { buffer.withOwnTimes() }
        guard let own else { return nil }
        own.time = time - join
        return own
    }
}
