package import StudioCore
package import StudioMeeting
import StudioRuntime

/// Publishes the emulated camera of a channel.
package protocol CustomRenderingService: AnyObject, Sendable {
    /// Publishes the camera's media to a track, until the result is called.
    ///
    /// - Throws: an error when the media cannot be read.
    func startCamera(_ settings: CaptureSettings, to track: Track) throws(StudioError) -> @Sendable () -> Void
    /// The client publishes what a channel's camera captures, until the result is called.
    ///
    /// - Returns: `nil` when there are no outputs.
    func publish(_ camera: Track, _ settings: CaptureSettings, channel: Int) -> (@Sendable () -> Void)?
    /// The meeting behind a room that is being entered.
    func meeting(of room: String) -> Meeting
    /// Ends a meeting whose room was left. The client may have entered another room already.
    func leave(_ meeting: Meeting)
    /// Which participant publishes which stream.
    var directory: StreamDirectory { get }
}

extension CustomRenderingService {
    /// There are no outputs.
    package func publish(_ camera: Track, _ settings: CaptureSettings, channel: Int) -> (@Sendable () -> Void)? { nil }
}

/// The camera of a publish channel, which captures between `start` and `stop`.
final class CaptureChannel: Sendable {
    /// What a channel does until the closure is called.
    private enum Activity: Sendable {
        case off
        case starting(Int)
        case on(@Sendable () -> Void)

        var isOff: Bool {
            if case .off = self { true } else { false }
        }
    }

    private struct State: Sendable {
        var camera = Activity.off
        var publication = Activity.off
        var starts = 0

        /// - Returns: the number of the start; `nil` when it has begun already.
        mutating func begin(_ activity: WritableKeyPath<State, Activity>) -> Int? {
            guard self[keyPath: activity].isOff else { return nil }
            starts += 1
            self[keyPath: activity] = .starting(starts)
            return starts
        }

        /// - Parameter end: `nil` when it could not be started.
        /// - Returns: whether it was not stopped meanwhile.
        mutating func finish(
            _ activity: WritableKeyPath<State, Activity>, _ number: Int, _ end: (@Sendable () -> Void)?
        ) -> Bool {
            guard case .starting(number) = self[keyPath: activity] else { return false }
            self[keyPath: activity] = end.map { .on($0) } ?? .off
            return true
        }
    }

    /// The track of the captured frames.
    let track = Track(TrackID(participant: .none, kind: .camera))
    private let watched: WatchedTrack
    private let state = Lock(State())

    init(_ report: @escaping @Sendable (TrackControls.Size) -> Void) {
        watched = WatchedTrack(report)
    }

    /// Whether the camera captures.
    var isOn: Bool { state.withLock { !$0.camera.isOff } }

    /// Starts the camera, unless it is on.
    ///
    /// - Returns: why it cannot be started.
    func start(_ settings: CaptureSettings, of service: any CustomRenderingService) -> StudioError? {
        guard let number = state.withLock({ $0.begin(\.camera) }) else { return nil }
        watched.attach(track)
        do throws(StudioError) {
            let end = try service.startCamera(settings, to: track)
            if !state.withLock({ $0.finish(\.camera, number, end) }) { end() }
            return nil
        } catch {
            state.withLock { _ = $0.finish(\.camera, number, nil) }
            return error
        }
    }

    /// Stops the camera; a frame that is being published may still arrive.
    func stop() {
        let camera = state.withLock { state in
            defer { state.camera = .off }
            return state.camera
        }
        watched.attach(nil)
        if case .on(let end) = camera { end() }
    }

    /// Publishes what the camera captures, unless it does so already.
    func publish(_ settings: CaptureSettings, channel: Int, to service: any CustomRenderingService) {
        guard let number = state.withLock({ $0.begin(\.publication) }) else { return }
        // Without outputs, the channel still counts as publishing.
        let end = service.publish(track, settings, channel: channel) ?? {}
        if !state.withLock({ $0.finish(\.publication, number, end) }) { end() }
    }

    /// Publishes nothing more.
    func endPublication() {
        let publication = state.withLock { state in
            defer { state.publication = .off }
            return state.publication
        }
        if case .on(let end) = publication { end() }
    }
}
