// swift-format-ignore-file: NeverUseImplicitlyUnwrappedOptionals

import ZoomVideoSDK

/// Records the video and the audio of all other users of a session.
public final class RecorderBot: NSObject, ZoomVideoSDKDelegate {
    /// Writes to the disk.
    public let writer = DispatchQueue(label: "writer")
    /// Events and audio come from different threads.
    private let lock = NSLock()
    private var recordingsByUser: [Int: Recording] = [:]
    private var recorders: [Int: VideoRecorder] = [:]
    private let makeRecorder: (Recording, DispatchQueue) -> VideoRecorder
    private let start: Date

    /// - Parameters:
    ///   - start: the time of the first sample of the recordings.
    ///   - makeRecorder: creates the recorder of a user.
    public init(
        start: Date, makeRecorder: @escaping (Recording, DispatchQueue) -> VideoRecorder = { VideoRecorder($0, $1) }
    ) {
        (self.start, self.makeRecorder) = (start, makeRecorder)
        super.init()
    }

    /// The recordings by the ID of the user; names are not unique.
    public var recordings: [Int: Recording] { lock.withLock { recordingsByUser } }

    /// Joins the session.
    public func join(_ sessionName: String, token: String) {
        let sdk = ZoomVideoSDK.shareInstance()
        let params = ZoomVideoSDKInitParams()
        params.videoRawdataMemoryMode = .heap
        guard sdk?.initialize(params) == .Errors_Success else { return }
        sdk?.delegate = self
        let context = ZoomVideoSDKSessionContext()
        (context.sessionName, context.token, context.userName) = (sessionName, token, "Recorder")
        let (audio, video) = (ZoomVideoSDKAudioOptions(), ZoomVideoSDKVideoOptions())
        (audio.mute, video.localVideoOn) = (true, false)
        (context.audioOption, context.videoOption) = (audio, video)
        sdk?.joinSession(context)
    }

    /// Unsubscribes, and leaves the session.
    public func leave() {
        let sdk = ZoomVideoSDK.shareInstance()
        for user in sdk?.getSession()?.getRemoteUsers() ?? [] { unsubscribe(user) }
        sdk?.getAudioHelper()?.unSubscribe()
        sdk?.leaveSession(false)
    }

    private func unsubscribe(_ user: ZoomVideoSDKUser) {
        let recorder = lock.withLock { recorders.removeValue(forKey: user.getID()) }
        guard let recorder else { return }
        user.getVideoPipe()?.unSubscribe(with: recorder)
    }

    private func recording(of user: ZoomVideoSDKUser) -> Recording {
        lock.withLock {
            let recording = recordingsByUser[user.getID()] ?? Recording()
            recordingsByUser[user.getID()] = recording
            return recording
        }
    }

    // MARK: Callbacks

    /// Asks for the audio of each user.
    public func onSessionJoin() {
        ZoomVideoSDK.shareInstance()?.getAudioHelper()?.subscribe()
    }

    /// Subscribes to the video of the others.
    public func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) {
        let myself = ZoomVideoSDK.shareInstance()?.getSession()?.getMySelf()
        for user in users ?? [] where user != myself {
            let recorder = makeRecorder(recording(of: user), writer)
            lock.withLock { recorders[user.getID()] = recorder }
            user.getVideoPipe()?.subscribe(with: recorder, resolution: ZoomVideoSDKVideoResolution_360)
        }
    }

    /// Unsubscribes before the recorder is released.
    public func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users: [ZoomVideoSDKUser]?) {
        for user in users ?? [] { unsubscribe(user) }
    }

    /// Records the audio of a user.
    public func onOneWayAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData!, user: ZoomVideoSDKUser!) {
        recording(of: user).place(rawData, since: start)
    }
}

/// Records the video of a user: each frame is written on another queue, after its callback.
public class VideoRecorder: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    private let recording: Recording
    private let writer: DispatchQueue

    /// Creates a recorder.
    public init(_ recording: Recording, _ writer: DispatchQueue) {
        (self.recording, self.writer) = (recording, writer)
        super.init()
    }

    /// Takes a reference, so that the frame lasts until it is written.
    func hold(_ frame: ZoomVideoSDKVideoRawData) -> Bool { frame.canAddRef() && frame.addRef() }

    /// A frame.
    public func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData!) {
        guard let frame = rawData, hold(frame) else { return }
        let (recording, mustRelease) = (recording, isHolding)
        writer.async {
            recording.write(frame)
            if mustRelease { frame.releaseRef() }
        }
    }

    /// Whether frames are held with a reference.
    var isHolding: Bool { true }
}

/// The same with a bug that a fast disk does not show: frames are written after their callback without a reference.
public final class FaultyVideoRecorder: VideoRecorder {
    override func hold(_ frame: ZoomVideoSDKVideoRawData) -> Bool { true }
    override var isHolding: Bool { false }
}
