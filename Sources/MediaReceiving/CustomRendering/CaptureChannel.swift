package import StudioCore
package import StudioMeeting
import StudioRuntime

/// Publishes the emulated camera of a channel.
package protocol CustomRenderingService: AnyObject, Sendable {
    /// Publishes the camera's media to a track, until the result is called.
    ///
    /// - Throws: an error when the media cannot be read.
    func startCamera(_ settings: CaptureSettings, to track: Track) throws(StudioError) -> @Sendable () -> Void
    /// The meeting behind a room that is being entered.
    func meeting(of room: String) -> Meeting
    /// Ends a meeting whose room was left. The client may have entered another room already.
    func leave(_ meeting: Meeting)
    /// Which participant publishes which stream.
    var directory: StreamDirectory { get }
}

/// The camera of a publish channel, which captures between `start` and `stop`.
final class CaptureChannel: Sendable {
    private enum Camera: Sendable {
        case off
        case starting(Int)
        case on(@Sendable () -> Void)
    }

    private struct State: Sendable {
        var camera = Camera.off
        var starts = 0
    }

    /// The track of the captured frames.
    let track = Track(TrackID(participant: .none, kind: .camera))
    private let watched: WatchedTrack
    private let state = Lock(State())

    init(_ report: @escaping @Sendable (TrackControls.Size) -> Void) {
        watched = WatchedTrack(report)
    }

    /// Whether the camera captures.
    var isOn: Bool {
        state.withLock { state in
            if case .off = state.camera { false } else { true }
        }
    }

    /// Starts the camera, unless it is on.
    ///
    /// - Returns: why it cannot be started.
    func start(_ settings: CaptureSettings, of service: any CustomRenderingService) -> StudioError? {
        let number = state.withLock { state -> Int? in
            guard case .off = state.camera else { return nil }
            state.starts += 1
            state.camera = .starting(state.starts)
            return state.starts
        }
        guard let number else { return nil }
        watched.attach(track)
        do throws(StudioError) {
            let end = try service.startCamera(settings, to: track)
            let isCurrent = state.withLock { state in
                guard case .starting(number) = state.camera else { return false }
                state.camera = .on(end)
                return true
            }
            if !isCurrent { end() }
            return nil
        } catch {
            state.withLock { state in
                if case .starting(number) = state.camera { state.camera = .off }
            }
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
}
