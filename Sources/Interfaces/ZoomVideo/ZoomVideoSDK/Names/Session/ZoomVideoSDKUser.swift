import StudioCore
import StudioMeeting
import ZoomVideoRawData

/// A user of a session. Two objects are equal when they stand for the same user.
public final class ZoomVideoSDKUser: NSObject, @unchecked Sendable {
    // Safety: immutable; the session has a lock.
    /// `none` for the local user, whose ID changes.
    let id: UserID
    private let name: String

    init(_ participant: Participant) {
        id = participant.isMyself ? .none : participant.id
        name = participant.name
        super.init()
    }

    /// A user who may have left.
    init(id: UserID) {
        self.id = id
        name = VideoSDKEngine.shared.native.meeting?.participant(id)?.name ?? ""
        super.init()
    }

    var isMyself: Bool { id == .none }

    /// As the session knows the user now.
    private var participant: Participant? {
        let meeting = VideoSDKEngine.shared.native.meeting
        return isMyself ? meeting?.localUser : meeting?.participant(id)
    }

    /// The ID; 0 for the local user before `onUserJoin`. The header's `getUserID`, as Swift imports it.
    public func getID() -> Int {
        guard isMyself else { return Int(id.rawValue) }
        return VideoSDKEngine.shared.hasRoster ? Int(participant?.id.rawValue ?? 0) : 0
    }

    /// The display name. The header's `getUserName`, as Swift imports it.
    public func getName() -> String? { isMyself ? VideoSDKEngine.shared.userName : name }

    /// Whether the user is the host.
    public func isHost() -> Bool { participant?.role == .host }

    /// Whether the user is a manager: a co-host of the emulated meeting.
    public func isManager() -> Bool { participant?.role == .coHost }

    /// The pipe of the camera.
    public func getVideoPipe() -> ZoomVideoSDKRawDataPipe? { VideoSDKEngine.shared.pipe(of: id, isShare: false) }

    /// The pipe of the share, in the spelling of 1.x and of the guide.
    public func getSharePipe() -> ZoomVideoSDKRawDataPipe? { VideoSDKEngine.shared.pipe(of: id, isShare: true) }

    /// Empty: no emulated user has a second camera.
    public func getMultiCameraStreamList() -> [ZoomVideoSDKRawDataPipe]? { [] }

    /// The shares; one while the user shares.
    public func getShareActionList() -> [ZoomVideoSDKShareAction]? {
        guard let pipe = getSharePipe(), pipe.track?.isSending ?? false else { return [] }
        return [ZoomVideoSDKShareAction(pipe)]
    }

    /// The canvas of the camera, which draws nothing.
    public func getVideoCanvas() -> ZoomVideoSDKVideoCanvas? { getVideoPipe().map { $0.canvas } }

    /// How the audio is connected.
    public func audioStatus() -> ZoomVideoSDKAudioStatus? { VideoSDKEngine.shared.audioStatus(of: id) }

    /// Whether both stand for the same user.
    public override func isEqual(_ object: Any?) -> Bool { (object as? ZoomVideoSDKUser)?.id == id }

    /// Equal users have equal hashes.
    public override var hash: Int { id.hashValue }
}

/// Whether a camera is on.
public final class ZoomVideoSDKVideoStatus: NSObject, @unchecked Sendable {
    // Safety: immutable.
    /// Whether it is on.
    public let on: Bool

    init(on: Bool) {
        self.on = on
        super.init()
    }
}

/// Whether a user shares.
public final class ZoomVideoSDKShareStatus: NSObject, @unchecked Sendable {
    // Safety: immutable.
    /// `none` before the first share, then `start` or `stop`.
    public let sharingStatus: ZoomVideoSDKReceiveSharingStatus

    init(_ status: ZoomVideoSDKReceiveSharingStatus) {
        sharingStatus = status
        super.init()
    }
}

/// How a user's audio is connected.
public final class ZoomVideoSDKAudioStatus: NSObject, @unchecked Sendable {
    // Safety: immutable.
    /// Whether the microphone is muted.
    public let isMuted: Bool
    /// Whether the user speaks; known while audio is subscribed.
    public let talking: Bool
    /// `none` while the local user's audio is not connected.
    public let audioType: ZoomVideoSDKAudioType

    init(isMuted: Bool, talking: Bool, audioType: ZoomVideoSDKAudioType) {
        (self.isMuted, self.talking, self.audioType) = (isMuted, talking, audioType)
        super.init()
    }
}
