import AgoraRawAudio
import StudioCore

extension StudioError.Code {
    /// The vendor's number; results have it negated.
    var number: Int32 {
        switch self {
        case .success: 0
        case .rawAudioInvalidArgument: 2
        case .rawAudioRefused: 5
        case .rawAudioNotInitialized: 7
        case .rawAudioInvalidState: 8
        case .rawAudioJoinRejected: 17
        case .rawAudioLeaveRejected: 18
        case .rawAudioInvalidAppID: 101
        case .rawAudioInvalidChannelName: 102
        case .rawAudioNotInChannel: 113
        // A code without a number of its own: general failure.
        default: 1
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
