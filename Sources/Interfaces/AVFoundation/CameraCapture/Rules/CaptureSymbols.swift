package import StudioCore

extension SymbolTable {
    /// The members of AVFoundation.
    package static let capture = SymbolTable(
        interface: "av-capture",
        text: """
            AVCaptureDevice emulated formats uniqueID localizedName position hasMediaType(_:) lockForConfiguration() \
            unlockForConfiguration() activeFormat activeVideoMinFrameDuration default(for:) default(_:for:position:) \
            authorizationStatus(for:) requestAccess(for:completionHandler:) requestAccess(for:)
            AVCaptureDevice recorded activeVideoMaxFrameDuration
            AVCaptureDevice fixed videoZoomFactor deviceType
            AVCaptureInput emulated ports
            AVCaptureDeviceInput emulated device
            AVCaptureOutput emulated connections connection(with:)
            AVCaptureConnection emulated inputPorts output isEnabled isActive videoMinFrameDuration \
            isVideoRotationAngleSupported(_:) videoOrientation isVideoMirrored videoRotationAngle
            AVCaptureConnection recorded automaticallyAdjustsVideoMirroring preferredVideoStabilizationMode \
            videoScaleAndCropFactor
            AVCaptureConnection fixed isVideoOrientationSupported isVideoMirroringSupported \
            isVideoStabilizationSupported activeVideoStabilizationMode videoMaxScaleAndCropFactor
            AVCaptureSession emulated beginConfiguration() commitConfiguration() inputs outputs connections \
            canAddInput(_:) addInput(_:) removeInput(_:) canAddOutput(_:) addOutput(_:) removeOutput(_:) sessionPreset \
            canSetSessionPreset(_:) isRunning startRunning() stopRunning() synchronizationClock isInterrupted \
            runtimeErrorNotification wasInterruptedNotification interruptionEndedNotification
            AVCaptureSession recorded usesApplicationAudioSession
            AVCaptureVideoDataOutput emulated setSampleBufferDelegate(_:queue:) sampleBufferDelegate \
            sampleBufferCallbackQueue videoSettings availableVideoPixelFormatTypes availableVideoCVPixelFormatTypes \
            alwaysDiscardsLateVideoFrames minFrameDuration recommendedVideoSettingsForAssetWriter(writingTo:)
            AVCaptureVideoDataOutput recorded automaticallyConfiguresOutputBufferDimensions \
            deliversPreviewSizedOutputBuffers
            AVCaptureVideoDataOutput fixed availableVideoCodecTypes
            AVCaptureVideoDataOutputSampleBufferDelegate emulated captureOutput(_:didOutput:from:) \
            captureOutput(_:didOutputSampleBuffer:from:) captureOutput(_:didOutputSampleBuffer:fromConnection:) \
            captureOutput(_:didDrop:from:) captureOutput(_:didDropSampleBuffer:from:) \
            captureOutput(_:didDropSampleBuffer:fromConnection:)
            AVCaptureAudioDataOutput emulated setSampleBufferDelegate(_:queue:) sampleBufferDelegate \
            sampleBufferCallbackQueue audioSettings recommendedAudioSettingsForAssetWriter(writingTo:)
            AVCaptureAudioDataOutputSampleBufferDelegate emulated captureOutput(_:didOutput:from:) \
            captureOutput(_:didOutputSampleBuffer:from:) captureOutput(_:didOutputSampleBuffer:fromConnection:)
            AVCaptureVideoPreviewLayer emulated session videoGravity frame
            AVCaptureVideoPreviewLayer fixed connection
            AVSampleBufferDisplayLayer emulated enqueue(_:) flush() flushAndRemoveImage() \
            requestMediaDataWhenReady(on:using:) stopRequestingMediaData() status videoGravity frame bounds
            AVSampleBufferDisplayLayer fixed isReadyForMoreMediaData error
            AVFrameRateRange emulated minFrameRate maxFrameRate minFrameDuration maxFrameDuration
            """)
}
