public import MediaReceiving
public import StudioCore
import StudioMeeting
import StudioRuntime

/// A callback of a video subscription that a test has made.
public enum ReceivedVideo: Hashable, Sendable {
    /// A frame, with the hash of its planes without padding.
    case frame(FrameDescription, MediaHash)
    /// A frame that was not delivered, with the reason.
    case drop(VideoSubscription.Drop)

    /// The frame's description; `nil` for a drop.
    public var frame: FrameDescription? {
        if case .frame(let description, _) = self { description } else { nil }
    }

    /// The drop; `nil` for a frame.
    public var drop: VideoSubscription.Drop? {
        if case .drop(let drop) = self { drop } else { nil }
    }
}

/// A callback of an audio observation that a test has made.
public struct ReceivedAudio: Hashable, Sendable {
    /// Point, user, format, number and time.
    public let description: AudioBlockDescription
    /// The samples, channels interleaved; as edited by an editor.
    public let samples: [Int16]
}

/// What the subscriptions and observations of a test received, in the order of the callbacks.
final class ReceivedMedia: Sendable {
    private struct State: Sendable {
        var video: [ObjectIdentifier: Log<ReceivedVideo>] = [:]
        var audio: [ObjectIdentifier: Log<ReceivedAudio>] = [:]
    }

    /// The callbacks of one subscriber. It exists before its subscription, which may begin at once.
    final class Log<Callback: Sendable>: Sendable {
        private let callbacks = Lock<[Callback]>([])

        func record(_ callback: Callback) { callbacks.withLock { $0.append(callback) } }

        var all: [Callback] { callbacks.withLock { $0 } }
    }

    let subscriptions: TrackSubscriptions
    let engine: AudioEngine
    private let state = Lock(State())

    init(_ meeting: Meeting) {
        (subscriptions, engine) = (TrackSubscriptions(in: meeting), AudioEngine(in: meeting))
    }

    deinit {
        subscriptions.cancelAll()
        engine.stop()
    }

    func add(_ subscription: VideoSubscription, _ log: Log<ReceivedVideo>) {
        state.withLock { $0.video[ObjectIdentifier(subscription)] = log }
    }

    func add(_ observation: AudioObservation, _ log: Log<ReceivedAudio>) {
        state.withLock { $0.audio[ObjectIdentifier(observation)] = log }
    }

    func all(_ subscription: VideoSubscription) -> [ReceivedVideo] {
        state.withLock { $0.video[ObjectIdentifier(subscription)] }?.all ?? []
    }

    func all(_ observation: AudioObservation) -> [ReceivedAudio] {
        state.withLock { $0.audio[ObjectIdentifier(observation)] }?.all ?? []
    }
}

// What a client receives.
extension TestMeeting {
    /// Subscribes to a participant's frames, and records the callbacks for `received(by:)`.
    ///
    /// - Parameters:
    ///   - kind: the camera or the shared screen.
    ///   - user: the participant.
    ///   - options: the form of the frames and the way of their delivery.
    ///   - body: called with each frame on the subscription's queue, before it is recorded: the client under test.
    /// - Returns: the subscription; it lasts until it is cancelled, and at most as long as the meeting.
    /// - Throws: a `StudioError` when the request is invalid, or the participant has no such track.
    @discardableResult
    public func subscribe(
        to kind: TrackKind = .camera, of user: UserID,
        _ options: VideoSubscriptionOptions = VideoSubscriptionOptions(),
        _ body: @escaping @Sendable (borrowing ReceivedFrame) -> Void = { _ in }
    ) throws(StudioError) -> VideoSubscription {
        let log = ReceivedMedia.Log<ReceivedVideo>()
        let subscription = try received.subscriptions.video(kind, of: user, options, onDrop: { log.record(.drop($0)) })
        {
            frame in
            body(frame)
            log.record(.frame(frame.description, .ofPlanes(frame)))
        }
        received.add(subscription, log)
        return subscription
    }

    /// Observes a point of the meeting's audio, and records the blocks for `received(by:)`.
    ///
    /// - Parameters:
    ///   - point: the point.
    ///   - request: the form of the blocks.
    ///   - body: called with each block while the clock is advanced, before it is recorded: the client under test.
    /// - Returns: the observation; it lasts until it is cancelled, and at most as long as the meeting.
    /// - Throws: a `StudioError` when the request is invalid.
    @discardableResult
    public func observe(
        _ point: AudioPoint, _ request: AudioRequest,
        _ body: @escaping @Sendable (UnsafeBufferPointer<Int16>, AudioBlockDescription) -> Void = { _, _ in }
    ) throws(StudioError) -> AudioObservation {
        let log = ReceivedMedia.Log<ReceivedAudio>()
        let observation = try received.engine.observe(point, request) { samples, description in
            body(samples, description)
            log.record(ReceivedAudio(description: description, samples: Array(samples)))
        }
        received.add(observation, log)
        return observation
    }

    /// The callbacks of a subscription that `subscribe` has made, in order.
    public func received(by subscription: VideoSubscription) -> [ReceivedVideo] { received.all(subscription) }

    /// The blocks of an observation that `observe` has made, in order.
    public func received(by observation: AudioObservation) -> [ReceivedAudio] { received.all(observation) }
}

extension MediaHash {
    /// The hash of a frame's planes without padding, one after the other.
    fileprivate static func ofPlanes(_ frame: borrowing ReceivedFrame) -> MediaHash {
        let layout = frame.description.layout
        let planes = frame.withBytes { bytes in
            var planes: [UInt8] = []
            for plane in layout.planes {
                for row in 0..<plane.rows {
                    let start = plane.offset + row * plane.stride
                    planes.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[start..<start + plane.rowBytes]))
                }
            }
            return planes
        }
        return of(planes ?? [])
    }
}
