import FacadeSupport
import MediaReceiving
import StudioCore
import ZoomVideoRawData

/// Delivers audio to the delegate of the SDK.
final class DelegateAudio: RawDataAudioReceiver {
    private let isolation = IsolationCheck<any ZoomVideoSDKDelegate>()

    func receive(_ block: ReceivedBlock) -> Bool {
        let host = VideoSDKEngine.shared
        if case .oneWay(let user) = block.content { host.noteHeard(user) }
        guard let delegate = host.delegate.target else { return true }
        let data = ZoomVideoSDKAudioRawData(block, start: host.startDate)
        let isReached = CallbackCheck.isImplemented(by: delegate) { delegate in
            let receiver: any ZoomVideoSDKDelegateReceiver = delegate
            switch block.content {
            case .mixed: receiver.onMixedAudioRawDataReceived(data)
            case .share: receiver.onSharedAudioRawDataReceived(data)
            case .oneWay(let user):
                receiver.onOneWayAudioRawDataReceived(data, user: ZoomVideoSDKUser(id: user))
            }
        }
        if isReached { isolation.check(delegate) { host.report($0, isRefusal: false) } }
        return isReached
    }
}

/// Delivers audio to the virtual speaker.
final class SpeakerAudio: RawDataAudioReceiver {
    private let delegate: DelegateReference<any ZoomVideoSDKVirtualAudioSpeaker>
    private let isolation = IsolationCheck<any ZoomVideoSDKVirtualAudioSpeaker>()

    init(_ delegate: any ZoomVideoSDKVirtualAudioSpeaker) {
        self.delegate = DelegateReference("virtualAudioSpeakerDelegate", delegate)
    }

    func receive(_ block: ReceivedBlock) -> Bool {
        guard let delegate = delegate.target else { return true }
        let data = ZoomVideoSDKAudioRawData(block, start: VideoSDKEngine.shared.startDate)
        let isReached = CallbackCheck.isImplemented(by: delegate) { delegate in
            let receiver: any ZoomVideoSDKVirtualAudioSpeakerReceiver = delegate
            switch block.content {
            case .mixed: receiver.onVirtualSpeakerMixedAudioReceived(data)
            case .share: receiver.onVirtualSpeakerSharedAudioReceived(data)
            case .oneWay(let user):
                receiver.onVirtualSpeakerOneWayAudioReceived(data, user: ZoomVideoSDKUser(id: user))
            }
        }
        if isReached { isolation.check(delegate) { VideoSDKEngine.shared.report($0, isRefusal: false) } }
        return isReached
    }
}
