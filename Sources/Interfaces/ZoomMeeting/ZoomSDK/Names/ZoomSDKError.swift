// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// The result code of a call. Corresponds to `StudioError.Code`; PS-SDK-001.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKError: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Accepted.
public let ZoomSDKError_Success = ZoomSDKError(rawValue: 0)
/// An unspecified failure; only when a test injects it.
public let ZoomSDKError_Failed = ZoomSDKError(rawValue: 1)
/// The SDK is not initialised; only when a test injects it.
public let ZoomSDKError_Uninit = ZoomSDKError(rawValue: 2)
/// The service failed; only when a test injects it.
public let ZoomSDKError_ServiceFailed = ZoomSDKError(rawValue: 3)
/// The call is not allowed in the current state.
public let ZoomSDKError_WrongUsage = ZoomSDKError(rawValue: 4)
/// An argument is invalid.
public let ZoomSDKError_InvalidParameter = ZoomSDKError(rawValue: 5)
/// An argument is invalid; the spelling of an older header.
public let ZoomSDKError_InvalidPrameter = ZoomSDKError(rawValue: 5)
/// The local user's role does not permit the call.
public let ZoomSDKError_NoPermission = ZoomSDKError(rawValue: 6)
/// Not used by Production Studio.
public let ZoomSDKError_NoRecordingInProgress = ZoomSDKError(rawValue: 7)
/// Frames arrive faster than the declared frame rate; strict mode only.
public let ZoomSDKError_TooFrequentCall = ZoomSDKError(rawValue: 8)
/// Production Studio is not available here.
public let ZoomSDKError_UnSupportedFeature = ZoomSDKError(rawValue: 9)
/// Not used by Production Studio.
public let ZoomSDKError_EmailLoginIsDisabled = ZoomSDKError(rawValue: 10)
/// Not used by Production Studio.
public let ZoomSDKError_ModuleLoadFail = ZoomSDKError(rawValue: 11)
/// Not used by Production Studio.
public let ZoomSDKError_NoVideoData = ZoomSDKError(rawValue: 12)
/// Not used by Production Studio.
public let ZoomSDKError_NoAudioData = ZoomSDKError(rawValue: 13)
/// Not used by Production Studio.
public let ZoomSDKError_NoShareData = ZoomSDKError(rawValue: 14)
/// Not used by Production Studio.
public let ZoomSDKError_NoVideoDeviceFound = ZoomSDKError(rawValue: 15)
/// Not used by Production Studio.
public let ZoomSDKError_DeviceError = ZoomSDKError(rawValue: 16)
/// There is no meeting, or it has ended.
public let ZoomSDKError_NotInMeeting = ZoomSDKError(rawValue: 17)
/// Not used by Production Studio.
public let ZoomSDKError_initDevice = ZoomSDKError(rawValue: 18)
/// Not used by Production Studio.
public let ZoomSDKError_CanNotChangeVirtualDevice = ZoomSDKError(rawValue: 19)
/// Not used by Production Studio.
public let ZoomSDKError_PreprocessRawdataError = ZoomSDKError(rawValue: 20)
/// Not used by Production Studio.
public let ZoomSDKError_NoLicense = ZoomSDKError(rawValue: 21)
/// Memory could not be allocated.
public let ZoomSDKError_Malloc_Failed = ZoomSDKError(rawValue: 22)
/// Not used by Production Studio.
public let ZoomSDKError_ShareCannotSubscribeMyself = ZoomSDKError(rawValue: 23)
/// Not used by Production Studio.
public let ZoomSDKError_NeedUserConfirmRecordDisclaimer = ZoomSDKError(rawValue: 24)
/// Not used by Production Studio.
public let ZoomSDKError_UnKnown = ZoomSDKError(rawValue: 25)
/// The spelling of an older header.
public let ZoomSDKError_UnKnow = ZoomSDKError(rawValue: 25)
/// Not used by Production Studio.
public let ZoomSDKError_NotJoinAudio = ZoomSDKError(rawValue: 26)
/// Not used by Production Studio.
public let ZoomSDKError_HardwareDontSupport = ZoomSDKError(rawValue: 27)
/// Not used by Production Studio.
public let ZoomSDKError_DomainDontSupport = ZoomSDKError(rawValue: 28)
/// Not used by Production Studio.
public let ZoomSDKError_FileTransferError = ZoomSDKError(rawValue: 29)

