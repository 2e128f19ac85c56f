import ZegoCustomRendering

// swift-format-ignore-file: AlwaysUseLowerCamelCase

extension ZegoVideoEncodedFrameFormat {
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
