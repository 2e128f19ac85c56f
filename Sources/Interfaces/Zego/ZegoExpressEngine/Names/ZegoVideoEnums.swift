import ZegoCustomRendering

// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The kind of buffer in which frames are delivered.
public enum ZegoVideoBufferType: UInt, Sendable {
    /// Not supported.
    case unknown = 0
    /// Pointers to planes, valid during the callback.
    case rawData = 1
    /// Encoded frames: of played streams, and of custom capture.
    case encodedData = 2
    /// Not supported.
    case glTexture2D = 3
    /// Pixel buffers, which may be kept.
    case cvPixelBuffer = 4
    /// Not supported.
    case nv12CVPixelBuffer = 9
}

/// The arrangement of the samples of a frame.
public enum ZegoVideoFrameFormat: UInt, Sendable {
    /// None.
    case unknown = 0
    /// Three planes: Y, U, V.
    case I420 = 1
    /// Two planes: Y, and U and V interleaved. Delivered after ``ZegoExpressEngine/ZegoExpressEngine/enableHardwareDecoder(_:)``.
    case NV12 = 2
    /// Never delivered.
    case NV21 = 3
    /// One plane: blue, green, red and alpha.
    case BGRA32 = 4
    /// Never delivered.
    case RGBA32 = 5
    /// Never delivered.
    case ARGB32 = 6
    /// Never delivered.
    case ABGR32 = 7
    /// Never delivered.
    case I422 = 8
    /// Never delivered.
    case BGR24 = 9
    /// Never delivered.
    case RGB24 = 10
}

/// The family of formats that an app asks for.
public enum ZegoVideoFrameFormatSeries: UInt, Sendable {
    /// BGRA.
    case RGB = 0
    /// I420, or NV12.
    case YUV = 1
}

/// How an app must flip a captured frame. Frames are never flipped.
public enum ZegoVideoFlipMode: UInt, Sendable {
    /// As it is.
    case none = 0
    /// Exchange left and right.
    case X = 1
    /// Never delivered.
    case Y = 2
    /// Never delivered.
    case XY = 3
}

/// A channel of the publisher.
public enum ZegoPublishChannel: UInt, Sendable {
    /// The main channel.
    case main = 0
    /// A second channel.
    case aux = 1
    /// A third channel.
    case third = 2
    /// A fourth channel.
    case fourth = 3
}

/// The mirroring of a front camera.
public enum ZegoVideoMirrorMode: UInt, Sendable {
    /// The preview; the default.
    case onlyPreviewMirror = 0
    /// Preview and stream.
    case bothMirror = 1
    /// Nothing.
    case noMirror = 2
    /// The stream.
    case onlyPublishMirror = 3
}

/// How a canvas is filled; recorded.
public enum ZegoViewMode: UInt, Sendable {
    /// The whole frame is visible.
    case aspectFit = 0
    /// The whole canvas is filled.
    case aspectFill = 1
    /// The frame is stretched.
    case scaleToFill = 2
}

/// The coding of an encoded frame. Those of played streams have ``annexB``.
public enum ZegoVideoEncodedFrameFormat: UInt, Sendable {
    /// H.264 with lengths.
    case AVCC = 0
    /// H.264 with start codes.
    case annexB = 1
    /// VP8.
    case VP8 = 2
    /// HEVC with lengths.
    case HEVCAVCC = 3
    /// HEVC with start codes.
    case HEVCAnnexB = 4

    var native: EncodedFrameFormat {
        switch self {
        case .AVCC: .avcc
        case .annexB: .annexB
        case .VP8: .vp8
        case .HEVCAVCC: .hevcAVCC
        case .HEVCAnnexB: .hevcAnnexB
        }
    }
}

/// What an engine is used for; has no effect.
public enum ZegoScenario: UInt, Sendable {
    /// Deprecated by the vendor.
    case general = 0
    /// Deprecated by the vendor.
    case communication = 1
    /// Deprecated by the vendor.
    case live = 2
    /// No particular use.
    case `default` = 3
    /// Video calls.
    case standardVideoCall = 4
    /// Video calls of high quality.
    case highQualityVideoCall = 5
    /// Rooms for audio.
    case standardChatroom = 6
    /// Rooms for audio of high quality.
    case highQualityChatroom = 7
    /// One to many.
    case broadcast = 8
    /// Singing.
    case karaoke = 9
    /// Audio calls.
    case standardVoiceCall = 10
}

/// Sizes and rates of the local video, upright as on phones.
public enum ZegoVideoConfigPreset: UInt, Sendable {
    /// 180x320, 15 frames a second, 300 kbit/s.
    case preset180P = 0
    /// 270x480, 15 frames a second, 400 kbit/s.
    case preset270P = 1
    /// 360x640, 15 frames a second, 600 kbit/s; the default.
    case preset360P = 2
    /// 540x960, 15 frames a second, 1200 kbit/s.
    case preset540P = 3
    /// 720x1280, 15 frames a second, 1500 kbit/s.
    case preset720P = 4
    /// 1080x1920, 15 frames a second, 3000 kbit/s.
    case preset1080P = 5
}

/// What traffic control reduces, beside the bitrate.
public struct ZegoTrafficControlProperty: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt

    /// Creates a set from bits.
    public init(rawValue: UInt) {
        self.rawValue = rawValue
    }

    /// The bitrate only.
    public static let basic: ZegoTrafficControlProperty = []
    /// The frame rate.
    public static let adaptiveFPS = ZegoTrafficControlProperty(rawValue: 1)
    /// The size.
    public static let adaptiveResolution = ZegoTrafficControlProperty(rawValue: 2)
    /// The bitrate of the audio; has no effect, because there is no audio.
    public static let adaptiveAudioBitrate = ZegoTrafficControlProperty(rawValue: 4)

    var native: TrafficControl {
        var control: TrafficControl = []
        if contains(.adaptiveFPS) { control.insert(.frameRate) }
        if contains(.adaptiveResolution) { control.insert(.size) }
        return control
    }
}
