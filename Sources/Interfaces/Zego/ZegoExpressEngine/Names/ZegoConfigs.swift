/// The settings of all engines of a process. Recorded.
public class ZegoEngineConfig: NSObject {
    /// Where the vendor's SDK writes its log. Recorded.
    public var logConfig: ZegoLogConfig?
    /// Settings without a documented effect. Recorded.
    public var advancedConfig: [String: String]?

    /// Creates empty settings.
    public override init() {
        super.init()
    }
}

/// The log of the vendor's SDK. Nothing is written.
public class ZegoLogConfig: NSObject {
    /// Has no effect.
    public var logPath = ""
    /// Has no effect; in bytes.
    public var logSize: UInt64 = 5 << 20

    /// Creates the default settings.
    public override init() {
        super.init()
    }
}

/// How a stream is played. Every stream is played from its room.
public class ZegoPlayerConfig: NSObject {
    /// Has no effect.
    public var resourceMode = ZegoStreamResourceMode.default
    /// Has no effect.
    public var cdnConfig: ZegoCDNConfig?
    /// Has no effect: an engine is in one room.
    public var roomID = ""

    /// Creates the default settings.
    public override init() {
        super.init()
    }
}

/// A delivery network. Has no effect.
public class ZegoCDNConfig: NSObject {
    /// Has no effect.
    public var url = ""
    /// Has no effect.
    public var authParam = ""

    /// Creates empty settings.
    public override init() {
        super.init()
    }
}
