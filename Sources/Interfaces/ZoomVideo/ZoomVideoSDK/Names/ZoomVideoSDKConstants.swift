// swift-format-ignore-file: AlwaysUseLowerCamelCase

// Each case has two spellings: the member, as Swift imports it on Apple systems, and the Objective-C constant, which the
// vendor's guide uses.

/// How far a frame must be rotated clockwise to be upright. The pixels are not rotated.
public enum ZoomVideoSDKVideoRawDataRotation: Int, Hashable, Sendable {
    case rotationNone = 1
    case rotation90 = 2
    case rotation180 = 3
    case rotation270 = 4
}

/// 1.
public let ZoomVideoSDKVideoRawDataRotationNone = ZoomVideoSDKVideoRawDataRotation.rotationNone
/// 2.
public let ZoomVideoSDKVideoRawDataRotation90 = ZoomVideoSDKVideoRawDataRotation.rotation90
/// 3.
public let ZoomVideoSDKVideoRawDataRotation180 = ZoomVideoSDKVideoRawDataRotation.rotation180
/// 4.
public let ZoomVideoSDKVideoRawDataRotation270 = ZoomVideoSDKVideoRawDataRotation.rotation270

/// Whether a user sends.
public enum ZoomVideoSDKUserRawdataStatus: UInt, Hashable, Sendable {
    case on = 0
    case off = 1
}

/// 0.
public let ZoomVideoSDKUserRawdataOn = ZoomVideoSDKUserRawdataStatus.on
/// 1.
public let ZoomVideoSDKUserRawdataOff = ZoomVideoSDKUserRawdataStatus.off

/// The number of lines of a subscription. `_Auto` is refused.
public enum ZoomVideoSDKVideoResolution: UInt, Hashable, Sendable {
    case _90 = 0
    case _180 = 1
    case _360 = 2
    case _720 = 3
    case _Auto = 100
}

/// 0.
public let ZoomVideoSDKVideoResolution_90 = ZoomVideoSDKVideoResolution._90
/// 1.
public let ZoomVideoSDKVideoResolution_180 = ZoomVideoSDKVideoResolution._180
/// 2.
public let ZoomVideoSDKVideoResolution_360 = ZoomVideoSDKVideoResolution._360
/// 3.
public let ZoomVideoSDKVideoResolution_720 = ZoomVideoSDKVideoResolution._720
/// 100.
public let ZoomVideoSDKVideoResolution_Auto = ZoomVideoSDKVideoResolution._Auto

/// The format of a frame; ``ZoomVideoSDKVideoRawData/isLimited`` agrees with it.
public enum ZoomVideoSDKFrameDataFormat: UInt, Hashable, Sendable {
    case I420 = 1
    case i420_Limit = 2
}

/// 1.
public let ZoomVideoSDKFrameDataFormat_I420 = ZoomVideoSDKFrameDataFormat.I420
/// 2.
public let ZoomVideoSDKFrameDataFormat_I420_Limit = ZoomVideoSDKFrameDataFormat.i420_Limit

/// What a pipe carries.
public enum ZoomVideoSDKVideoType: UInt, Hashable, Sendable {
    case videoData = 1
    case shareData = 2
}

/// 1.
public let ZoomVideoSDKVideoType_VideoData = ZoomVideoSDKVideoType.videoData
/// 2.
public let ZoomVideoSDKVideoType_ShareData = ZoomVideoSDKVideoType.shareData

/// Where raw data is kept.
public enum ZoomVideoSDKRawDataMemoryMode: UInt, Hashable, Sendable {
    case stack = 0
    case heap = 1
}

/// 0.
public let ZoomVideoSDKRawDataMemoryModeStack = ZoomVideoSDKRawDataMemoryMode.stack
/// 1.
public let ZoomVideoSDKRawDataMemoryModeHeap = ZoomVideoSDKRawDataMemoryMode.heap

/// Whether a user shares.
public enum ZoomVideoSDKReceiveSharingStatus: UInt, Hashable, Sendable {
    case none = 0
    case start = 1
    case pause = 2
    case resume = 3
    case stop = 4
}

/// 0.
public let ZoomVideoSDKReceiveSharingStatus_None = ZoomVideoSDKReceiveSharingStatus.none
/// 1.
public let ZoomVideoSDKReceiveSharingStatus_Start = ZoomVideoSDKReceiveSharingStatus.start
/// 2.
public let ZoomVideoSDKReceiveSharingStatus_Pause = ZoomVideoSDKReceiveSharingStatus.pause
/// 3.
public let ZoomVideoSDKReceiveSharingStatus_Resume = ZoomVideoSDKReceiveSharingStatus.resume
/// 4.
public let ZoomVideoSDKReceiveSharingStatus_Stop = ZoomVideoSDKReceiveSharingStatus.stop

/// How a user's audio is connected.
public enum ZoomVideoSDKAudioType: UInt, Hashable, Sendable {
    case none = 0
    case VOIP = 1
    case TELEPHONY = 2
    case unknown = 3
}

/// 0.
public let ZoomVideoSDKAudioType_None = ZoomVideoSDKAudioType.none
/// 1.
public let ZoomVideoSDKAudioType_VOIP = ZoomVideoSDKAudioType.VOIP
/// 2.
public let ZoomVideoSDKAudioType_TELEPHONY = ZoomVideoSDKAudioType.TELEPHONY
/// 3.
public let ZoomVideoSDKAudioType_Unknown = ZoomVideoSDKAudioType.unknown

/// Why a session was left.
public enum ZoomVideoSDKSessionLeaveReason: Int, Hashable, Sendable {
    case unknown = 0
    case bySelf = 1
    case kickByHost = 2
    case endByHost = 3
    case networkError = 4
}

/// 0.
public let ZoomVideoSDKSessionLeaveReason_Unknown = ZoomVideoSDKSessionLeaveReason.unknown
/// 1.
public let ZoomVideoSDKSessionLeaveReason_BySelf = ZoomVideoSDKSessionLeaveReason.bySelf
/// 2.
public let ZoomVideoSDKSessionLeaveReason_KickByHost = ZoomVideoSDKSessionLeaveReason.kickByHost
/// 3.
public let ZoomVideoSDKSessionLeaveReason_EndByHost = ZoomVideoSDKSessionLeaveReason.endByHost
/// 4.
public let ZoomVideoSDKSessionLeaveReason_NetworkError = ZoomVideoSDKSessionLeaveReason.networkError
