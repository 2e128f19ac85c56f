import StudioRuntime

/// The spelling of 3.x.
public typealias AgoraAudioRemoteStateReason = AgoraAudioRemoteReason

/// The volume of a user.
public final class AgoraRtcAudioVolumeInfo: NSObject, @unchecked Sendable {
    // Safety: immutable.
    /// The user; 0 for the local one.
    public let uid: UInt
    /// 0 to 255: the largest sample of the interval as a part of full scale.
    public let volume: UInt
    /// 1 while the local user is speaking, when that was asked for.
    public let vad: UInt
    /// Always 0.
    public let voicePitch: Double = 0

    init(uid: UInt, volume: Int, isSpeaking: Bool) {
        (self.uid, self.volume, vad) = (uid, UInt(clamping: volume), isSpeaking ? 1 : 0)
        super.init()
    }
}

/// The region of the service. Recorded.
public struct AgoraAreaCodeType: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a set.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// All regions.
    public static let global = AgoraAreaCodeType(rawValue: 0xFFFF_FFFF)
}

/// The numbers of errors.
public struct AgoraErrorCode: RawRepresentable, Hashable, Sendable {
    /// The number, without its sign.
    public let rawValue: Int

    /// Creates a code from any number.
    public init(rawValue: Int) {
        self.rawValue = rawValue
    }

    /// 0.
    public static let noError = AgoraErrorCode(rawValue: 0)
    /// General failure.
    public static let failed = AgoraErrorCode(rawValue: 1)
    /// An argument is out of range.
    public static let invalidArgument = AgoraErrorCode(rawValue: 2)
    /// The call is refused: for now, or because the channel name is empty.
    public static let refused = AgoraErrorCode(rawValue: 5)
    /// The engine was destroyed.
    public static let notInitialized = AgoraErrorCode(rawValue: 7)
    /// The state of the engine does not permit the call.
    public static let invalidState = AgoraErrorCode(rawValue: 8)
    /// A channel is joined already.
    public static let joinChannelRejected = AgoraErrorCode(rawValue: 17)
    /// No channel is joined.
    public static let leaveChannelRejected = AgoraErrorCode(rawValue: 18)
    /// The app ID is empty.
    public static let invalidAppId = AgoraErrorCode(rawValue: 101)
    /// The channel name is too long, or has another character than those of the list.
    public static let invalidChannelId = AgoraErrorCode(rawValue: 102)
    /// The call needs a channel.
    public static let notInChannel = AgoraErrorCode(rawValue: 113)
}

/// The configuration of an engine.
public final class AgoraRtcEngineConfig: NSObject {
    /// Required in strict mode only.
    public var appId: String?
    /// The kind of channels; a live broadcast by default, as in 4.x (AG-ROLE-001). In 3.x, the default is communication.
    public var channelProfile: AgoraChannelProfile = .liveBroadcasting
    /// Recorded.
    public var audioScenario: AgoraAudioScenario = .default
    /// Recorded.
    public var areaCode: AgoraAreaCodeType = .global

    public override init() {
        super.init()
    }
}

/// The statistics of a channel.
public final class AgoraChannelStats: NSObject, @unchecked Sendable {
    // Safety: immutable.
    /// Seconds since the channel was joined.
    public let duration: Int
    /// The users in the channel, the local one included.
    public let userCount: Int

    init(duration: Int, userCount: Int) {
        self.duration = duration
        self.userCount = userCount
        super.init()
    }
}

/// The published and subscribed media.
public final class AgoraRtcChannelMediaOptions: NSObject {
    /// The local user's role; that of ``AgoraRtcEngineKit/setClientRole(_:)`` unless it is set.
    public var clientRoleType: AgoraClientRole = .broadcaster { didSet { chosenRole = clientRoleType } }
    /// The kind of the channel; that of ``AgoraRtcEngineKit/setChannelProfile(_:)`` unless it is set.
    public var channelProfile: AgoraChannelProfile = .liveBroadcasting { didSet { chosenProfile = channelProfile } }
    private(set) var chosenRole: AgoraClientRole?
    private(set) var chosenProfile: AgoraChannelProfile?
    /// Whether the microphone reaches the channel.
    public var publishMicrophoneTrack = true
    /// Whether a custom track reaches the channel.
    public var publishCustomAudioTrack = false
    /// The custom track; 0 for all.
    public var publishCustomAudioTrackId = 0
    /// Whether remote users are heard from the join on; read by the join.
    public var autoSubscribeAudio = true

    public override init() {
        super.init()
    }
}

/// The configuration of a custom track.
public final class AgoraAudioTrackConfig: NSObject {
    /// Recorded.
    public var enableLocalPlayback = true

    public override init() {
        super.init()
    }
}
