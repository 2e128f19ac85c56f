public import CoreMedia
import FacadeSupport
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

    /// Switches custom capture of the main channel: the client's frames are published instead of those of the camera.
    public func enableCustomVideoCapture(_ enable: Bool, config: ZegoCustomVideoCaptureConfig?) {
        enableCustomVideoCapture(enable, config: config, channel: .main)
    }

    /// Switches custom capture of a channel: the client's frames are published instead of those of the camera.
    public func enableCustomVideoCapture(
        _ enable: Bool, config: ZegoCustomVideoCaptureConfig?, channel: ZegoPublishChannel
    ) {
        let type = config?.native ?? .pixelBuffer
        perform { () throws(StudioError) in try native.setCustomCapture(enable, type, channel: channel.native) }
    }
}

extension ZegoExpressEngine {
    /// Sets what is told when frames of custom capture are wanted; `nil` removes it. It is not retained.
    public func setCustomVideoCaptureHandler(_ handler: (any ZegoCustomVideoCaptureHandler)?) {
        perform { () throws(StudioError) in
            try native.requireEngine()
            events.captureHandler.object = handler
        }
    }

    /// Sends a frame of custom capture of the main channel.
    public func sendCustomVideoCapturePixelBuffer(_ buffer: CVPixelBuffer, timestamp: CMTime) {
        sendCustomVideoCapturePixelBuffer(buffer, timestamp: timestamp, channel: .main)
    }

    /// Sends a frame of custom capture: it is what others render. It is published in the encoded size of `setVideoConfig`, or in
    /// its own without a call. It is copied, and may be used again when the call returns.
    ///
    /// - Parameters:
    ///   - buffer: 32BGRA, 32ARGB, 420v, 420f, y420 or f420, of an even size.
    ///   - timestamp: ignored. The time is that of the call.
    ///   - channel: a channel with custom capture that is previewed or published.
    public func sendCustomVideoCapturePixelBuffer(
        _ buffer: CVPixelBuffer, timestamp: CMTime, channel: ZegoPublishChannel
    ) {
        perform { () throws(StudioError) in
            let (layout, range) = try buffer.captured
            try native.sendCaptured(layout, range, channel: channel.native) { buffer.copy(to: $0, layout) }
        }
    }

    /// Sends an encoded frame of custom capture of the main channel.
    public func sendCustomVideoCaptureEncodedData(
        _ data: Data, params: ZegoVideoEncodedFrameParam, timestamp: CMTime
    ) {
        sendCustomVideoCaptureEncodedData(data, params: params, timestamp: timestamp, channel: .main)
    }

    /// Sends an encoded frame of custom capture: it is decoded, and is what others render, in its own size and not mirrored. It
    /// is copied, and may be used again when the call returns.
    ///
    /// - Parameters:
    ///   - data: one access unit. Each key frame begins with its parameter sets; there are no B-frames.
    ///   - params: the format, and what the encoder says about the frame.
    ///   - timestamp: ignored. The time is that of the call.
    ///   - channel: a channel with custom capture of encoded data that is previewed or published.
    public func sendCustomVideoCaptureEncodedData(
        _ data: Data, params: ZegoVideoEncodedFrameParam, timestamp: CMTime, channel: ZegoPublishChannel
    ) {
        let form = params.native
        perform { () throws(StudioError) in
            try native.sendEncoded([UInt8](data), form, channel: channel.native)
        }
    }
}

// MARK: - Calls without an effect

extension ZegoExpressEngine {
    private func record(_ call: String, _ argument: Bool) {
        ZegoEngine.shared.process.calls.record(call, ["\(argument)"])
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
        ZegoEngine.shared.process.calls.record("callExperimentalAPI(_:)", [params])
        perform { () throws(StudioError) in try native.requireEngine() }
        return "{}"
    }

    /// Recorded.
    public func enableHardwareEncoder(_ enable: Bool) { record(#function, enable) }
}
