import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// What is published of a camera: its frames, without copies, and none while the video of the stream is muted.
final class PublicationGate: MediaReceiver {
    /// The published frames.
    let track = Track(TrackID(participant: .none, kind: .camera))
    private let publisher: TrackPublisher
    private let muted = Lock(false)

    init() {
        publisher = TrackPublisher(track)
    }

    var isMuted: Bool {
        get { muted.withLock { $0 } }
        set { muted.set(newValue) }
    }

    var hasCapacity: Bool { track.fanout.receivers.allSatisfy(\.hasCapacity) }

    func receive(_ block: borrowing AudioBlock) {}

    func receive(_ frame: borrowing VideoFrame) {
        guard !isMuted, let buffer = frame.buffer.withOwnTimes() else { return }
        publisher.publish(
            buffer, layout: frame.layout, range: frame.format.range ?? .limited, rotation: frame.rotation,
            time: frame.time)
    }
}
