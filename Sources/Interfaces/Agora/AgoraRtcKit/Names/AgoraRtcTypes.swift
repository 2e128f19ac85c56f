import StudioRuntime

/// The kind of a channel.
public enum AgoraChannelProfile: Int, Hashable, Sendable {
    case communication = 0
    case liveBroadcasting = 1
}

/// The local user's role in a live broadcast.
public enum AgoraClientRole: Int, Hashable, Sendable {
    case broadcaster = 1
    case audience = 2
}

/// The quality of the encoder. Recorded.
public enum AgoraAudioProfile: Int, Hashable, Sendable {
    case `default` = 0
    case speechStandard = 1
    case musicStandard = 2
    case musicStandardStereo = 3
    case musicHighQuality = 4
    case musicHighQualityStereo = 5
}

/// What the audio is used for. Recorded.
public enum AgoraAudioScenario: Int, Hashable, Sendable {
    case `default` = 0
    case chatRoomEntertainment = 1
    case education = 2
    case gameStreaming = 3
    case showRoom = 4
    /// `chatRoomGaming` of 3.x.
    case chatRoom = 5
    case chorus = 7
    case meeting = 8
}

/// The state of a remote user's received audio.
public enum AgoraAudioRemoteState: UInt, Hashable, Sendable {
    case stopped = 0
    case starting = 1
    case decoding = 2
    /// Never reported.
    case frozen = 3
    /// Never reported.
    case failed = 4
}

/// Why the state of a remote user's audio changed.
public enum AgoraAudioRemoteReason: UInt, Hashable, Sendable {
    /// The user joined, or was present.
    case `internal` = 0
    /// Never reported.
    case networkCongestion = 1
    /// Never reported.
    case networkRecovery = 2
    /// The local user does not hear the user any more.
    case localMuted = 3
    /// The local user hears the user again.
    case localUnmuted = 4
    /// Never reported.
    case remoteMuted = 5
    /// Never reported.
    case remoteUnmuted = 6
    /// The user left.
    case remoteOffline = 7
}

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

/// Why a remote user went offline.
public enum AgoraUserOfflineReason: UInt, Hashable, Sendable {
    case quit = 0
    case dropped = 1
    case becomeAudience = 2
}

/// The state of the connection.
public enum AgoraConnectionState: Int, Hashable, Sendable {
    case disconnected = 1
    case connecting = 2
    case connected = 3
    case reconnecting = 4
    case failed = 5
}

/// Why the state of the connection changed.
public enum AgoraConnectionChangedReason: UInt, Hashable, Sendable {
    case reasonConnecting = 0
    case reasonJoinSuccess = 1
    case reasonInterrupted = 2
    case reasonBannedByServer = 3
    case reasonJoinFailed = 4
    case reasonLeaveChannel = 5
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

/// The kind of a custom track.
public enum AgoraAudioTrackType: Int, Hashable, Sendable {
    case mixable = 0
    case direct = 1
}

/// The configuration of a custom track.
public final class AgoraAudioTrackConfig: NSObject {
    /// Recorded.
    public var enableLocalPlayback = true

    public override init() {
        super.init()
    }
}
