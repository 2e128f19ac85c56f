import AgoraRawAudio
import StudioCore

extension StudioError.Code {
    /// The vendor's number; results have it negated.
    var number: Int32 { Int32(vendorCode.rawValue) }

    private var vendorCode: AgoraErrorCode {
        switch self {
        case .success: .noError
        case .rawAudioInvalidArgument: .invalidArgument
        case .rawAudioRefused: .refused
        case .rawAudioNotInitialized: .notInitialized
        case .rawAudioInvalidState: .invalidState
        case .rawAudioJoinRejected: .joinChannelRejected
        case .rawAudioLeaveRejected: .leaveChannelRejected
        case .rawAudioInvalidAppID: .invalidAppId
        case .rawAudioInvalidChannelName: .invalidChannelId
        case .rawAudioNotInChannel: .notInChannel
        // A code without a number of its own: general failure.
        default: .failed
        }
    }
}

/// The result of a native call in the vendor's form.
func result(_ call: () throws(StudioError) -> Void) -> Int32 {
    do throws(StudioError) {
        try call()
        return 0
    } catch {
        return -error.code.number
    }
}
