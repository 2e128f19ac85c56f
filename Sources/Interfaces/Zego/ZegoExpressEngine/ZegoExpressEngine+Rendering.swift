import StudioCore
import ZegoCustomRendering

// MARK: - Custom rendering and capture

extension ZegoExpressEngine {
    /// Switches custom rendering. Allowed while nothing is previewed, published or played.
    ///
    /// - Parameters:
    ///   - enable: whether frames are delivered to the handler.
    ///   - config: what is delivered; needed to enable.
    public func enableCustomVideoRender(_ enable: Bool, config: ZegoCustomVideoRenderConfig?) {
        let config = config?.native
        perform { () throws(StudioError) in
            if enable { try native.enable(config) } else { try native.disable() }
        }
    }

    /// Sets what gets the frames, from the next one on; `nil` removes it. It is not retained.
    public func setCustomVideoRenderHandler(_ handler: (any ZegoCustomVideoRenderHandler)?) {
        let observer = handler.map { RenderHandler($0) }
        perform { () throws(StudioError) in try native.setObserver(observer) }
    }

    /// Switches the captured frames of a channel; on by default. Allowed at any time.
    public func enableCapturedVideoCustomVideoRender(_ enable: Bool, channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.setRendered(enable, .captured(channel: channel.native)) }
    }

    /// Switches the frames of a played stream; on by default. Allowed at any time.
    public func enableRemoteVideoCustomVideoRender(_ enable: Bool, streamID: String) {
        perform { () throws(StudioError) in try native.setRendered(enable, .remote(stream: streamID)) }
    }

    /// Switches custom capture of the main channel. Its camera captures nothing then, and nothing else is published.
    public func enableCustomVideoCapture(_ enable: Bool, config: ZegoCustomVideoCaptureConfig?) {
        enableCustomVideoCapture(enable, config: config, channel: .main)
    }

    /// Switches custom capture of a channel. Its camera captures nothing then, and nothing else is published.
    public func enableCustomVideoCapture(
        _ enable: Bool, config: ZegoCustomVideoCaptureConfig?, channel: ZegoPublishChannel
    ) {
        perform { () throws(StudioError) in try native.setCustomCapture(enable, channel: channel.native) }
    }
}

// MARK: - Calls without an effect

extension ZegoExpressEngine {
    private func record(_ call: String, _ argument: Bool) {
        ZegoCore.shared.process.calls.record(call, ["\(argument)"])
        perform(call) { () throws(StudioError) in try native.requireEngine() }
    }

    /// Recorded.
    public func muteMicrophone(_ mute: Bool) { record(#function, mute) }

    /// Recorded.
    public func muteSpeaker(_ mute: Bool) { record(#function, mute) }

    /// Recorded: there is no audio.
    public func mutePublishStreamAudio(_ mute: Bool) { record(#function, mute) }

    /// Recorded: there is no audio.
    public func mutePublishStreamAudio(_ mute: Bool, channel: ZegoPublishChannel) { record(#function, mute) }

    /// Recorded.
    ///
    /// - Returns: an empty object.
    @discardableResult
    public func callExperimentalAPI(_ params: String) -> String {
        ZegoCore.shared.process.calls.record("callExperimentalAPI(_:)", [params])
        perform { () throws(StudioError) in try native.requireEngine() }
        return "{}"
    }

    /// Recorded.
    public func enableHardwareEncoder(_ enable: Bool) { record(#function, enable) }
}
