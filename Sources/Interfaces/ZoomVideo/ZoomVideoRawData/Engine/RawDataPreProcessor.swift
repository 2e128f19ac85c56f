import GStreamer
package import StudioCore
package import StudioMeeting
import StudioRuntime

/// Passes each frame of the local camera through the client, and publishes what it makes of it.
package final class RawDataPreProcessor: MediaReceiver {
    /// A frame while the client may edit it.
    package struct Frame {
        package let bytes: UnsafeMutableRawBufferPointer
        package let layout: I420Layout
        package let range: VideoRange
        package let rotation: FrameRotation
    }

    private let publisher: TrackPublisher
    private let process: @Sendable (Frame) -> Void
    private let isOver = Lock(false)

    /// - Parameters:
    ///   - track: gets the edited frames.
    ///   - process: edits a frame; called on the thread of the camera.
    package init(to track: Track, _ process: @escaping @Sendable (Frame) -> Void) {
        publisher = TrackPublisher(track)
        self.process = process
    }

    package var hasCapacity: Bool { true }

    package func receive(_ block: borrowing AudioBlock) {}

    package func receive(_ frame: borrowing VideoFrame) {
        let (layout, rotation, time) = (frame.layout, frame.rotation, frame.time)
        let range = frame.format.range ?? .limited
        _ = frame.withBytes { bytes in publish(bytes, layout, range, rotation, time) }
    }

    private func publish(
        _ bytes: UnsafeRawBufferPointer, _ layout: I420Layout, _ range: VideoRange, _ rotation: FrameRotation,
        _ time: MediaTime
    ) {
        guard bytes.count >= layout.byteCount, let buffer = publisher.buffer(byteCount: layout.byteCount)
        else { return }
        let isEdited: Void? = buffer.withMutableBytes { copy in
            copy.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<layout.byteCount]))
            process(Frame(bytes: copy, layout: layout, range: range, rotation: rotation))
        }
        guard isEdited != nil else { return }
        guard !isOver.withLock({ $0 }) else { return }
        publisher.publish(buffer, layout: layout, range: range, rotation: rotation, time: time)
        // The end may have come meanwhile, and the frame has switched the track on.
        if isOver.withLock({ $0 }) { publisher.track.setState(.off) }
    }

    /// The camera is switched off; a frame that is being published may still arrive.
    package func end() {
        isOver.set(true)
        publisher.track.setState(.off)
    }
}
