import StudioCore
import ZegoCustomRendering

extension StudioError.Code {
    /// The vendor's number.
    var number: Int32 { vendorCode.rawValue }

    private var vendorCode: ZegoErrorCode {
        switch self {
        case .renderingNoEngine: .commonEngineNotCreate
        case .renderingNoRoom: .commonNotLoginRoom
        case .renderingHandlerExists: .commonEventHandlerExists
        case .renderingStreamTooLong: .commonStreamIdTooLong
        case .renderingStreamEmpty: .commonStreamIdNull
        case .renderingStreamCharacters: .commonStreamIdInvalidCharacter
        case .renderingStreamTaken: .publisherErrorRepetitivePublishStream
        case .renderingChannelPublishes: .publisherErrorAlreadyDoPublish
        case .renderingIllegalArgument: .commonIllegalParam
        case .renderingAppID: .engineAppidZero
        case .renderingAppSignLength: .engineAppsignInvalidLength
        case .renderingAppSignCharacters: .engineAppsignInvalidCharacter
        case .renderingRoomCount: .roomCountExceed
        case .renderingOtherRoom: .roomRoomidIncorrect
        case .renderingUserEmpty: .roomUserIdNull
        case .renderingUserTooLong: .roomUserIdTooLong
        case .renderingRoomEmpty: .roomRoomidNull
        case .renderingRoomTooLong: .roomRoomidTooLong
        case .renderingEngineRuns: .customVideoIOEnableCustomIoFailed
        case .renderingBufferType: .customVideoIONotSupportedBufferType
        case .renderingNoCapturer: .customVideoIOCapturerNotCreated
        case .renderingCaptureDisabled: .customVideoIONoCustomVideoCapture
        case .renderingCaptureFormat: .customVideoIONotSupportedFormat
        // Success, and codes of other interfaces.
        default: .commonSuccess
        }
    }
}

extension CustomRenderingEvent.Interruption {
    /// The vendor's number.
    var number: Int32 {
        let code: ZegoErrorCode =
            switch self {
            case .failed: .roomErrorConnectFailed
            case .removed: .roomManualKickedOut
            case .temporary: .roomConnectTemporaryBroken
            case .ended: .roomDisconnect
            }
        return code.rawValue
    }
}