extension ZoomSDKError {
    /// Accepted.
    public static let Success = ZoomSDKError_Success

    /// An unspecified failure; only when a test injects it.
    public static let Failed = ZoomSDKError_Failed

    /// The SDK is not initialised; only when a test injects it.
    public static let Uninit = ZoomSDKError_Uninit

    /// The service failed; only when a test injects it.
    public static let ServiceFailed = ZoomSDKError_ServiceFailed

    /// The call is not allowed in the current state.
    public static let WrongUsage = ZoomSDKError_WrongUsage

    /// An argument is invalid.
    public static let InvalidParameter = ZoomSDKError_InvalidParameter

    /// The local user's role does not permit the call.
    public static let NoPermission = ZoomSDKError_NoPermission

    /// Not used by Production Studio.
    public static let NoRecordingInProgress = ZoomSDKError_NoRecordingInProgress

    /// Frames arrive faster than the declared frame rate; strict mode only.
    public static let TooFrequentCall = ZoomSDKError_TooFrequentCall

    /// Production Studio is not available here.
    public static let UnSupportedFeature = ZoomSDKError_UnSupportedFeature

    /// Not used by Production Studio.
    public static let EmailLoginIsDisabled = ZoomSDKError_EmailLoginIsDisabled

    /// Not used by Production Studio.
    public static let ModuleLoadFail = ZoomSDKError_ModuleLoadFail

    /// Not used by Production Studio.
    public static let NoVideoData = ZoomSDKError_NoVideoData

    /// Not used by Production Studio.
    public static let NoAudioData = ZoomSDKError_NoAudioData

    /// Not used by Production Studio.
    public static let NoShareData = ZoomSDKError_NoShareData

    /// Not used by Production Studio.
    public static let NoVideoDeviceFound = ZoomSDKError_NoVideoDeviceFound

    /// Not used by Production Studio.
    public static let DeviceError = ZoomSDKError_DeviceError

    /// There is no meeting, or it has ended.
    public static let NotInMeeting = ZoomSDKError_NotInMeeting

    /// Not used by Production Studio.
    public static let initDevice = ZoomSDKError_initDevice

    /// Not used by Production Studio.
    public static let CanNotChangeVirtualDevice = ZoomSDKError_CanNotChangeVirtualDevice

    /// Not used by Production Studio.
    public static let PreprocessRawdataError = ZoomSDKError_PreprocessRawdataError

    /// Not used by Production Studio.
    public static let NoLicense = ZoomSDKError_NoLicense

    /// Memory could not be allocated.
    public static let Malloc_Failed = ZoomSDKError_Malloc_Failed

    /// Not used by Production Studio.
    public static let ShareCannotSubscribeMyself = ZoomSDKError_ShareCannotSubscribeMyself

    /// Not used by Production Studio.
    public static let NeedUserConfirmRecordDisclaimer = ZoomSDKError_NeedUserConfirmRecordDisclaimer

    /// Not used by Production Studio.
    public static let UnKnown = ZoomSDKError_UnKnown

    /// Not used by Production Studio.
    public static let NotJoinAudio = ZoomSDKError_NotJoinAudio

    /// Not used by Production Studio.
    public static let HardwareDontSupport = ZoomSDKError_HardwareDontSupport

    /// Not used by Production Studio.
    public static let DomainDontSupport = ZoomSDKError_DomainDontSupport

    /// Not used by Production Studio.
    public static let FileTransferError = ZoomSDKError_FileTransferError
}
