// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import ContentDiagnosis
import StudioCore
import StudioRuntime
import ZoomVideoRawData

/// Gets the sender in the spelling of the guide. Adopt ``ZoomVideoSDKVirtualAudioMic``.
public protocol ZoomVideoSDKVirtualAudioMicReceiver: AnyObject {
    /// The session was joined; send with this object.
    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender!)
}

/// Gets the sender in the spelling of the header. Adopt ``ZoomVideoSDKVirtualAudioMic``.
public protocol ZoomVideoSDKOptionalVirtualAudioMicReceiver: AnyObject {
    /// The session was joined; send with this object.
    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender?)
}

/// Gets the sender in the plain spelling. Adopt ``ZoomVideoSDKVirtualAudioMic``.
public protocol ZoomVideoSDKPlainVirtualAudioMicReceiver: AnyObject {
    /// The session was joined; send with this object.
    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender)
}

/// Sends audio instead of a microphone. All members are optional; called on the main queue, and with an emulated session on
/// its queue.
public protocol ZoomVideoSDKVirtualAudioMic: ZoomVideoSDKVirtualAudioMicReceiver,
    ZoomVideoSDKOptionalVirtualAudioMicReceiver, ZoomVideoSDKPlainVirtualAudioMicReceiver
{
    /// The microphone is connected and not muted: send from now on.
    func onMicStartSend()
    /// The microphone was muted or disconnected: stop sending.
    func onMicStopSend()
    /// The session was left: the sender has ended.
    func onMicUninitialized()
}

extension ZoomVideoSDKVirtualAudioMic {
    /// Does nothing.
    public func onMicStartSend() {}
    /// Does nothing.
    public func onMicStopSend() {}
    /// Does nothing.
    public func onMicUninitialized() {}
}

extension ZoomVideoSDKVirtualAudioMicReceiver {
    private var next: (any ZoomVideoSDKOptionalVirtualAudioMicReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKVirtualAudioMic).self) ?? self
            as? any ZoomVideoSDKOptionalVirtualAudioMicReceiver
    }

    /// Calls the next spelling.
    public func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender!) {
        next?.onMicInitialize(rawdataSender)
    }
}

extension ZoomVideoSDKOptionalVirtualAudioMicReceiver {
    private var next: (any ZoomVideoSDKPlainVirtualAudioMicReceiver)? {
        CallbackCheck.target(self, (any ZoomVideoSDKVirtualAudioMic).self) ?? self
            as? any ZoomVideoSDKPlainVirtualAudioMicReceiver
    }

    /// Calls the next spelling.
    public func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender?) {
        guard let rawdataSender else { return }
        next?.onMicInitialize(rawdataSender)
    }
}

extension ZoomVideoSDKPlainVirtualAudioMicReceiver {
    /// Does nothing.
    public func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender) { CallbackCheck.missed(self) }
}

/// Sends audio as the local user's microphone. May be used from any thread.
public final class ZoomVideoSDKAudioSender: NSObject, @unchecked Sendable {
    // Safety: the native microphone has a lock.
    private let microphone: RawDataMicrophone
    /// Of what was accepted.
    private let contents: AudioSourceDiagnosis
    private let clock: any StudioClock

    init(_ microphone: RawDataMicrophone, clock: any StudioClock) {
        (self.microphone, self.clock) = (microphone, clock)
        contents = AudioSourceDiagnosis(VideoSDKEngine.shared.process.violations, clock: clock)
        super.init()
    }

    /// Sends signed 16-bit PCM, mono.
    ///
    /// - Parameters:
    ///   - data: the samples.
    ///   - dataLength: bytes, even, at most one second.
    ///   - sampleRate: 8000, 11025, 32000, 44100, 48000, 50000, 50400, 96000, 192000 or 2822400 per second.
    /// - Returns: `Errors_Rawdata_Virtual_Mic_Is_Terminate` after onMicUninitialized, `Errors_Wrong_Usage` before
    ///   onMicStartSend and after onMicStopSend, an error for an invalid argument, or when more is sent than time passes.
    @discardableResult
    public func send(
        _ data: UnsafeMutablePointer<CChar>, dataLength: UInt, sampleRate: UInt
    ) -> ZoomVideoSDKError {
        result { () throws(StudioError) in
            do throws(StudioError) {
                let format = try microphone.send(UnsafeRawPointer(data), byteCount: dataLength, sampleRate: sampleRate)
                let samples = UnsafeRawBufferPointer(start: data, count: Int(dataLength))
                contents.receive(samples, format, at: clock.now)
            } catch {
                if error.rule == .rawDataMicrophonePace {
                    let format = AudioFormat(sampleRate: Int32(sampleRate), channels: 1)
                    contents.refuse(Int(dataLength / 2), format, at: clock.now)
                }
                throw error
            }
        }
    }
}
