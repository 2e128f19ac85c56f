import ZoomVideoSDK

/// Records the video and the audio of all other users of a session. Events come on the main queue, media on others.
final class Recorder: NSObject, ZoomVideoSDKDelegate {
    private let writer = DispatchQueue(label: "writer")
    private var sinks: [Int: FrameSink] = [:]
    private var frames = 0
    private let audio = AudioCounter()
    private var isLeaving = false

    func begin(seconds: Double) {
        let params = ZoomVideoSDKInitParams()
        params.domain = "zoom.us"
        params.videoRawdataMemoryMode = .heap
        let sdk = ZoomVideoSDK.shareInstance()
        guard sdk?.initialize(params) == .Errors_Success else { return quit("init failed") }
        sdk?.delegate = self
        let context = ZoomVideoSDKSessionContext()
        (context.sessionName, context.token, context.userName) = ("show", "token", "Recorder")
        let (audio, video) = (ZoomVideoSDKAudioOptions(), ZoomVideoSDKVideoOptions())
        (audio.connect, audio.mute, video.localVideoOn) = (true, true, false)
        (context.audioOption, context.videoOption) = (audio, video)
        guard sdk?.joinSession(context) != nil else { return quit("joining was rejected") }
        DispatchQueue.main.asyncAfter(deadline: .now() + seconds) { [self] in leave() }
    }

    private func leave() {
        guard !isLeaving else { return }
        isLeaving = true
        let sdk = ZoomVideoSDK.shareInstance()
        guard let session = sdk?.getSession() else { return quit("no session") }
        for user in session.getRemoteUsers() ?? [] { unsubscribe(user) }
        if sdk?.isInSession() == true { sdk?.getAudioHelper()?.unSubscribe() }
        writer.sync {}
        guard sdk?.leaveSession(false) == .Errors_Success else { return quit("leaving was rejected") }
        DispatchQueue.main.asyncAfter(deadline: .now() + 2) { [self] in quit("the session does not end") }
    }

    private func unsubscribe(_ user: ZoomVideoSDKUser) {
        guard let sink = sinks.removeValue(forKey: user.getID()) else { return }
        user.getVideoPipe()?.unSubscribe(with: sink)
        frames += sink.frames
    }

    private func quit(_ reason: String) {
        writer.sync {}
        let total = frames + sinks.values.map(\.frames).reduce(0, +)
        print("\(reason); \(total) frames, \(audio.blocks) audio blocks")
        DispatchQueue.main.async { exit(0) }
    }

    // MARK: Events

    func onSessionJoin() {
        ZoomVideoSDK.shareInstance()?.getAudioHelper()?.subscribe()
    }

    func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        let myself = ZoomVideoSDK.shareInstance()?.getSession()?.getMySelf()
        for user in userArray ?? [] where user != myself && sinks[user.getID()] == nil {
            let sink = FrameSink(writer)
            guard user.getVideoPipe()?.subscribe(with: sink, resolution: ._360) == .Errors_Success else { continue }
            sinks[user.getID()] = sink
        }
    }

    func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        for user in userArray ?? [] { unsubscribe(user) }
    }

    func onSessionLeave(_ reason: ZoomVideoSDKSessionLeaveReason) {
        isLeaving = true
        quit("the session was left: \(reason)")
    }

    // MARK: Audio

    func onMixedAudioRawDataReceived(_ rawData: ZoomVideoSDKAudioRawData?) {
        guard let rawData, let buffer = rawData.buffer else { return }
        audio.add(Data(bytes: buffer, count: rawData.bufferLen))
    }
}

/// Counts audio, which comes on a thread of the SDK.
final class AudioCounter {
    private let lock = NSLock()
    private var count = 0

    var blocks: Int { lock.withLock { count } }

    func add(_ block: Data) {
        lock.withLock { count += block.isEmpty ? 0 : 1 }
    }
}

/// Writes the frames of a user, each after its callback.
final class FrameSink: NSObject, ZoomVideoSDKRawDataPipeDelegate {
    private let writer: DispatchQueue
    private let lock = NSLock()
    private var count = 0
    private var checksum = 0

    init(_ writer: DispatchQueue) {
        self.writer = writer
    }

    var frames: Int { lock.withLock { count } }

    func onRawDataFrameReceived(_ rawData: ZoomVideoSDKVideoRawData?) {
        guard let frame = rawData, frame.canAddRef(), frame.addRef() else { return }
        writer.async { [self] in
            write(frame)
            frame.releaseRef()
        }
    }

    private func write(_ frame: ZoomVideoSDKVideoRawData) {
        guard let luma = frame.yBuffer else { return }
        let (width, height) = (Int(frame.size.width), Int(frame.size.height))
        lock.withLock {
            count += 1
            for y in stride(from: 0, to: height, by: 8) { checksum &+= Int(luma[y * width]) }
        }
    }
}
