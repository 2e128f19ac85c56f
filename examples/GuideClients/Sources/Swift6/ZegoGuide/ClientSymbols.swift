import ZegoExpressEngine

/// The symbols that public clients use, in the forms in which they use them.
final class ClientSymbols: NSObject, ZegoEventHandler {
    var events: Set<String> = []

    func use() {
        NSLog("%@", UUID().uuidString)
        ZegoExpressEngine.createEngine(
            withAppID: 1, appSign: "sign", isTestEnv: true, scenario: .general, eventHandler: self)
        ZegoExpressEngine.destroy {}
        ZegoExpressEngine.destroy(nil)
        let profile = ZegoEngineProfile()
        (profile.appID, profile.appSign, profile.scenario) = (1, "sign", .standardVideoCall)
        let engine = ZegoExpressEngine.createEngine(with: profile, eventHandler: nil)
        engine.setEventHandler(nil)
        ZegoExpressEngine.shared().setEventHandler(self)
        print(ZegoExpressEngine.getVersion())
        let engineConfig = ZegoEngineConfig()
        engineConfig.advancedConfig = ["room_retry_time": "60"]
        ZegoExpressEngine.setEngineConfig(engineConfig)
        engine.callExperimentalAPI("{}")
        let user = ZegoUser()
        user.userID = "me-1"
        user.userName = "Me"
        engine.loginRoom("room", user: user)
        engine.logoutRoom { errorCode, extendedData in print(errorCode, extendedData?.count ?? 0) }
        let config = ZegoRoomConfig()
        config.isUserStatusNotify = true
        engine.loginRoom("room", user: ZegoUser(userID: "me", userName: "Me"), config: config) { errorCode, _ in
            if errorCode == 0 { print("in") }
        }
        engine.enableCamera(true)
        engine.muteMicrophone(false)
        engine.muteSpeaker(false)
        engine.enableHardwareEncoder(false)
        engine.enableHardwareDecoder(false)
        let video = ZegoVideoConfig(preset: .preset540P)
        (video.fps, video.bitrate) = (30, 1500)
        engine.setVideoConfig(video)
        engine.setVideoConfig(ZegoVideoConfig(), channel: .aux)
        engine.setVideoMirrorMode(.noMirror)
        let canvas = ZegoCanvas()
        canvas.view = self
        canvas.viewMode = .aspectFill
        canvas.backgroundColor = 0xFFFFFF
        engine.startPreview()
        engine.startPreview(canvas)
        engine.startPreview(ZegoCanvas(view: self), channel: .aux)
        engine.startPublishingStream("mine")
        engine.startPublishingStream("mine-aux", channel: .aux)
        engine.startPlayingStream("ada")
        engine.startPlayingStream("ada", canvas: canvas)
        let playerConfig = ZegoPlayerConfig()
        playerConfig.roomID = "room"
        engine.startPlayingStream("ada", canvas: canvas, config: playerConfig)
        engine.startPlayingStream("ada", config: playerConfig)
        engine.mutePublishStreamVideo(true)
        engine.mutePublishStreamVideo(false)
        engine.mutePublishStreamAudio(true)
    }

    func stop() {
        let engine = ZegoExpressEngine.shared()
        engine.stopPlayingStream("ada")
        engine.stopPublishingStream()
        engine.stopPublishingStream(.aux)
        engine.stopPreview()
        engine.stopPreview(.aux)
        engine.logoutRoom("room")
    }

    func render() {
        let engine = ZegoExpressEngine.shared()
        let config = ZegoCustomVideoRenderConfig()
        (config.bufferType, config.frameFormatSeries, config.enableEngineRender) = (.rawData, .YUV, false)
        engine.enableCustomVideoRender(true, config: config)
        engine.enableCapturedVideoCustomVideoRender(true, channel: .main)
        engine.enableRemoteVideoCustomVideoRender(true, streamID: "ada")
        engine.setCustomVideoRenderHandler(nil)
        engine.enableCustomVideoRender(false, config: nil)
    }

    func onDebugError(_ errorCode: Int32, funcName: String, info: String) { events.insert("error") }
    func onEngineStateUpdate(_ state: ZegoEngineState) { events.insert("engine") }
    func onRoomStateUpdate(
        _ state: ZegoRoomState, errorCode: Int32, extendedData: [AnyHashable: Any]?, roomID: String
    ) { events.insert("room") }
    func onRoomStateChanged(
        _ reason: ZegoRoomStateChangedReason, errorCode: Int32, extendedData: [AnyHashable: Any], roomID: String
    ) { events.insert("reason") }
    func onRoomStreamUpdate(
        _ updateType: ZegoUpdateType, streamList: [ZegoStream], extendedData: [AnyHashable: Any]?, roomID: String
    ) { events.insert("streams") }
    func onRoomUserUpdate(_ updateType: ZegoUpdateType, userList: [ZegoUser], roomID: String) {
        events.insert("users")
    }
    func onPlayerStateUpdate(
        _ state: ZegoPlayerState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String
    ) { events.insert("player") }
    func onPublisherStateUpdate(
        _ state: ZegoPublisherState, errorCode: Int32, extendedData: [AnyHashable: Any]?, streamID: String
    ) { events.insert("publisher") }
    func onPlayerVideoSizeChanged(_ size: CGSize, streamID: String) { events.insert("played size") }
    func onPublisherVideoSizeChanged(_ size: CGSize, channel: ZegoPublishChannel) { events.insert("captured size") }
}
