import FacadeSupport
import MediaInputs
import StudioCore
public import StudioMeeting
import StudioRuntime
import ZegoCustomRendering

/// A room for tests. Its clock advances only on request, and its callbacks have a queue of their own.
///
/// All rooms that the client enters are this one, whatever their ID.
public final class EmulatedRoom: Sendable {
    private struct Member: Sendable {
        let user: UserID
        let feed: ParticipantFeed
    }

    private struct State: Sendable {
        var members: [String: Member] = [:]
        /// The tracks of cameras that were started.
        var cameras: [ObjectIdentifier: Track] = [:]
        /// What all cameras were changed to.
        var changes: [TrackChange] = []
    }

    /// The emulated meeting behind the room.
    public let meeting: Meeting
    let clock = ManualClock()
    let seed: UInt64
    private let camera: EmulatedVideo
    private let directory = StreamDirectory()
    private let state = Lock(State())

    /// Creates an empty room.
    ///
    /// - Parameters:
    ///   - seed: the seed of rates that drift.
    ///   - camera: what the local cameras capture, with the size and the rate of the client's config.
    public init(seed: UInt64 = 1, camera: EmulatedVideo = .pattern()) {
        (self.seed, self.camera) = (seed, camera)
        meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "psstudio.zego"))
    }

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
        let participant = meeting.add(user)
        directory.register(streamID, of: participant.id)
        do {
            let feed = try ParticipantFeed(video.source(seed: seed), of: participant.id, in: meeting)
            state.withLock { $0.members[streamID] = Member(user: participant.id, feed: feed) }
        } catch {
            meeting.remove(participant.id)
            throw error
        }
    }

    /// The user of a stream leaves.
    public func removeStream(_ streamID: String) {
        guard let member = state.withLock({ $0.members.removeValue(forKey: streamID) }) else { return }
        member.feed.stop()
        meeting.remove(member.user)
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
        guard let rotation = FrameRotation(rawValue: degrees) else {
            preconditionFailure("the rotation is \(degrees); use 0, 90, 180 or 270")
        }
        change(streamID, .rotate(rotation: rotation))
    }

    private func change(_ streamID: String, _ change: TrackChange) {
        guard let member = state.withLock({ $0.members[streamID] }) else {
            preconditionFailure("there is no stream '\(streamID)'; add it first")
        }
        do throws(TrackChangeError) {
            try meeting.change(.camera, of: member.user, change)
        } catch {
            preconditionFailure("\(error)")
        }
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

    /// Advances the clock, and delivers each callback at its own time. Must not be called inside a callback.
    public func advance(seconds: Double) {
        clock.advance(by: .seconds(seconds), rest: rest)
    }

    /// How long a callback may take on the machine's clock.
    private static let watchdog = 60.0

    /// Waits until all due callbacks have returned.
    private func rest() -> Bool {
        precondition(
            meeting.waitUntilAtRest(seconds: Self.watchdog) != nil,
            "a callback has not returned within 60 s; advance(seconds:) must not be called inside a callback")
        return true
    }

    /// Connects an engine to the room.
    var service: any CustomRenderingService { RoomService(self) }

    /// Starts a camera that follows the changes of this room.
    fileprivate func startCamera(
        _ settings: CaptureSettings, to track: Track
    ) throws(StudioError) -> @Sendable () -> Void {
        let changes = state.withLock { state in
            let isNew = state.cameras.updateValue(track, forKey: ObjectIdentifier(track)) == nil
            return isNew ? state.changes : []
        }
        apply(changes, to: track)
        return try camera.startCamera(settings, to: track, clock: clock, seed: seed)
    }

    private final class RoomService: CustomRenderingService {
        let room: EmulatedRoom

        init(_ room: EmulatedRoom) {
            self.room = room
        }

        var directory: StreamDirectory { room.directory }

        func startCamera(_ settings: CaptureSettings, to track: Track) throws(StudioError) -> @Sendable () -> Void {
            try room.startCamera(settings, to: track)
        }

        func meeting(of room: String) -> Meeting { self.room.meeting }

        // The test's meeting continues.
        func leave(_ meeting: Meeting) {}
    }
}
