import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// Publishes the frames of a camera, without copies unless they are mirrored, and none while the video of the stream
/// is muted.
final class PublicationGate: MediaReceiver {
    private struct State: Sendable {
        var isMuted = false
        var isMirrored = false
    }

    /// The published frames.
    let track = Track(TrackID(participant: .none, kind: .camera))
    private let publisher: TrackPublisher
    private let state = Lock(State())

    init() {
        publisher = TrackPublisher(track)
    }

    func set(isMuted: Bool, isMirrored: Bool) { state.set(State(isMuted: isMuted, isMirrored: isMirrored)) }

    var hasCapacity: Bool { track.fanout.receivers.allSatisfy(\.hasCapacity) }

    func receive(_ block: borrowing AudioBlock) {}

    func receive(_ frame: borrowing VideoFrame) {
        let state = state.withLock { $0 }
        guard !state.isMuted, let buffer = state.isMirrored ? mirror(frame) : frame.buffer.withOwnTimes() else {
            return
        }
        publisher.publish(
            buffer, layout: frame.layout, range: frame.format.range ?? .limited, rotation: frame.rotation,
            time: frame.time)
    }

    /// Exchanges left and right; `nil` when memory is exhausted.
    private func mirror(_ frame: borrowing VideoFrame) -> MediaBuffer? {
        let layout = FrameLayout(frame.layout)
        guard let copy = publisher.buffer(byteCount: layout.byteCount) else { return nil }
        let isCopied: Void? =
            frame.buffer.withBytes { source in
                copy.withMutableBytes { target in
                    for plane in layout.planes {
                        for row in 0..<plane.rows {
                            let begin = plane.offset + row * plane.stride
                            for column in 0..<plane.rowBytes {
                                target[begin + column] = source[begin + plane.rowBytes - 1 - column]
                            }
                        }
                    }
                }
            } ?? nil
        guard isCopied != nil else { return nil }
        return .some(copy)
    }
}
