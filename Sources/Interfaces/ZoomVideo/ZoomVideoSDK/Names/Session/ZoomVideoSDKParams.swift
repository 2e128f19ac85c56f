import FacadeSupport
import MediaReceiving
import ZoomVideoRawData

/// The parameters of ``ZoomVideoSDK/initialize(_:)``.
public final class ZoomVideoSDKInitParams: NSObject {
    /// Recorded.
    public var domain: String?
    /// Recorded.
    public var enableLog = false
    private var modes = MemoryModes()

    public override init() {
        super.init()
    }

    /// The memory of video. Reads `.stack` until it is set; frames can be referenced unless it is set to `.stack`.
    public var videoRawdataMemoryMode: ZoomVideoSDKRawDataMemoryMode {
        get { modes.video == .heap ? .heap : .stack }
        set { modes.video = newValue.native }
    }

    /// The memory of shares. Reads `.stack` until it is set; frames can be referenced unless it is set to `.stack`.
    public var shareRawdataMemoryMode: ZoomVideoSDKRawDataMemoryMode {
        get { modes.share == .heap ? .heap : .stack }
        set { modes.share = newValue.native }
    }

    /// The memory of audio. Blocks can be referenced only if it is set to `.heap`.
    public var audioRawdataMemoryMode: ZoomVideoSDKRawDataMemoryMode {
        get { modes.audio == .heap ? .heap : .stack }
        set { modes.audio = newValue.native }
    }

    var native: MemoryModes { modes }
}

extension ZoomVideoSDKRawDataMemoryMode {
    fileprivate var native: MemoryMode { self == .heap ? .heap : .stack }
}

/// How video begins.
public final class ZoomVideoSDKVideoOptions: NSObject {
    /// Whether the local camera is on when the session is joined.
    public var localVideoOn = true

    public override init() {
        super.init()
    }
}

/// How audio begins.
public final class ZoomVideoSDKAudioOptions: NSObject {
    /// Whether audio is connected when the session is joined.
    public var connect = true
    /// Whether the microphone is muted when the session is joined.
    public var mute = false
    /// Whether mixed audio contains the local user.
    public var isMyVoiceInMix = true

    public override init() {
        super.init()
    }
}

/// Supplies video instead of a camera. Accepted, and never called.
public protocol ZoomVideoSDKVideoSource: AnyObject {}

/// The parameters of ``ZoomVideoSDK/joinSession(_:)``. Its delegates are not retained.
public final class ZoomVideoSDKSessionContext: NSObject, @unchecked Sendable {
    // Safety: the client sets it up on one thread; the call that joins reads it once.
    /// Required in strict mode only; its contents are not checked.
    public var token: String?
    /// Required.
    public var sessionName: String?
    /// Recorded.
    public var sessionPassword: String?
    /// The local user's display name.
    public var userName: String?
    /// How video begins.
    public var videoOption: ZoomVideoSDKVideoOptions?
    /// How audio begins.
    public var audioOption: ZoomVideoSDKAudioOptions?
    // A delegate that has gone before the session is joined is reported by the join.
    let speaker = DelegateReference<any ZoomVideoSDKVirtualAudioSpeaker>("virtualAudioSpeakerDelegate")
    let microphone = DelegateReference<any ZoomVideoSDKVirtualAudioMic>("virtualAudioMicDelegate")
    let source = DelegateReference<any ZoomVideoSDKVideoSource>("externalVideoSourceDelegate")
    let preProcessor = DelegateReference<any ZoomVideoSDKVideoSourcePreProcessor>("preProcessorDelegate")

    public override init() {
        super.init()
    }

    /// Gets the audio of the others.
    public var virtualAudioSpeakerDelegate: (any ZoomVideoSDKVirtualAudioSpeaker)? {
        get { speaker.object }
        set { speaker.object = newValue }
    }

    /// Sends audio instead of the microphone.
    public var virtualAudioMicDelegate: (any ZoomVideoSDKVirtualAudioMic)? {
        get { microphone.object }
        set { microphone.object = newValue }
    }

    /// Accepted and reported; never called.
    public var externalVideoSourceDelegate: (any ZoomVideoSDKVideoSource)? {
        get { source.object }
        set { source.object = newValue }
    }

    /// Edits the frames of the local camera.
    public var preProcessorDelegate: (any ZoomVideoSDKVideoSourcePreProcessor)? {
        get { preProcessor.object }
        set { preProcessor.object = newValue }
    }
}
