import StudioCore
import ZegoCustomRendering

extension ZegoPublishChannel {
    /// The native number.
    var native: Int { Int(rawValue) }
}

// MARK: - Preview, publishing, playing

extension ZegoExpressEngine {
    /// Starts the preview of the main channel, without a canvas.
    public func startPreview() { startPreview(nil, channel: .main) }

    /// Starts the preview of the main channel.
    public func startPreview(_ canvas: ZegoCanvas?) { startPreview(canvas, channel: .main) }

    /// Starts the preview of a channel. Captured frames need it.
    public func startPreview(_ canvas: ZegoCanvas?, channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.startPreview(channel: channel.native) }
    }

    /// Stops the preview of the main channel.
    public func stopPreview() { stopPreview(.main) }

    /// Stops the preview of a channel. No captured frame follows.
    public func stopPreview(_ channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.stopPreview(channel: channel.native) }
    }

    /// Publishes the main channel; it publishes one stream at a time.
    public func startPublishingStream(_ streamID: String) { startPublishingStream(streamID, channel: .main) }

    /// Publishes a channel; it publishes one stream at a time.
    public func startPublishingStream(_ streamID: String, channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.startPublishing(streamID, channel: channel.native) }
    }

    /// The guide's spelling of ``startPublishingStream(_:)``.
    public func startPublishing(_ streamID: String) { startPublishingStream(streamID, channel: .main) }

    /// Stops publishing the main channel.
    public func stopPublishingStream() { stopPublishingStream(.main) }

    /// Stops publishing a channel.
    public func stopPublishingStream(_ channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.stopPublishing(channel: channel.native) }
    }

    /// Switches the video of the main channel's stream; the preview continues.
    public func mutePublishStreamVideo(_ mute: Bool) { mutePublishStreamVideo(mute, channel: .main) }

    /// Switches the video of a channel's stream; the preview continues.
    public func mutePublishStreamVideo(_ mute: Bool, channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.setMuted(mute, channel: channel.native) }
    }

    /// Plays a stream without a canvas.
    public func startPlayingStream(_ streamID: String) { startPlayingStream(streamID, canvas: nil) }

    /// Plays a stream. Its frames begin when somebody publishes it.
    public func startPlayingStream(_ streamID: String, canvas: ZegoCanvas?) {
        perform { () throws(StudioError) in try native.startPlaying(streamID) }
    }

    /// Plays a stream, like the form without a config.
    public func startPlayingStream(_ streamID: String, config: ZegoPlayerConfig) {
        startPlayingStream(streamID, canvas: nil)
    }

    /// Plays a stream, like the form without a config.
    public func startPlayingStream(_ streamID: String, canvas: ZegoCanvas?, config: ZegoPlayerConfig) {
        startPlayingStream(streamID, canvas: canvas)
    }

    /// Stops playing a stream. No frame of it follows.
    public func stopPlayingStream(_ streamID: String) {
        perform { () throws(StudioError) in try native.stopPlaying(streamID) }
    }
}

// MARK: - Cameras

extension ZegoExpressEngine {
    /// Sets sizes and rate of the main channel. A running camera keeps its capture size.
    public func setVideoConfig(_ videoConfig: ZegoVideoConfig) { setVideoConfig(videoConfig, channel: .main) }

    /// Sets sizes and rate of a channel. A running camera keeps its capture size; the encoded size and the rate change.
    public func setVideoConfig(_ videoConfig: ZegoVideoConfig, channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.setSettings(videoConfig.native, channel: channel.native) }
    }

    /// Sets what traffic control of the main channel reduces.
    public func enableTrafficControl(_ enable: Bool, property: ZegoTrafficControlProperty) {
        enableTrafficControl(enable, property: property, channel: .main)
    }

    /// Sets what traffic control of a channel reduces when the uplink carries less than the stream (ZG-VIDEO-005); tests limit it
    /// with ``EmulatedRoom/limitUplink(to:)``.
    public func enableTrafficControl(
        _ enable: Bool, property: ZegoTrafficControlProperty, channel: ZegoPublishChannel
    ) {
        perform { () throws(StudioError) in
            try native.setTrafficControl(enable ? property.native : [], channel: channel.native)
        }
    }

    /// Sets the mirroring of the main channel.
    public func setVideoMirrorMode(_ mirrorMode: ZegoVideoMirrorMode) { setVideoMirrorMode(mirrorMode, channel: .main) }

    /// Sets the mirroring of a channel.
    public func setVideoMirrorMode(_ mirrorMode: ZegoVideoMirrorMode, channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.setMirrorMode(mirrorMode.native, channel: channel.native) }
    }

    /// Chooses the camera of the main channel; the front one by default.
    public func useFrontCamera(_ enable: Bool) { useFrontCamera(enable, channel: .main) }

    /// Chooses the camera of a channel; the front one by default.
    public func useFrontCamera(_ enable: Bool, channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.useFrontCamera(enable, channel: channel.native) }
    }

    /// Switches the camera of the main channel.
    public func enableCamera(_ enable: Bool) { enableCamera(enable, channel: .main) }

    /// Switches the camera of a channel.
    public func enableCamera(_ enable: Bool, channel: ZegoPublishChannel) {
        perform { () throws(StudioError) in try native.setCamera(enable, channel: channel.native) }
    }

    /// Whether streams that are played from now on are decoded by hardware: raw YUV frames of them are NV12.
    public func enableHardwareDecoder(_ enable: Bool) {
        perform { () throws(StudioError) in try native.setHardwareDecoding(enable) }
    }
}

extension ZegoVideoConfig {
    /// Sizes that are not whole numbers count as odd.
    fileprivate var native: CaptureSettings {
        CaptureSettings(
            width: captureResolution.wholeWidth, height: captureResolution.wholeHeight, framesPerSecond: Int(fps),
            encodedWidth: encodeResolution.wholeWidth, encodedHeight: encodeResolution.wholeHeight)
    }
}

extension CGSize {
    fileprivate var wholeWidth: Int { Int(exactly: Double(width)) ?? -1 }
    fileprivate var wholeHeight: Int { Int(exactly: Double(height)) ?? -1 }
}

extension ZegoVideoMirrorMode {
    fileprivate var native: MirrorMode {
        switch self {
        case .onlyPreviewMirror: .previewOnly
        case .bothMirror: .both
        case .noMirror: .none
        case .onlyPublishMirror: .publishedOnly
        }
    }
}
