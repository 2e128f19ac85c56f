// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The sample format of an I420 frame. Corresponds to `FrameDataFormat`; PS-SDK-003.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKFrameDataFormat: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Luma 16 to 235, chroma 16 to 240: the header's spelling.
public let ZoomSDKFrameDataFormat_I420_Limited = ZoomSDKFrameDataFormat(rawValue: 0)
/// Luma and chroma 0 to 255: the header's spelling.
public let ZoomSDKFrameDataFormat_I420_Full = ZoomSDKFrameDataFormat(rawValue: 1)
/// Luma 16 to 235, chroma 16 to 240: the guide's spelling.
public let ZoomSDKFrameDataFormat_I420_LIMITED = ZoomSDKFrameDataFormat(rawValue: 0)
/// Luma and chroma 0 to 255: the guide's spelling.
public let ZoomSDKFrameDataFormat_I420_FULL = ZoomSDKFrameDataFormat(rawValue: 1)

extension ZoomSDKFrameDataFormat {
    /// Luma 16 to 235, chroma 16 to 240.
    public static let I420_LIMITED = ZoomSDKFrameDataFormat_I420_Limited

    /// Luma and chroma 0 to 255.
    public static let I420_FULL = ZoomSDKFrameDataFormat_I420_Full
}

/// The channel layout of an audio block. Corresponds to `AudioChannel`; PS-SDK-003.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKAudioChannel: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// One channel.
public let ZoomSDKAudioChannel_Mono = ZoomSDKAudioChannel(rawValue: 0)
/// Two channels, interleaved left and right.
public let ZoomSDKAudioChannel_Stereo = ZoomSDKAudioChannel(rawValue: 1)

extension ZoomSDKAudioChannel {
    /// One channel.
    public static let mono = ZoomSDKAudioChannel_Mono

    /// Two channels, interleaved left and right.
    public static let stereo = ZoomSDKAudioChannel_Stereo
}
