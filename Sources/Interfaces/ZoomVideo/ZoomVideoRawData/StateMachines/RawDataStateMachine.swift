package import MediaReceiving
package import StudioCore

/// The life of the SDK: its session, its pipes and its audio. Decides, performs nothing.
package struct RawDataStateMachine: Sendable {
    package typealias Pipe = ReceivedVideo

    /// The resolution of a subscription.
    package enum Resolution: Hashable, Sendable {
        /// The number of lines: 90, 180, 360 or 720.
        case lines(Int)
        case automatic
    }

    package enum State: Hashable, Sendable {
        /// Leaves on `initialize`.
        case uninitialized
        /// Leaves on `join`.
        case initialized
        /// The join call returned. Leaves on `didJoin`, `leave` and `end`.
        case joining
        /// The client was notified. Leaves on `leave` and `end`.
        case joined
    }

    /// Whether the user of a pipe is in the session.
    package enum Presence: Hashable, Sendable {
        /// The session was not joined, or its call has not returned.
        case noMeeting
        case absent
        case present
    }

    /// What differs from the default.
    package struct Options: Hashable, Sendable {
        /// Joining needs a token; a release without a reference traps.
        package var isStrict = false
        /// A subscription with 720 lines gets up to 1080 lines.
        package var deliversFullHD = false
        /// How long a pipe is released after its last delegate was unsubscribed.
        package var releaseDelay = MediaTime.zero
        /// How the rows of pixel buffers are padded.
        package var rows = RowPadding.uneven

        package init() {}
    }

    /// What a successful subscription does.
    package struct Subscription: Hashable, Sendable {
        /// The form of planes.
        package let request: VideoRequest
        /// Padded strides of pixel buffers are a multiple of it; the strides of planes are their widths.
        private static let pixelAlignment = 64
        /// The form of pixel buffers.
        package func pixelRequest(_ rows: RowPadding) -> VideoRequest {
            var request = request
            request.format = .nv12
            rows.apply(to: &request, alignment: Self.pixelAlignment)
            return request
        }
        /// Whether the delegate had one, which is replaced.
        package let isReplacement: Bool
        /// What is reported, without a refusal.
        package let note: StudioError?
    }

    private struct Key: Hashable, Sendable {
        let pipe: Pipe
        /// The identity of the delegate.
        let subscriber: Int
    }

    /// The largest number of videos with 720 lines.
    package static let maximumHD = 2

    package private(set) var state = State.uninitialized
    package private(set) var modes = MemoryModes()
    package private(set) var isAudioSubscribed = false
    /// Whether audio begins again when it is subscribed again.
    private var isAudioRevoked = false
    package let options: Options
    private var subscriptions: [Key: Resolution] = [:]
    /// The subscriptions of the session that a client has ended.
    private var ended: Set<Key> = []
    private var releases: [Pipe: MediaTime] = [:]
    /// The views that draw a video or a share.
    private var canvases: Set<Key> = []

    package init(_ options: Options = Options()) {
        self.options = options
    }

    /// Whether a session was joined or is being joined.
    package var hasSession: Bool { state == .joining || state == .joined }

    // MARK: Session

    /// Stores the memory modes of the next session.
    package mutating func initialize(_ modes: MemoryModes) throws(StudioError) {
        guard !hasSession else {
            throw StudioError(
                .rawDataLateInitialize, "a session is joined", hint: "call initialize before joinSession")
        }
        self.modes = modes
        state = .initialized
    }

    /// Joins a session; `didJoin` follows.
    package mutating func join(name: String, token: String) throws(StudioError) {
        switch state {
        case .uninitialized:
            throw StudioError(
                .rawDataInitialize, "the SDK was not initialised", hint: "call initialize(_:) first")
        case .joining, .joined:
            throw StudioError(.rawDataJoinedAlready, "a session is joined", hint: "call leaveSession(_:) first")
        case .initialized: break
        }
        guard !name.isEmpty else {
            throw StudioError(
                .rawDataSessionName, "the session name is empty", hint: "set sessionName of the session context")
        }
        if options.isStrict, token.isEmpty {
            throw StudioError(.rawDataToken, "the token is empty", hint: "set token of the session context")
        }
        state = .joining
    }

    /// The client is about to be notified.
    ///
    /// - Returns: false when the session was left meanwhile.
    package mutating func didJoin() -> Bool {
        guard state == .joining else { return false }
        state = .joined
        return true
    }

    /// Leaves the session.
    package mutating func leave() throws(StudioError) {
        guard hasSession else {
            throw StudioError(.rawDataNotJoined, "no session is joined", hint: "call joinSession(_:) first")
        }
        end()
    }

    /// The session ended.
    package mutating func end() {
        if hasSession { state = .initialized }
        (subscriptions, ended, releases, canvases) = ([:], [], [:], [])
        audioEnded()
    }

    // MARK: Pipes

    /// Subscribes a delegate to a pipe.
    ///
    /// - Parameters:
    ///   - subscriber: the identity of the delegate; `nil` without one.
    ///   - presence: whether the user is in the session.
    /// - Throws: an error of the session first, then of the arguments, then of the pipe.
    package mutating func subscribe(
        _ subscriber: Int?, to pipe: Pipe, _ resolution: Resolution, _ presence: Presence, at time: MediaTime
    ) throws(StudioError) -> Subscription {
        try requireMeeting(presence, for: "\(pipe)")
        let key = Key(pipe: pipe, subscriber: try require(subscriber, pipe))
        guard case .lines(let lines) = resolution else {
            throw StudioError(
                .rawDataPipeResolution, "the resolution for \(pipe) is Auto", hint: "use 90, 180, 360 or 720")
        }
        guard presence == .present else {
            throw StudioError(
                .rawDataPipeUser, "the user of \(pipe) left", hint: "subscribe before onUserLeave",
                code: pipe.isShare ? .rawDataNoShare : .rawDataNoVideo)
        }
        let isReplacement = subscriptions[key] != nil
        if let end = releases[pipe], end > time, !isReplacement {
            throw StudioError(
                .rawDataPipeReleasing, "\(pipe) is being released",
                hint: "change the resolution of the live subscription instead of unsubscribing")
        }
        releases[pipe] = nil
        subscriptions[key] = resolution
        return Subscription(request: request(lines, pipe), isReplacement: isReplacement, note: noteOnHD(lines, pipe))
    }

    /// Unsubscribes a delegate.
    package mutating func unsubscribe(
        _ subscriber: Int?, from pipe: Pipe, at time: MediaTime
    ) throws(StudioError) {
        let key = Key(pipe: pipe, subscriber: try require(subscriber, pipe))
        guard subscriptions.removeValue(forKey: key) != nil else {
            throw StudioError(
                .rawDataPipeUnsubscribed, "the delegate is not subscribed to \(pipe)",
                hint: "use the same delegate as in subscribe")
        }
        ended.insert(key)
        release(pipe, at: time)
    }

    /// Whether unsubscribing a delegate only repeats what was done, or nothing of the pipe is subscribed, as after the session.
    /// A client that cleans up so is right, whatever the answer is.
    package func isCleanUp(_ subscriber: Int?, from pipe: Pipe) -> Bool {
        guard let subscriber else { return false }
        return ended.contains(Key(pipe: pipe, subscriber: subscriber))
            || !subscriptions.keys.contains { $0.pipe == pipe }
    }

    /// The delegate of a subscription is gone.
    package mutating func forget(_ subscriber: Int, _ pipe: Pipe, at time: MediaTime) {
        if subscriptions.removeValue(forKey: Key(pipe: pipe, subscriber: subscriber)) != nil {
            release(pipe, at: time)
        }
    }

    private mutating func release(_ pipe: Pipe, at time: MediaTime) {
        guard options.releaseDelay > .zero, !subscriptions.keys.contains(where: { $0.pipe == pipe }) else { return }
        releases[pipe] = time + options.releaseDelay
    }

    private func require(_ subscriber: Int?, _ pipe: Pipe) throws(StudioError) -> Int {
        guard accepts(pipe) else { throw Self.noSession("\(pipe)") }
        guard let subscriber else {
            throw StudioError(.rawDataPipeDelegate, "\(pipe) has no delegate", hint: "pass one")
        }
        return subscriber
    }

    /// The own video is accepted as soon as `joinSession` has returned.
    private func accepts(_ pipe: Pipe) -> Bool {
        switch state {
        case .joined: true
        case .joining: pipe.user == .none && !pipe.isShare
        case .uninitialized, .initialized: false
        }
    }

    /// Rejects a call of another thread while the session is being joined.
    private func requireMeeting(_ presence: Presence, for subject: String) throws(StudioError) {
        if presence == .noMeeting { throw Self.noSession(subject) }
    }

    private static func noSession(_ subject: String) -> StudioError {
        StudioError(.rawDataPipeSession, "\(subject) needs a joined session", hint: "wait for onSessionJoin")
    }

    /// Shares keep their size.
    private func request(_ lines: Int, _ pipe: Pipe) -> VideoRequest {
        let height = lines == 720 && options.deliversFullHD ? 1080 : lines
        return VideoRequest(size: pipe.isShare ? .native : .fit(height: height), format: .i420, isWritable: true)
    }

    private func noteOnHD(_ lines: Int, _ pipe: Pipe) -> StudioError? {
        guard lines == 720, !pipe.isShare else { return nil }
        let pipes = Set(
            subscriptions.filter { $0.value == .lines(720) && !$0.key.pipe.isShare && $0.key.pipe.user != .none }.keys
                .map(\.pipe))
        guard pipes.count > Self.maximumHD, pipes.contains(pipe) else { return nil }
        return StudioError(
            .rawDataPipeHD, "\(pipes.count) videos are subscribed with 720 lines, expected at most \(Self.maximumHD)",
            hint: "use 360 for the others")
    }

    // MARK: Canvases

    /// The number of views that are subscribed.
    package var canvasCount: Int { canvases.count }

    /// Subscribes a view; a second call changes nothing.
    package mutating func subscribeCanvas(_ view: Int?, to pipe: Pipe, _ presence: Presence) throws(StudioError) {
        try requireMeeting(presence, for: "the canvas of \(pipe)")
        let key = try canvas(view, pipe)
        guard presence == .present else {
            throw StudioError(
                .rawDataPipeUser, "the user of \(pipe) left", hint: "subscribe before onUserLeave",
                code: pipe.isShare ? .rawDataNoShare : .rawDataNoVideo)
        }
        canvases.insert(key)
    }

    /// Changes how a subscribed view draws.
    package func changeCanvas(_ view: Int?, of pipe: Pipe) throws(StudioError) {
        guard canvases.contains(try canvas(view, pipe)) else {
            throw StudioError(
                .rawDataCanvasUnsubscribed, "the view is not subscribed to the canvas of \(pipe)",
                hint: "use the same view as in subscribe")
        }
    }

    /// Unsubscribes a view; without a subscription, nothing changes.
    package mutating func unsubscribeCanvas(_ view: Int?, from pipe: Pipe) throws(StudioError) {
        canvases.remove(try canvas(view, pipe))
    }

    private func canvas(_ view: Int?, _ pipe: Pipe) throws(StudioError) -> Key {
        guard accepts(pipe) else { throw Self.noSession("the canvas of \(pipe)") }
        guard let view else {
            throw StudioError(.rawDataCanvasView, "the canvas of \(pipe) has no view", hint: "pass one")
        }
        return Key(pipe: pipe, subscriber: view)
    }

    // MARK: Audio

    /// Subscribes to audio; a second call changes nothing.
    ///
    /// - Returns: whether audio must begin.
    package mutating func subscribeAudio() throws(StudioError) -> Bool {
        try requireAudio()
        defer { (isAudioSubscribed, isAudioRevoked) = (true, false) }
        return !isAudioSubscribed || isAudioRevoked
    }

    /// Unsubscribes from audio; without a subscription, nothing changes.
    package mutating func unsubscribeAudio() throws(StudioError) {
        try requireAudio()
        audioEnded()
    }

    /// Audio could not begin, or ended with the subscription.
    package mutating func audioEnded() { (isAudioSubscribed, isAudioRevoked) = (false, false) }

    /// Audio ended without a call of the client, which is still subscribed.
    package mutating func audioRevoked() { isAudioRevoked = isAudioSubscribed }

    /// Rejects a call about audio outside a session.
    package func requireAudio() throws(StudioError) { try requireSession(.rawDataAudioSession) }

    /// Rejects a call about the local video outside a session.
    package func requireVideo() throws(StudioError) { try requireSession(.rawDataVideoSession) }

    private func requireSession(_ rule: Rule) throws(StudioError) {
        if state != .joined {
            throw StudioError(rule, "no session is joined", hint: "wait for onSessionJoin")
        }
    }
}
