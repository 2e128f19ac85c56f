import ZoomSDK

/// Shows captions, one text for each line, and who speaks.
final class CaptionClient: NSObject {
    private(set) var lines: [String: String] = [:]
    private(set) var isRunning = false
    private(set) var speakers: [UInt32] = []
    private(set) var activeSpeaker: UInt32 = 0

    func begin() {
        guard let service = ZoomSDK.shared().getMeetingService() else { return }
        service.getMeetingActionController().delegate = self
        let controller = service.getCloseCaptionController()
        controller.delegate = self
        guard controller.getLiveTranscriptionStatus() == ZoomSDK_LiveTranscription_Status_Stop,
            controller.canStartLiveTranscription() == ZoomSDKError_Success
        else { return }
        controller.startLiveTranscription()
    }
}

extension CaptionClient: ZoomSDKCloseCaptionControllerDelegate {
    func onLiveTranscriptionStatus(_ status: ZoomSDKLiveTranscriptionStaus) {
        isRunning = status == ZoomSDK_LiveTranscription_Status_Start
    }

    func onLiveTranscriptionMsgInfoReceived(_ messageInfo: ZoomSDKLiveTranscriptionMessageInfo?) {
        guard let messageInfo, let id = messageInfo.messageID else { return }
        switch messageInfo.messageType {
        case ZoomSDK_LiveTranscription_OperationType_Delete: lines[id] = nil
        default: lines[id] = "\(messageInfo.speakerName ?? ""): \(messageInfo.messageContent ?? "")"
        }
    }
}

extension CaptionClient: ZoomSDKMeetingActionControllerDelegate {
    func onUserActiveAudioChange(_ useridArray: [Any]) {
        speakers = (useridArray as? [NSNumber])?.map(\.uint32Value) ?? []
    }

    func onActiveSpeakerVideoUserChanged(_ userID: UInt32) { activeSpeaker = userID }
}
