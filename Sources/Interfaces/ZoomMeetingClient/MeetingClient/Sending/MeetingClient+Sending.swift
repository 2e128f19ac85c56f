import Dispatch
import ProductionStudio
package import StudioCore
import StudioMeeting
import StudioRuntime

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

/// Publishes what the client sends. Calls of one kind are serialised.
final class ClientSending: Sendable {
    enum Kind: Hashable, Sendable, CaseIterable {
        case camera
        case microphone
        case share
        case shareAudio
    }

    private struct State: Sendable {
        var publishers: [Kind: TrackPublisher] = [:]
        var contracts: [Kind: AudioContract] = [:]
    }

    private let queues = Dictionary(
        uniqueKeysWithValues: Kind.allCases.map { ($0, DispatchQueue(label: "psstudio.sending")) })
    private let state = Lock(State())

    /// Publishes in this meeting from now on.
    func begin(_ session: ClientSession) {
        let local = session.meeting.localTracks
        let publishers: [Kind: TrackPublisher] = [
            .camera: TrackPublisher(session.camera), .microphone: TrackPublisher(session.microphone),
            .share: TrackPublisher(local.shareVideo), .shareAudio: TrackPublisher(local.shareAudio),
        ]
        let before = state.withLock { state in
            defer { state = State(publishers: publishers) }
            return state
        }
        withExtendedLifetime(before) {}
    }

    func resetAudio(_ source: ClientStateMachine.Source) {
        guard source == .microphone else { return }
        state.withLock { $0.contracts[.microphone] = AudioContract(.microphone) }
    }

    func check(
        _ kind: Kind, length: Int, sampleRate: Int32, channels: Int32, at now: MediaTime
    ) throws(StudioError) -> (format: AudioFormat, time: MediaTime) {
        try state.withLock { state throws(StudioError) in
            try state.contracts[kind, default: AudioContract(kind == .shareAudio ? .share : .microphone)].check(
                length: length, sampleRate: sampleRate, channels: channels, at: now)
        }
    }

    /// - Returns: false when memory is exhausted.
    func publish(_ kind: Kind, _ body: (TrackPublisher) -> Bool) -> Bool {
        guard let publisher = state.withLock({ $0.publishers[kind] }), let queue = queues[kind] else { return true }
        return queue.sync { body(publisher) }
    }
}

extension MeetingClient {
    /// Sets or removes a virtual camera or microphone.
    package func set(_ source: ClientStateMachine.Source, isSet: Bool) throws(StudioError) {
        var conditions = ClientStateMachine.Conditions()
        conditions.isInitialised = entry.isInitialised
        if let refusal = ClientStateMachine.entryRefusal(conditions) { throw entry.report(refusal) }
        change { machine, _ in machine.set(source, isSet: isSet) }
    }

    private func require(_ isOpen: Bool, _ name: String) throws(StudioError) {
        if let refusal = ClientStateMachine.meetingRefusal(conditions) { throw refusal }
        guard isOpen else {
            throw StudioError(
                .sendStopped, "\(name) is not started, or was stopped", hint: "wait for the event that it has started")
        }
    }

    /// Whether others see what is shared; otherwise that is reported, and the call succeeds.
    private func isShareSeen() -> Bool {
        guard state.withLock({ $0.session })?.meeting.services.isShareLocked == true,
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
        try reporting { () throws(StudioError) in
            try require(isOpen, "the camera")
            try send(bytes, .camera, width: width, height: height, rotation: rotation, format: format)
        }
    }

    /// Sends a frame of the share.
    package func sendShare(
        _ bytes: UnsafeRawBufferPointer, width: Int, height: Int, format: FrameDataFormat
    ) throws(StudioError) {
        let isOpen = state.withLock { $0.isShareOpen }
        try reporting { () throws(StudioError) in
            try require(isOpen, "the share")
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
        try reporting { () throws(StudioError) in
            try require(isOpen, "the microphone")
            try send(bytes, .microphone, sampleRate: sampleRate, channels: channels)
        }
    }

    /// Sends audio of the share.
    package func sendShareAudio(
        _ bytes: UnsafeRawBufferPointer, sampleRate: Int32, channels: Int32
    ) throws(StudioError) {
        let isOpen = state.withLock { $0.isShareOpen && $0.machine.share == true }
        try reporting { () throws(StudioError) in
            try require(isOpen, "the audio of the share")
            try send(bytes, .shareAudio, sampleRate: sampleRate, channels: channels)
        }
    }

    private func send(
        _ bytes: UnsafeRawBufferPointer, _ kind: ClientSending.Kind, sampleRate: Int32, channels: Int32
    ) throws(StudioError) {
        let (format, time) = try sending.check(
            kind, length: bytes.count, sampleRate: sampleRate, channels: channels, at: clock.now)
        if kind == .shareAudio, !isShareSeen() { return }
        let isPublished = sending.publish(kind) { $0.publish(audio: bytes, format: format, time: time) }
        if !isPublished { throw StudioError(.sendOutOfMemory, "no memory is left for \(bytes.count) bytes of audio") }
    }
}
