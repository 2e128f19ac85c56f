package import GStreamer
package import StudioCore

/// An encoded access unit of the program, shared by all outputs: by itself, or muxed.
package final class EncodedUnit: Sendable {
    package typealias Track = DeliveryLedger.Track

    package let track: Track
    /// The format of the access unit, or of the stream that contains it; `nil` when the pipelines of its receivers state it.
    package let caps: Caps?
    /// Its presentation time, from the start of the program.
    package let time: MediaTime
    package let isKeyFrame: Bool
    /// Whether it is the program's first frame. Audio before it belongs to outputs that start here.
    package let beginsProgram: Bool
    private let buffer: MediaBuffer

    /// - Parameter buffer: stamped relative to the program.
    package init(_ track: Track, buffer: consuming MediaBuffer, time: MediaTime, caps: Caps, beginsProgram: Bool) {
        self.track = track
        self.beginsProgram = beginsProgram
        self.caps = caps
        self.time = time
        isKeyFrame = buffer.isKeyFrame
        self.buffer = buffer
    }

    /// The same unit as a part of a stream.
    init(_ unit: EncodedUnit, muxedInto buffer: consuming MediaBuffer, of caps: Caps?) {
        track = unit.track
        beginsProgram = unit.beginsProgram
        self.caps = caps
        time = unit.time
        isKeyFrame = unit.isKeyFrame
        self.buffer = buffer
    }

    package var kind: KeyFrameGate.Unit {
        switch track {
        case .audio: .audio
        case .video: isKeyFrame ? .keyFrame : .deltaFrame
        }
    }

    package var byteCount: Int { buffer.byteCount }

    /// The unit for an output that starts at `start`: the same bytes with relative time stamps.
    ///
    /// - Parameter onRelease: called once, on any thread, when the output's pipeline has released the buffer.
    package func buffer(from start: MediaTime, onRelease: (@Sendable () -> Void)? = nil) -> MediaBuffer? {
        guard let own = buffer.withOwnMemory(onRelease: onRelease) else { return nil }
        own.time = time - start
        return own
    }
}
