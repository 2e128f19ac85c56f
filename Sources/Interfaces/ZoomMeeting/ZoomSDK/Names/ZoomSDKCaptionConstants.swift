// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// Whether live transcription runs, in the header's spelling.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKLiveTranscriptionStaus: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// It does not run.
public let ZoomSDK_LiveTranscription_Status_Stop = ZoomSDKLiveTranscriptionStaus(rawValue: 0)
/// It runs.
public let ZoomSDK_LiveTranscription_Status_Start = ZoomSDKLiveTranscriptionStaus(rawValue: 1)
/// The user has subscribed to it.
public let ZoomSDK_LiveTranscription_Status_User_Sub = ZoomSDKLiveTranscriptionStaus(rawValue: 2)
/// It is connecting.
public let ZoomSDK_LiveTranscription_Status_Connecting = ZoomSDKLiveTranscriptionStaus(rawValue: 10)

/// What happens to a line of live transcription. Corresponds to `Caption.Change`.
///
/// An open set, like an imported C enum: any number is preserved.
public struct ZoomSDKLiveTranscriptionOperationType: VendorNumber {
    /// The vendor's number.
    public var rawValue: UInt32

    /// Keeps any number.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }
}

/// Nothing.
public let ZoomSDK_LiveTranscription_OperationType_None = ZoomSDKLiveTranscriptionOperationType(rawValue: 0)
/// The line is new.
public let ZoomSDK_LiveTranscription_OperationType_Add = ZoomSDKLiveTranscriptionOperationType(rawValue: 1)
/// Its text changes.
public let ZoomSDK_LiveTranscription_OperationType_Update = ZoomSDKLiveTranscriptionOperationType(rawValue: 2)
/// It is deleted.
public let ZoomSDK_LiveTranscription_OperationType_Delete = ZoomSDKLiveTranscriptionOperationType(rawValue: 3)
/// Its text is final.
public let ZoomSDK_LiveTranscription_OperationType_Complete = ZoomSDKLiveTranscriptionOperationType(rawValue: 4)
/// The change is not supported.
public let ZoomSDK_LiveTranscription_OperationType_NotSupported = ZoomSDKLiveTranscriptionOperationType(rawValue: 5)
