package import MediaReceiving
import ProductionStudio
package import StudioCore
import StudioMeeting
import StudioRuntime

// Received raw data.
extension MeetingClient {
    /// Sets where received data is kept from now on.
    package func setMemory(_ modes: MemoryModes) { memory.set(modes) }

    private func checkReceiving(
        _ body: (ClientStateMachine, ClientStateMachine.Conditions) -> StudioError?
    ) throws(StudioError) -> ClientSession {
        let conditions = conditions
        let (refusal, session) = state.withLock { (body($0.machine, conditions), $0.session) }
        if let refusal { throw entry.report(refusal) }
        guard let session else { throw entry.report(.clientOutside, "there is no active meeting") }
        return session
    }

    /// Creates a renderer.
    package func makeRenderer(_ receiver: Renderer.Receiver) throws(StudioError) -> Renderer {
        let session = try checkReceiving { $0.receivingRefusal($1) }
        let renderer = Renderer(receiver, in: session, isFullRange: state.withLock { $0.join.isFullRange })
        guard session.add(renderer) else { throw entry.report(over) }
        return renderer
    }

    private var over: StudioError {
        StudioError(
            .rendererOver, "the meeting of the renderer is over", hint: "create another one in the next meeting")
    }

    /// Sets the height to which frames are scaled.
    package func setHeight(_ height: Int, of renderer: Renderer) throws(StudioError) {
        reportLateUse(of: renderer)
        guard Renderer.heights.contains(height) else {
            throw entry.report(
                .rendererHeight, "the height is \(height)", hint: "use 90, 180, 360, 720 or 1080")
        }
        try reporting { () throws(StudioError) in try renderer.setHeight(height) }
    }

    /// Subscribes to a participant's camera or share; `none` is the local user.
    package func subscribe(_ renderer: Renderer, to user: UserID, isShare: Bool) throws(StudioError) {
        let current = try checkReceiving { $0.receivingRefusal($1) }
        guard !renderer.isOver, renderer.owner === current else { throw entry.report(over) }
        let track = try reporting { () throws(StudioError) -> Track in
            try self.track(of: user, isShare: isShare, current)
        }
        let isReceiving = state.withLock { $0.machine.isRecording }
        try reporting { () throws(StudioError) in
            try renderer.subscribe(
                to: track, ReceivedVideo(user: user, isShare: isShare), isReceiving: isReceiving)
        }
    }

    private func track(of user: UserID, isShare: Bool, _ session: ClientSession) throws(StudioError) -> Track {
        let isMyself = user == .none || user == session.localUser?.id
        if isMyself, isShare {
            throw StudioError(
                .rendererOwnShare, "user \(user) is the local user", hint: "subscribe to the share of another user")
        }
        if isMyself { return session.camera }
        guard let track = session.meeting.track(isShare ? .shareVideo : .camera, of: user) else {
            throw StudioError(
                .rendererUser, "user \(user) is not in the meeting", hint: "a user who rejoins gets a new ID")
        }
        return track
    }

    /// Unsubscribes. After the meeting, nothing is left to do.
    package func unsubscribe(_ renderer: Renderer) throws(StudioError) {
        reportLateUse(of: renderer)
        guard !renderer.isOver else { return }
        // Not a violation: clients unsubscribe whatever a renderer receives before they subscribe again.
        guard renderer.isSubscribed else { throw StudioError(.rendererIdle, "the renderer is not subscribed") }
        if !renderer.unsubscribe() { reportBlocked("a renderer") }
    }

    /// A renderer is used although the client was told of its end.
    private func reportLateUse(of renderer: Renderer) {
        guard renderer.isDestroyed else { return }
        report(
            StudioError(
                .rendererDestroyed, "the renderer was destroyed at the end of its meeting",
                hint: "forget it in the callback that reports its end, or only destroy it"))
    }

    /// Ends a renderer.
    package func destroy(_ renderer: Renderer) {
        renderer.owner?.remove(renderer)
        if !renderer.end() { reportBlocked("a renderer") }
    }

    func reportBlocked(_ receiver: String) {
        report(
            StudioError(
                .clientBlockedCallback, "a callback of \(receiver) does not return",
                hint: "do not wait in it for the thread that ends it"))
    }

    /// Subscribes to audio. Again with the same delegate, it changes nothing.
    ///
    /// - Parameter delegate: its identity; `nil` for one that equals no other one.
    package func subscribeAudio(
        _ delegate: ClientSound.Delegate? = nil, _ receiver: @escaping ClientSound.Receiver
    ) throws(StudioError) {
        let session = try checkReceiving { $0.soundRefusal($1) }
        let sound = ClientSound(in: session, delegate, receiver)
        guard session.set(sound) else {
            guard let first = session.sound else {
                throw entry.report(.clientOutside, "the meeting has ended")
            }
            if delegate != nil, first.delegate == delegate { return }
            throw entry.report(
                .soundDelegate, "audio is subscribed to with another delegate, and the first one stays",
                hint: "subscribe once, or call unSubscribe first: there is one receiver; the SDK's header does not "
                    + "say what a second delegate does, and psstudio rejects it by choice")
        }
        let join = state.withLock { $0.join }
        do throws(StudioError) {
            try sound.begin(join.audioFormat, includesLocalUser: join.includesOwnVoice)
        } catch {
            _ = session.takeSound()
            throw entry.report(error)
        }
    }

    /// Unsubscribes from audio. After the meeting, nothing is left to do.
    package func unsubscribeAudio() throws(StudioError) {
        guard let session = state.withLock({ $0.session }), !session.meeting.status.isOver else {
            if let refusal = ClientStateMachine.entryRefusal(conditions) { throw entry.report(refusal) }
            return
        }
        // As for renderers.
        guard let sound = session.takeSound() else { throw StudioError(.soundIdle, "audio is not subscribed to") }
        if !sound.end() { reportBlocked("audio") }
    }

    func reporting<Result>(_ body: () throws(StudioError) -> Result) throws(StudioError) -> Result {
        do throws(StudioError) {
            return try body()
        } catch {
            throw entry.report(error)
        }
    }
}
