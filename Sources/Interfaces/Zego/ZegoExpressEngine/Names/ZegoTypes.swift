/// The identity of an app.
public class ZegoEngineProfile: NSObject {
    /// The number of the app; in strict mode not 0.
    public var appID: UInt32 = 0
    /// The key of the app; in strict mode empty, or 64 hexadecimal digits.
    public var appSign = ""
    /// Has no effect.
    public var scenario = ZegoScenario.default

    /// Creates an empty profile.
    public override init() {
        super.init()
    }
}

/// A user of a room.
public class ZegoUser: NSObject {
    /// The ID, 1 to 63 bytes.
    public var userID: String
    /// The display name.
    public var userName: String

    /// Creates a user without an ID, which must be set before a login.
    public convenience override init() {
        self.init(userID: "", userName: "")
    }

    /// Creates a user whose name is the ID.
    public convenience init(userID: String) {
        self.init(userID: userID, userName: userID)
    }

    /// Creates a user.
    public init(userID: String, userName: String) {
        (self.userID, self.userName) = (userID, userName)
        super.init()
    }
}

/// A stream of a room.
public class ZegoStream: NSObject {
    /// The user who publishes it.
    public var user: ZegoUser
    /// The ID, 1 to 255 bytes.
    public var streamID: String
    /// Always empty.
    public var extraInfo = ""

    /// Creates a stream.
    init(streamID: String, user: ZegoUser) {
        (self.streamID, self.user) = (streamID, user)
        super.init()
    }
}

/// The settings of a login.
public class ZegoRoomConfig: NSObject {
    /// Has no effect.
    public var maxMemberCount: UInt32 = 0
    /// Whether the client is notified of users.
    public var isUserStatusNotify = false
    /// Has no effect.
    public var token = ""

    /// Creates the default settings.
    public override init() {
        super.init()
    }

    /// The default settings.
    public class func `default`() -> ZegoRoomConfig { ZegoRoomConfig() }
}

/// Where the engine renders. There are no views on Linux, and nothing is rendered.
public class ZegoCanvas: NSObject {
    /// The view; any object.
    public var view: AnyObject?
    /// Has no effect.
    public var viewMode = ZegoViewMode.aspectFit
    /// Has no effect; 0xRRGGBB.
    public var backgroundColor: Int32 = 0

    /// Creates a canvas without a view.
    public override init() {
        super.init()
    }

    /// Creates a canvas.
    public init(view: AnyObject?) {
        self.view = view
        super.init()
    }
}

/// Sizes and rates of the local video.
public class ZegoVideoConfig: NSObject {
    /// The size of the capture in pixels, even; 360x640 by default. It is set before the camera starts.
    public var captureResolution: CGSize
    /// The size of frames in pixels, even: captured frames are scaled to it before they are previewed and published.
    public var encodeResolution: CGSize
    /// Frames per second, 1 to 120; 15 by default.
    public var fps: Int32 = 15
    /// Has no effect; in kbit/s.
    public var bitrate: Int32

    /// Creates the default: 360p.
    public convenience override init() {
        self.init(preset: .preset360P)
    }

    /// Creates a config.
    public init(preset: ZegoVideoConfigPreset) {
        let (width, height, bitrate): (Int, Int, Int32) =
            switch preset {
            case .preset180P: (180, 320, 300)
            case .preset270P: (270, 480, 400)
            case .preset360P: (360, 640, 600)
            case .preset540P: (540, 960, 1200)
            case .preset720P: (720, 1280, 1500)
            case .preset1080P: (1080, 1920, 3000)
            }
        captureResolution = CGSize(width: width, height: height)
        encodeResolution = captureResolution
        self.bitrate = bitrate
        super.init()
    }

    /// The default: 360p.
    public class func `default`() -> ZegoVideoConfig { ZegoVideoConfig() }
}
