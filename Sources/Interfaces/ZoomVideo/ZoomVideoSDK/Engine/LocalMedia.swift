import FacadeEnvironment
import FacadeSupport
import MediaInputs
import StudioCore
import StudioMeeting
import StudioRuntime
import ZoomVideoRawData

/// The camera and the microphone of the local user.
final class LocalMedia: Sendable {
    private let meeting: Meeting
    private let camera: EmulatedVideo?
    private let seed: UInt64
    private let voice: Tone?
    private let preProcessor: PreProcessorReference?
    private let feeds = TrackFeeds()

    private static let cameraTrack = TrackID(participant: .none, kind: .camera)
    private static let microphoneTrack = TrackID(participant: .none, kind: .microphone)

    /// - Parameters:
    ///   - camera: `nil` without a camera.
    ///   - seed: that of the camera.
    ///   - voice: what the microphone picks up; `nil` for nothing.
    ///   - preProcessor: edits the frames of the camera.
    init(
        in meeting: Meeting, camera: EmulatedVideo?, seed: UInt64, voice: Tone?, _ preProcessor: PreProcessorReference?
    ) {
        (self.meeting, self.camera, self.seed, self.voice) = (meeting, camera, seed, voice)
        self.preProcessor = preProcessor
    }

    var hasCamera: Bool { camera != nil }
    var size: TrackControls.Size { camera?.size ?? ParticipantSource.defaultSize }

    func setCamera(isOn: Bool) throws(StudioError) {
        guard let camera else {
            guard isOn else { return }
            throw StudioError(.rawDataCamera, "there is no camera", hint: "set the camera of the EmulatedSession")
        }
        guard isOn != feeds.has(Self.cameraTrack) else { return }
        do {
            let feed = isOn ? try feed(of: camera) : nil
            feeds.set(feed, Self.cameraTrack)
        } catch {
            throw StudioError(.rawDataCamera, "the camera cannot be opened: \(error)", hint: "end other threads")
        }
    }

    private func feed(of camera: EmulatedVideo) throws -> any TrackFeed {
        let source = try camera.source(seed: seed)
        guard let preProcessor else { return try ParticipantFeed(source, ofLocalUserIn: meeting) }
        return try ProcessedCamera(source, preProcessor, in: meeting)
    }

    func setMicrophone(isOn: Bool) {
        guard let voice else { return }
        let feed = isOn ? ToneFeed(voice, to: meeting.localTracks.microphone, clock: meeting.clock) : nil
        feeds.set(feed, Self.microphoneTrack)
    }

    /// Ends both for good.
    func stop() { feeds.end() }
}

/// A client that sends audio instead of the microphone. Used on the callback queue.
final class VirtualMicrophone: Sendable {
    private let native: RawDataMicrophone
    private let sender: ZoomVideoSDKAudioSender
    private let delegate: DelegateReference<any ZoomVideoSDKVirtualAudioMic>

    /// - Parameter failsFirstSend: whether the first call fails, and sending is stopped and started again.
    init(_ delegate: any ZoomVideoSDKVirtualAudioMic, in meeting: Meeting, failsFirstSend: Bool) {
        let failure = Lock<(@Sendable () -> Void)?>(nil)
        native = RawDataMicrophone(
            in: meeting, failsFirstSend: failsFirstSend, onFirstFailure: { failure.exchange(nil)?() },
            report: { VideoSDKEngine.shared.report($0, isRefusal: $1) })
        sender = ZoomVideoSDKAudioSender(native, clock: meeting.clock)
        self.delegate = DelegateReference("virtualAudioMicDelegate", delegate)
        guard failsFirstSend else { return }
        failure.set { [weak self, weak meeting] in
            guard let self, let meeting else { return }
            meeting.callbackQueue.enqueue { [self] in restart() }
        }
    }

    /// Stops and starts, unless the client's audio was switched off meanwhile.
    private func restart() {
        guard native.stop() else { return }
        notifyStop()
        native.expectCall()
        setOn(true)
    }

    func begin(isOn: Bool) {
        if let delegate = delegate.target {
            CallbackCheck.isImplemented(by: delegate) {
                let receiver: any ZoomVideoSDKVirtualAudioMicReceiver = $0
                receiver.onMicInitialize(sender)
            }
        }
        setOn(isOn)
    }

    func setOn(_ isOn: Bool) {
        if isOn, native.start() { delegate.target?.onMicStartSend() }
        if !isOn, native.stop() { notifyStop() }
    }

    private func notifyStop() {
        delegate.target?.onMicStopSend()
        native.stopped()
    }

    func finish() {
        setOn(false)
        native.finish()
        delegate.target?.onMicUninitialized()
    }
}
