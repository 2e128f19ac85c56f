import ProductionStudio
package import StudioCore
import StudioMeeting

/// A format that the meeting accepts from a camera.
package struct CameraFormat: Hashable, Sendable {
    package let width: Int32
    package let height: Int32
    package let frameRate: Int32

    /// Those of an ordinary meeting, best first.
    package static let all = [
        CameraFormat(width: 1920, height: 1080, frameRate: 30), CameraFormat(width: 1280, height: 720, frameRate: 30),
        CameraFormat(width: 640, height: 360, frameRate: 30), CameraFormat(width: 320, height: 180, frameRate: 15),
    ]
    /// The index of the one that a camera should use.
    package static let suggested = 1
}

extension MeetingClient {
    /// Sets or removes a virtual camera or microphone.
    package func set(_ source: ClientStateMachine.Source, isSet: Bool) throws(StudioError) {
        var conditions = ClientStateMachine.Conditions()
        conditions.isInitialised = entry.isInitialised
        if let refusal = ClientStateMachine.entryRefusal(conditions) { throw entry.report(refusal) }
        change { machine, _ in machine.set(source, isSet: isSet) }
    }

    /// How long a virtual microphone waits for audio before it is reported.
    private static let audioPatience = MediaTime.seconds(10)

    /// Reports a virtual microphone that waits for audio that the client does not connect; called when it is ready.
    func expectAudio() {
        let (epoch, number) = state.withLock { state in
            state.readyMicrophones += 1
            return (state.epoch, state.readyMicrophones)
        }
        clock.schedule(at: clock.now + Self.audioPatience) { [weak self] in
            guard let self else { return }
            let isWaiting = state.withLock { state in
                state.epoch == epoch && state.readyMicrophones == number && !state.hasAskedForAudio
                    && state.machine.has(.microphone) && !state.machine.isAudioConnected
            }
            guard isWaiting, conditions.isInside else { return }
            report(
                StudioError(
                    .sendAudioUnconnected,
                    "a virtual microphone is ready since \(Self.audioPatience.seconds) s, and onMicStartSend waits for "
                        + "audio, which is not connected",
                    hint: "call JoinVoip in the meeting, or EnableAutoJoinAudio before it"))
        }
    }

    /// - Parameters:
    ///   - isOpen: whether media of this kind is accepted.
    ///   - isEnding: whether its end is decided, and not yet delivered.
    private func require(
        _ kind: ClientSending.Kind, _ isOpen: Bool, isEnding: Bool = false, _ name: String
    ) throws(StudioError) {
        var refusal = ClientStateMachine.meetingRefusal(conditions)
        if refusal == nil, !isOpen {
            refusal = StudioError(
                .sendStopped, "\(name) is not started, or was stopped", hint: "wait for the event that it has started")
        }
        guard let refusal else { return }
        // The client may send until the callback.
        if mayPrecedeCallback(kind, isOpen || isEnding) { throw refusal }
        throw entry.report(refusal)
    }

    /// Whether a rejected call may come before the callback that ends sending.
    ///
    /// - Parameter isUndelivered: whether the end waits for the client's loop.
    private func mayPrecedeCallback(_ kind: ClientSending.Kind, _ isUndelivered: Bool) -> Bool {
        if clock is ManualClock { return false }
        if isUndelivered { return true }
        return state.withLock { $0.ends[kind] }?.mayPrecedeCallback(clock.now) == true
    }

    /// Whether others see what is shared; otherwise that is reported, and the call succeeds.
    private func isShareSeen() -> Bool {
        guard state.withLock({ $0.session })?.meeting.features.isShareLocked == true,
            let warning = ClientStateMachine.shareWarning(conditions)
        else { return true }
        report(warning)
        return false
    }

    /// Sends a frame as the camera.
    package func sendCamera(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, rotation: Int, format: FrameDataFormat
    ) throws(StudioError) {
        let isOpen = state.withLock { $0.openSources.contains(.camera) }
        try require(.camera, isOpen, "the camera")
        try reporting { () throws(StudioError) in
            try send(bytes, .camera, width: width, height: height, rotation: rotation, format: format)
        }
    }

    /// Sends a frame of the share.
    package func sendShare(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, format: FrameDataFormat
    ) throws(StudioError) {
        let isOpen = state.withLock { $0.isShareOpen }
        try require(.share, isOpen, "the share")
        try reporting { () throws(StudioError) in
            try send(bytes, .share, width: width, height: height, rotation: 0, format: format)
        }
    }

    private func send(
        _ bytes: UnsafeRawBufferPointer, _ kind: ClientSending.Kind, width: Int, height: Int, rotation: Int,
        format: FrameDataFormat
    ) throws(StudioError) {
        let form = try FrameContract.check(
            width: width, height: height, length: bytes.count, rotation: rotation, format: format)
        if kind == .share, !isShareSeen() { return }
        let now = clock.now
        let isPublished = sending.publish(kind) { publisher in
            publisher.publish(
                frame: bytes, layout: form.layout, range: form.range, rotation: form.rotation, time: now)
        }
        if !isPublished { throw StudioError(.sendOutOfMemory, "no memory is left for a frame") }
    }

    /// Sends audio as the microphone.
    package func sendMicrophone(
        _ bytes: UnsafeRawBufferPointer, sampleRate: Int32, channels: Int32
    ) throws(StudioError) {
        let isOpen = state.withLock { $0.openSources.contains(.microphone) }
        try require(.microphone, isOpen, "the microphone")
        try reporting { () throws(StudioError) in
            try send(bytes, .microphone, sampleRate: sampleRate, channels: channels)
        }
    }

    /// Sends audio of the share.
    package func sendShareAudio(
        _ bytes: UnsafeRawBufferPointer, sampleRate: Int32, channels: Int32
    ) throws(StudioError) {
        let (isOpen, isEnding) = state.withLock { state in
            (state.isShareOpen && state.machine.share == true, state.isShareOpen && state.machine.share == nil)
        }
        try require(.share, isOpen, isEnding: isEnding, "the audio of the share")
        try reporting { () throws(StudioError) in
            try send(bytes, .shareAudio, sampleRate: sampleRate, channels: channels)
        }
    }

    private func send(
        _ bytes: UnsafeRawBufferPointer, _ kind: ClientSending.Kind, sampleRate: Int32, channels: Int32
    ) throws(StudioError) {
        let now = clock.now
        let (format, time) = try sending.check(
            kind, length: bytes.count, sampleRate: sampleRate, channels: channels, at: now)
        if kind == .shareAudio, !isShareSeen() { return }
        let isPublished = sending.send(bytes, kind, format, at: time, now)
        // It may have been stopped meanwhile: then what was queued must not follow.
        let isOpen = state.withLock { kind == .microphone ? $0.openSources.contains(.microphone) : $0.isShareOpen }
        if !isOpen { sending.discard(kind) }
        if !isPublished { throw StudioError(.sendOutOfMemory, "no memory is left for \(bytes.count) bytes of audio") }
    }
}
