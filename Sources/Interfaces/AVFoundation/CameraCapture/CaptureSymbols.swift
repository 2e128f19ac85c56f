package import StudioCore

extension SymbolTable {
    /// The members of AVFoundation.
    package static let capture = SymbolTable(
        interface: "av-capture",
        types: [
            SymbolOwner(
                "AVCaptureDevice",
                emulated: [
                    "formats", "uniqueID", "localizedName", "position", "hasMediaType(_:)", "lockForConfiguration()",
                    "unlockForConfiguration()", "activeFormat", "activeVideoMinFrameDuration", "default(for:)",
                    "default(_:for:position:)", "authorizationStatus(for:)", "requestAccess(for:completionHandler:)",
                    "requestAccess(for:)",
                ],
                recorded: [
                    "activeVideoMaxFrameDuration"
                ],
                fixed: [
                    "videoZoomFactor",
                    "deviceType",
                ]),
            SymbolOwner(
                "AVCaptureInput",
                emulated: [
                    "ports"
                ]),
            SymbolOwner(
                "AVCaptureDeviceInput",
                emulated: [
                    "device"
                ]),
            SymbolOwner(
                "AVCaptureOutput",
                emulated: [
                    "connections", "connection(with:)",
                ]),
            SymbolOwner(
                "AVCaptureConnection",
                emulated: [
                    "inputPorts", "output", "isEnabled", "isActive", "videoMinFrameDuration",
                    "isVideoRotationAngleSupported(_:)", "videoOrientation", "isVideoMirrored", "videoRotationAngle",
                ],
                recorded: [
                    "automaticallyAdjustsVideoMirroring", "preferredVideoStabilizationMode", "videoScaleAndCropFactor",
                ],
                fixed: [
                    "isVideoOrientationSupported", "isVideoMirroringSupported", "isVideoStabilizationSupported",
                    "activeVideoStabilizationMode", "videoMaxScaleAndCropFactor",
                ]),
            SymbolOwner(
                "AVCaptureSession",
                emulated: [
                    "beginConfiguration()", "commitConfiguration()", "inputs", "outputs", "connections",
                    "canAddInput(_:)", "addInput(_:)", "removeInput(_:)", "canAddOutput(_:)", "addOutput(_:)",
                    "removeOutput(_:)", "sessionPreset", "canSetSessionPreset(_:)", "isRunning", "startRunning()",
                    "stopRunning()", "synchronizationClock", "isInterrupted", "runtimeErrorNotification",
                    "wasInterruptedNotification", "interruptionEndedNotification",
                ],
                recorded: [
                    "usesApplicationAudioSession"
                ]),
            SymbolOwner(
                "AVCaptureVideoDataOutput",
                emulated: [
                    "setSampleBufferDelegate(_:queue:)", "sampleBufferDelegate", "sampleBufferCallbackQueue",
                    "videoSettings", "availableVideoPixelFormatTypes", "availableVideoCVPixelFormatTypes",
                    "alwaysDiscardsLateVideoFrames", "minFrameDuration",
                    "recommendedVideoSettingsForAssetWriter(writingTo:)",
                ],
                recorded: [
                    "automaticallyConfiguresOutputBufferDimensions", "deliversPreviewSizedOutputBuffers",
                ],
                fixed: [
                    "availableVideoCodecTypes"
                ]),
            SymbolOwner(
                "AVCaptureVideoDataOutputSampleBufferDelegate",
                emulated: [
                    "captureOutput(_:didOutput:from:)", "captureOutput(_:didOutputSampleBuffer:from:)",
                    "captureOutput(_:didOutputSampleBuffer:fromConnection:)", "captureOutput(_:didDrop:from:)",
                    "captureOutput(_:didDropSampleBuffer:from:)",
                    "captureOutput(_:didDropSampleBuffer:fromConnection:)",
                ]),
            SymbolOwner(
                "AVCaptureAudioDataOutput",
                emulated: [
                    "setSampleBufferDelegate(_:queue:)", "sampleBufferDelegate", "sampleBufferCallbackQueue",
                    "audioSettings", "recommendedAudioSettingsForAssetWriter(writingTo:)",
                ]),
            SymbolOwner(
                "AVCaptureAudioDataOutputSampleBufferDelegate",
                emulated: [
                    "captureOutput(_:didOutput:from:)", "captureOutput(_:didOutputSampleBuffer:from:)",
                    "captureOutput(_:didOutputSampleBuffer:fromConnection:)",
                ]),
            SymbolOwner(
                "AVCaptureVideoPreviewLayer",
                emulated: [
                    "session", "videoGravity", "frame",
                ],
                fixed: [
                    "connection"
                ]),
            SymbolOwner(
                "AVSampleBufferDisplayLayer",
                emulated: [
                    "enqueue(_:)", "flush()", "flushAndRemoveImage()", "requestMediaDataWhenReady(on:using:)",
                    "stopRequestingMediaData()", "status", "videoGravity", "frame", "bounds",
                ],
                fixed: [
                    "isReadyForMoreMediaData", "error",
                ]),
            SymbolOwner(
                "AVFrameRateRange",
                emulated: [
                    "minFrameRate", "maxFrameRate", "minFrameDuration", "maxFrameDuration",
                ]),
        ])
}
