import ZoomVideoSDK

/// The symbols that public clients use, in the forms in which they use them.
final class ClientSymbols: NSObject, ZoomVideoSDKDelegate, ZoomVideoSDKVirtualAudioMic {
    var events: [String] = []
    var sender: ZoomVideoSDKAudioSender?

    func join() {
        let initParams = ZoomVideoSDKInitParams()
        initParams.domain = "zoom.us"
        initParams.enableLog = true
        initParams.audioRawdataMemoryMode = .heap
        initParams.videoRawdataMemoryMode = .heap
        initParams.shareRawdataMemoryMode = .heap
        let sdkInitReturnStatus = ZoomVideoSDK.shareInstance()?.initialize(initParams)
        switch sdkInitReturnStatus {
        case .Errors_Success: events.append("initialized")
        default: events.append("failed")
        }
        ZoomVideoSDK.shareInstance()?.delegate = self
        let sessionContext = ZoomVideoSDKSessionContext()
        sessionContext.token = "token"
        sessionContext.sessionName = "session"
        sessionContext.sessionPassword = ""
        sessionContext.userName = "me"
        let videoOption = ZoomVideoSDKVideoOptions()
        videoOption.localVideoOn = true
        sessionContext.videoOption = videoOption
        let audioOption = ZoomVideoSDKAudioOptions()
        audioOption.connect = true
        audioOption.mute = false
        audioOption.isMyVoiceInMix = true
        sessionContext.audioOption = audioOption
        sessionContext.virtualAudioMicDelegate = self
        sessionContext.virtualAudioSpeakerDelegate = nil
        sessionContext.externalVideoSourceDelegate = nil
        sessionContext.preProcessorDelegate = nil
        if let session = ZoomVideoSDK.shareInstance()?.joinSession(sessionContext) {
            events.append(session.getName() ?? "")
        }
    }

    func use() {
        guard let mySelf = ZoomVideoSDK.shareInstance()?.getSession()?.getMySelf(),
            let remoteUsers = ZoomVideoSDK.shareInstance()?.getSession()?.getRemoteUsers()
        else { return }
        for user in remoteUsers where user != mySelf && user.getID() != mySelf.getID() {
            let isTalking = user.audioStatus()?.talking ?? false
            events.append("\(user.getID() != 0) \(user.getName() ?? "") \(isTalking)")
            events.append(
                "\(user.isHost()) \(user.getName() ?? "") \(user.getVideoCanvas()?.videoStatus()?.on ?? false)")
        }
        if mySelf.audioStatus()?.audioType == ZoomVideoSDKAudioType.none {
            ZoomVideoSDK.shareInstance()?.getAudioHelper()?.startAudio()
        }
        guard let audioHelper = ZoomVideoSDK.shareInstance()?.getAudioHelper() else { return }
        if mySelf.audioStatus()?.isMuted == true {
            audioHelper.unmuteAudio(mySelf)
        } else {
            audioHelper.muteAudio(mySelf)
        }
        audioHelper.subscribe()
        audioHelper.unSubscribe()
        audioHelper.stopAudio()
        _ = ZoomVideoSDK.shareInstance()?.getVideoHelper()
        _ = ZoomVideoSDK.shareInstance()?.getChatHelper()
    }

    func leave() {
        if ZoomVideoSDK.shareInstance()?.isInSession() ?? false {
            ZoomVideoSDK.shareInstance()?.leaveSession(true)
        }
    }

    func onError(_ ErrorType: ZoomVideoSDKError, detail details: Int) { events.append("error") }
    func onSessionJoin() { events.append("join") }
    func onSessionLeave() { events.append("leave") }
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) { events.append("user join") }
    func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) { events.append("user leave") }
    func onUserVideoStatusChanged(_ helper: ZoomVideoSDKVideoHelper?, user: [ZoomVideoSDKUser]?) {
        events.append("video")
    }
    func onUserAudioStatusChanged(_ helper: ZoomVideoSDKAudioHelper?, user: [ZoomVideoSDKUser]?) {
        events.append("audio")
    }
    func onUserActiveAudioChanged(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        events.append("active")
    }
    func onUserHostChanged(_ helper: ZoomVideoSDKUserHelper?, users user: ZoomVideoSDKUser?) { events.append("host") }

    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender) { sender = rawdataSender }
    func onMicStartSend() {
        var data = [CChar](repeating: 0, count: 640)
        if sender?.send(&data, dataLength: UInt(data.count), sampleRate: 32_000) == .Errors_Success {
            events.append("sent")
        }
    }
    func onMicStopSend() { events.append("mic stop") }
    func onMicUninitialized() { sender = nil }
}
