import ZoomVideoSDK

/// Takes part in a session: sends a tone, and gets the video of the others.
final class Caller: NSObject {
    private static let sampleRate = 48_000
    /// 20 ms.
    private static let blockSamples = sampleRate / 50

    private var sender: ZoomVideoSDKAudioSender?
    private var producer: Task<Void, Never>?
    private var watchers: [Int: Watcher] = [:]
    private var pastFrames = 0
    private var hasEnded = false
    private var waiter: CheckedContinuation<Void, Never>?
    private var waits = 0
    private var tone = (0..<blockSamples).map { Int16(8000 * sin(Double($0) * 2 * .pi * 450 / Double(sampleRate))) }
    private(set) var sentBlocks = 0

    var receivedFrames: Int { pastFrames + watchers.values.map(\.frames).reduce(0, +) }

    func join() -> Bool {
        let params = ZoomVideoSDKInitParams()
        params.domain = "zoom.us"
        let sdk = ZoomVideoSDK.shareInstance()
        guard sdk?.initialize(params) == .Errors_Success else { return false }
        sdk?.delegate = self
        let context = ZoomVideoSDKSessionContext()
        (context.sessionName, context.token, context.userName) = ("show", "token", "Caller")
        let (audio, video) = (ZoomVideoSDKAudioOptions(), ZoomVideoSDKVideoOptions())
        (audio.connect, audio.mute, video.localVideoOn) = (true, false, true)
        (context.audioOption, context.videoOption) = (audio, video)
        context.virtualAudioMicDelegate = self
        return sdk?.joinSession(context) != nil
    }

    /// - Returns: whether the end of the session follows.
    func leave() -> Bool {
        stopSending()
        for user in ZoomVideoSDK.shareInstance()?.getSession()?.getRemoteUsers() ?? [] { unsubscribe(user) }
        return ZoomVideoSDK.shareInstance()?.leaveSession(false) == .Errors_Success
    }

    /// - Returns: whether the session has ended.
    func waitForEnd(within limit: Duration) async -> Bool {
        if hasEnded { return true }
        waits += 1
        let number = waits
        let timer = Task {
            try await Task.sleep(for: limit)
            if waits == number { wake() }
        }
        await withCheckedContinuation { waiter = $0 }
        timer.cancel()
        return hasEnded
    }

    private func wake() {
        waiter?.resume()
        waiter = nil
    }

    private func unsubscribe(_ user: ZoomVideoSDKUser) {
        guard let watcher = watchers.removeValue(forKey: user.getID()) else { return }
        user.getVideoPipe()?.unSubscribe(with: watcher)
        pastFrames += watcher.frames
    }

    // MARK: The microphone

    private func startSending() {
        producer?.cancel()
        producer = Task { await produce() }
    }

    private func stopSending() {
        producer?.cancel()
        producer = nil
    }

    /// Sends each block when it is due; late blocks follow at once.
    private func produce() async {
        let beginning = ContinuousClock.now
        var number = 0
        while !Task.isCancelled {
            send()
            number += 1
            try? await Task.sleep(
                until: beginning + .milliseconds(20 * number), tolerance: .milliseconds(1), clock: .continuous)
        }
    }

    private func send() {
        let error = tone.withUnsafeMutableBytes { bytes -> ZoomVideoSDKError? in
            guard let data = bytes.bindMemory(to: CChar.self).baseAddress else { return nil }
            return sender?.send(data, dataLength: UInt(bytes.count), sampleRate: UInt(Self.sampleRate))
        }
        if error == .Errors_Success { sentBlocks += 1 }
    }
}

extension Caller: ZoomVideoSDKVirtualAudioMic {
    func onMicInitialize(_ rawdataSender: ZoomVideoSDKAudioSender?) { sender = rawdataSender }
    func onMicStartSend() { startSending() }
    func onMicStopSend() { stopSending() }

    func onMicUninitialized() {
        stopSending()
        sender = nil
    }
}

extension Caller: ZoomVideoSDKDelegate {
    func onUserJoin(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        let myself = ZoomVideoSDK.shareInstance()?.getSession()?.getMySelf()
        for user in userArray ?? [] where user != myself && watchers[user.getID()] == nil {
            let watcher = Watcher()
            guard user.getVideoPipe()?.subscribe(with: watcher, resolution: ._180) == .Errors_Success else { continue }
            watchers[user.getID()] = watcher
        }
    }

    func onUserLeave(_ helper: ZoomVideoSDKUserHelper?, users userArray: [ZoomVideoSDKUser]?) {
        for user in userArray ?? [] { unsubscribe(user) }
    }

    func onSessionLeave(_ reason: ZoomVideoSDKSessionLeaveReason) {
        hasEnded = true
        wake()
    }
}
