import CameraCapture
public import StudioCore
import StudioRuntime

/// Delivers the audio of the microphone to a delegate.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback; a running callback
/// finishes, and none of the previous delegate follows. Audio waits while a callback runs.
open class AVCaptureAudioDataOutput: AVCaptureOutput, @unchecked Sendable {
    // Safety: the state has a lock; the native output has one of its own.
    private struct State: @unchecked Sendable {
        // Safety: accessed under the lock; the client's settings are values.
        var settings: [String: Any]?
        var observer: AudioSampleObserver?
        var queue: DispatchQueue?
    }

    let audio: CaptureAudioOutput
    private let state = Lock(State())

    /// Creates an output. Audio has the form of the microphone until `audioSettings` is set.
    public init() {
        audio = CaptureAudioOutput()
        super.init(audio)
    }

    deinit {
        CaptureEngine.shared.perform { [audio] () throws(StudioError) in try audio.setObserver(nil, on: nil) }
    }

    // MARK: Delegate

    /// Sets the delegate, which is not retained, and the serial queue of its calls. A concurrent queue is reported; calls do
    /// not overlap on it, either. A `nil` delegate ends the calls at once.
    ///
    /// A delegate without a queue ends the program, as an exception does on the vendor's systems; see
    /// ``trySetSampleBufferDelegate(_:queue:)``.
    public func setSampleBufferDelegate(
        _ sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?,
        queue sampleBufferCallbackQueue: DispatchQueue?
    ) {
        CaptureEngine.shared.perform { () throws(StudioError) in
            try set(sampleBufferDelegate, sampleBufferCallbackQueue)
        }
    }

    /// As ``setSampleBufferDelegate(_:queue:)``, for tests. Not part of the vendor's framework.
    ///
    /// - Throws: an error for a delegate without a queue.
    public func trySetSampleBufferDelegate(
        _ delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?, queue: DispatchQueue?
    ) throws(StudioError) {
        try set(delegate, queue)
    }

    private func set(
        _ delegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)?, _ queue: DispatchQueue?
    ) throws(StudioError) {
        let observer = delegate.map { AudioSampleObserver($0, of: self) }
        try audio.setObserver(observer, on: queue)
        let before = state.withLock { state in
            defer { (state.observer, state.queue) = (observer, delegate == nil ? nil : queue) }
            return (state.observer, state.queue)
        }
        withExtendedLifetime(before) {}
    }

    /// The delegate; `nil` when it is gone.
    public var sampleBufferDelegate: (any AVCaptureAudioDataOutputSampleBufferDelegate)? {
        state.withLock { $0.observer }?.object
    }

    /// The queue of the delegate's calls.
    public var sampleBufferCallbackQueue: DispatchQueue? { state.withLock { $0.queue } }

    // MARK: Settings

    // swift-format-ignore: NeverUseImplicitlyUnwrappedOptionals
    /// The form of the audio: linear PCM; `nil` or an empty dictionary for the form of the microphone. Applies to the next
    /// buffer. Other settings end the program.
    public var audioSettings: [String: Any]! {
        get { state.withLock { $0.settings } }
        set {
            CaptureEngine.shared.perform { () throws(StudioError) in
                let settings = newValue ?? [:]
                let device = connection(with: .audio)?.inputPorts.first?.input.native.device.microphone
                let form = settings.isEmpty ? nil : try CaptureAudioForm(settings, device?.format)
                state.withLock { $0.settings = settings.isEmpty ? nil : settings }
                audio.setForm(form)
            }
        }
    }

    /// What a writer of a file would be given: AAC at the rate and with the channels of the microphone; `nil` without one.
    public func recommendedAudioSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        let form = connection(with: .audio)?.inputPorts.first?.formatDescription
        guard let stream = form?.audioStreamBasicDescription else { return nil }
        let channels = Int(stream.mChannelsPerFrame)
        return [
            AVFormatIDKey: kAudioFormatMPEG4AAC, AVSampleRateKey: stream.mSampleRate, AVNumberOfChannelsKey: channels,
            AVEncoderBitRateKey: 64_000 * channels,
        ]
    }
}

/// Gets the audio of an output. The member is optional; its three spellings are those of
/// ``AVCaptureVideoDataOutputSampleBufferDelegate``, so that one delegate gets the buffers of both outputs.
public protocol AVCaptureAudioDataOutputSampleBufferDelegate: AVCaptureSampleBufferReceiver {}
