public import Dispatch
import FacadeEnvironment
public import FacadeSupport
package import StudioCore
public import StudioMeeting
import StudioRuntime
package import ZegoCustomRendering

/// A room for tests. Its clock advances only on request. Events come on the main queue, or on a queue of the test; each rendered
/// source has a queue of the engine.
///
/// All rooms that the client enters are this one, whatever their ID.
public final class EmulatedRoom: EmulatedService {
    private struct State: Sendable {
        /// The users of the streams.
        var users: [String: UserID] = [:]
        /// The tracks of cameras that were started.
        var cameras: [ObjectIdentifier: Track] = [:]
        /// What all cameras were changed to.
        var changes: [TrackChange] = []
        /// The share of the streams that the uplink carries, and what follows it.
        var uplink = 1.0
        var followers: [@Sendable (Double) -> Void] = []
    }

    package let world: EmulatedWorld
    private let seed: UInt64
    private let camera: EmulatedVideo
    package let directory = StreamDirectory()
    private let state = Lock(State())

    /// Creates an empty room.
    ///
    /// - Parameters:
    ///   - seed: the seed of rates that drift.
    ///   - camera: what the local cameras capture, with the size and the rate of the client's config.
    ///   - callbackQueue: the serial queue of the events and of the blocks of calls.
    public init(seed: UInt64 = 1, camera: EmulatedVideo = .pattern(), callbackQueue: DispatchQueue = .main) {
        world = EmulatedWorld("zego", callbackQueue: callbackQueue)
        (self.seed, self.camera) = (seed, camera)
    }

    /// The emulated meeting behind the room.
    public var meeting: Meeting { world.meeting }

    // MARK: Streams

    /// A remote user enters and publishes a stream.
    ///
    /// - Parameters:
    ///   - streamID: the ID; a stream with the same ID is removed first.
    ///   - user: the user's ID.
    ///   - video: the frames.
    /// - Throws: an error that says why the video cannot be opened.
    public func addStream(
        _ streamID: String, user: String = "user", video: EmulatedVideo = .pattern()
    ) throws {
        removeStream(streamID)
        let user = world.addUser(user)
        directory.register(streamID, of: user)
        do {
            try world.show(try video.source(seed: seed), of: user)
            state.withLock { $0.users[streamID] = user }
        } catch {
            world.removeUser(user)
            throw error
        }
    }

    /// The user of a stream leaves.
    public func removeStream(_ streamID: String) {
        if let user = state.withLock({ $0.users.removeValue(forKey: streamID) }) { world.removeUser(user) }
    }

    /// A stream's frames do not arrive until ``resume(_:catchesUp:)``.
    public func stall(_ streamID: String) { change(streamID, .stall) }

    /// A stream's frames arrive again.
    ///
    /// - Parameters:
    ///   - streamID: the stream.
    ///   - catchesUp: whether those of the last second arrive too; otherwise they are lost.
    public func resume(_ streamID: String, catchesUp: Bool = false) {
        change(streamID, .resume(catchesUp: catchesUp))
    }

    /// Changes the rate of a stream.
    ///
    /// - Parameters:
    ///   - framesPerSecond: 0.1 to 1000.
    ///   - streamID: the stream.
    public func setFrameRate(_ framesPerSecond: Double, of streamID: String) {
        change(streamID, .setFrameRate(perSecond: framesPerSecond))
    }

    /// Changes the size of a stream.
    ///
    /// - Parameters:
    ///   - width: in pixels, even, 2 to 8192.
    ///   - height: in pixels, even, 2 to 8192.
    ///   - streamID: the stream.
    public func setSize(width: Int, height: Int, of streamID: String) {
        change(streamID, .setSize(width: width, height: height))
    }

    /// Changes how far the frames of a stream must be rotated clockwise to be upright.
    ///
    /// - Parameters:
    ///   - degrees: 0, 90, 180 or 270.
    ///   - streamID: the stream.
    public func setRotation(_ degrees: Int, of streamID: String) {
        world.rotate(degrees: degrees, of: user(of: streamID))
    }

    private func change(_ streamID: String, _ change: TrackChange) {
        world.change(.camera, of: user(of: streamID), change)
    }

    private func user(of streamID: String) -> UserID {
        guard let user = state.withLock({ $0.users[streamID] }) else {
            preconditionFailure("there is no stream '\(streamID)'; add it first")
        }
        return user
    }

    // MARK: Cameras

    /// The frames of the local cameras do not arrive until ``resumeCameras()``.
    public func stallCameras() { changeCameras(.stall) }

    /// The frames of the local cameras arrive again; those of the stall are lost.
    public func resumeCameras() { changeCameras(.resume(catchesUp: false)) }

    /// Changes the rate of the local cameras, as flow control does.
    ///
    /// - Parameter framesPerSecond: 0.1 to 1000.
    public func setCameraRate(_ framesPerSecond: Double) { changeCameras(.setFrameRate(perSecond: framesPerSecond)) }

    /// Lets the uplink carry a share of the streams. What `enableTrafficControl` permits is reduced; 1 ends it.
    ///
    /// - Parameter share: more than 0, at most 1.
    public func limitUplink(to share: Double) {
        precondition(share > 0 && share <= 1, "a share is more than 0, and at most 1")
        let followers = state.withLock { state in
            state.uplink = share
            return state.followers
        }
        for body in followers { body(share) }
    }

    private func changeCameras(_ change: TrackChange) {
        let tracks = state.withLock { state in
            state.changes.append(change)
            return Array(state.cameras.values)
        }
        for track in tracks { apply([change], to: track) }
    }

    private func apply(_ changes: [TrackChange], to track: Track) {
        do throws(TrackChangeError) {
            for change in changes { try track.change(change) }
        } catch {
            preconditionFailure("\(error)")
        }
    }

    // MARK: Time

    /// Advances the clock, and delivers each callback at its own time. Must not be called inside a callback; one that does
    /// not return within 10 s of real time ends the program.
    public func advance(seconds: Double) { world.advance(seconds: seconds) }

    /// The asynchronous form: the caller's actor is free meanwhile, so that tasks of the client proceed.
    public func advance(seconds: Double) async { await world.advance(seconds: seconds) }
}

/// Connects an engine to the room.
extension EmulatedRoom: CustomRenderingService {
    /// Starts a camera that follows the changes of this room.
    package func startCamera(
        _ settings: CaptureSettings, to track: Track
    ) throws(StudioError) -> @Sendable () -> Void {
        let changes = state.withLock { state in
            let isNew = state.cameras.updateValue(track, forKey: ObjectIdentifier(track)) == nil
            return isNew ? state.changes : []
        }
        apply(changes, to: track)
        return try camera.startCamera(settings, to: track, clock: world.clock, seed: seed)
    }

    package func onUplink(_ body: @escaping @Sendable (_ share: Double) -> Void) {
        let share = state.withLock { state in
            state.followers.append(body)
            return state.uplink
        }
        body(share)
    }

    package func meeting(of room: String) -> Meeting {
        ProcessEnvironment.process.traceTest(meeting, .customRendering, ZegoEngine.shared.process.violations)
        return meeting
    }

    // The test's meeting continues.
    package func leave(_ meeting: Meeting) {}
}
