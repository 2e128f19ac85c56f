import StudioCore
import ZoomVideoRawData

extension StudioError.Code {
    /// The vendor's number.
    var vendor: ZoomVideoSDKError {
        switch self {
        case .success: .Errors_Success
        case .rawDataWrongUsage: .Errors_Wrong_Usage
        case .rawDataUninitialized: .Errors_Uninitialize
        case .rawDataInvalidParameter: .Errors_Invalid_Parameter
        case .rawDataNoSessionName: .Errors_JoinSession_NoSessionName
        case .rawDataNoSessionToken: .Errors_JoinSession_NoSessionToken
        case .rawDataAlreadyInSession: .Errors_Session_Already_In_Progress
        case .rawDataNotStarted: .Errors_Session_Not_Started
        case .rawDataNotInSession: .Errors_Not_In_Session
        case .rawDataUnsupported: .Errors_Dont_Support_Feature
        case .rawDataNoVideo: .Errors_No_Video_Data
        case .rawDataNoShare: .Errors_No_Share_Data
        case .rawDataAudioModule: .Errors_Audio_Module_Error
        case .rawDataVideoModule: .Errors_Video_Module_Error
        case .rawDataTooMuch: .Errors_Rawdata_Send_Too_Much_Data_In_Single_Time
        case .rawDataTooFrequent: .Errors_Rawdata_Send_Too_Frequently
        case .rawDataInternalError: .Errors_Rawdata_Internal_Error
        case .rawDataMicrophoneEnded: .Errors_Rawdata_Virtual_Mic_Is_Terminate
        // A code without a number of its own.
        default: .Errors_Internal_Error
        }
    }
}

/// The result of a native call in the vendor's form.
func result(_ call: () throws(StudioError) -> Void) -> ZoomVideoSDKError {
    do throws(StudioError) {
        try call()
        return .Errors_Success
    } catch {
        return error.code.vendor
    }
}
