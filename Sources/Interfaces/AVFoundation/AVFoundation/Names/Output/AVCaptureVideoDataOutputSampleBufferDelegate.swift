/// Gets the sample buffers of an output: the callback of both delegates, so that one object can be both. The member is
/// optional; it has three spellings, and the newest one that is implemented is called.
///
/// The parameters of the older spellings need an exclamation mark: a method with others is never called.
public protocol AVCaptureSampleBufferReceiver: AnyObject {
    /// A new frame, or new audio: Swift 4 and later.
    func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
    /// A new frame, or new audio: Swift 3.
    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didOutputSampleBuffer sampleBuffer: CMSampleBuffer!,
        from connection: AVCaptureConnection!)
    /// A new frame, or new audio: Swift 1 and 2.
    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didOutputSampleBuffer sampleBuffer: CMSampleBuffer!,
        fromConnection connection: AVCaptureConnection!)
}

/// Gets the frames of an output. All members are optional; each has three spellings, and the newest one that is
/// implemented is called.
///
/// The parameters of the older spellings need an exclamation mark: a method with others is never called.
public protocol AVCaptureVideoDataOutputSampleBufferDelegate: AVCaptureSampleBufferReceiver {
    /// A dropped frame, with its time, form and reason, and without an image: Swift 4 and later.
    func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
    /// A dropped frame: Swift 3.
    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didDropSampleBuffer sampleBuffer: CMSampleBuffer!,
        from connection: AVCaptureConnection!)
    /// A dropped frame: Swift 1 and 2.
    func captureOutput(
        _ captureOutput: AVCaptureOutput!, didDropSampleBuffer sampleBuffer: CMSampleBuffer!,
        fromConnection connection: AVCaptureConnection!)
}

extension AVCaptureSampleBufferReceiver {
    /// Calls the older spelling.
    public func captureOutput(
        _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        captureOutput(output, didOutputSampleBuffer: sampleBuffer, from: connection)
    }

    /// Calls the oldest spelling.
    public func captureOutput(
        _ captureOutput: AVCaptureOutput!, didOutputSampleBuffer sampleBuffer: CMSampleBuffer!,
        from connection: AVCaptureConnection!
    ) {
        self.captureOutput(captureOutput, didOutputSampleBuffer: sampleBuffer, fromConnection: connection)
    }

    /// Notes that no method of the client got the buffer.
    public func captureOutput(
        _ captureOutput: AVCaptureOutput!, didOutputSampleBuffer sampleBuffer: CMSampleBuffer!,
        fromConnection connection: AVCaptureConnection!
    ) {
        sampleBuffer?.isUnreached = true
    }
}

extension AVCaptureVideoDataOutputSampleBufferDelegate {
    /// Calls the older spelling.
    public func captureOutput(
        _ output: AVCaptureOutput, didDrop sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
        captureOutput(output, didDropSampleBuffer: sampleBuffer, from: connection)
    }

    /// Calls the oldest spelling.
    public func captureOutput(
        _ captureOutput: AVCaptureOutput!, didDropSampleBuffer sampleBuffer: CMSampleBuffer!,
        from connection: AVCaptureConnection!
    ) {
        self.captureOutput(captureOutput, didDropSampleBuffer: sampleBuffer, fromConnection: connection)
    }

    /// Does nothing: a client need not know about dropped frames.
    public func captureOutput(
        _ captureOutput: AVCaptureOutput!, didDropSampleBuffer sampleBuffer: CMSampleBuffer!,
        fromConnection connection: AVCaptureConnection!
    ) {}
}
