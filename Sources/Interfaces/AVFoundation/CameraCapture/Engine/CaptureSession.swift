package import StudioCore
import StudioMeeting
import StudioRuntime

/// A camera or a microphone in a session.
package final class CaptureInput: Sendable {
    package let device: CaptureDevice
    let number: Int

    /// - Throws: an error when the user has not permitted the use of the device.
    package init(_ device: CaptureDevice) throws(StudioError) {
        guard device.isAuthorized else {
            throw StudioError(
                .captureNotPermitted, "the user has not permitted the use of '\(device.name)'",
                hint: "call requestAccess(for:) and check authorizationStatus(for:) first")
        }
        self.device = device
        number = CaptureSession.numbers.next()
    }
}

/// The size that a session asks its camera for.
package enum CapturePreset: Hashable, Sendable {
    /// The camera's first format, with the size of its source.
    case largest
    case size(width: Int, height: Int)
    /// The camera's active format.
    case unchanged

    fileprivate func isOffered(by camera: CaptureCamera) -> Bool {
        switch self {
        case .largest, .unchanged: true
        case .size(let width, let height): camera.has((width, height))
        }
    }

    fileprivate func apply(to camera: CaptureCamera, because cause: String) {
        switch self {
        case .largest: _ = camera.selectSize(nil, because: cause)
        case .size(let width, let height): _ = camera.selectSize((width, height), because: cause)
        case .unchanged: break
        }
    }
}

/// What a session tells its client.
package enum CaptureSessionEvent: Hashable, Sendable {
    /// The system has taken the camera away, or the session was started while the app is in the background.
    case interrupted(CameraInterruption)
    /// The session runs again.
    case interruptionEnded
    /// The session was started while its camera was taken away for another reason.
    case startFailed(CameraInterruption)
}

/// A capture session: the shell of ``CaptureStateMachine``.
///
/// All members may be used from any thread, also inside callbacks. No call waits for a callback.
package final class CaptureSession: Sendable {
    private struct State: Sendable {
        var machine = CaptureStateMachine()
        /// The number of the session.
        let owner: Int
        /// The camera with which it runs, interrupted or not.
        var used: CaptureCamera?
        var revision = 0
        /// How many outermost configurations have begun.
        var configurations = 0
        var preset = CapturePreset.largest
        /// When it was started with the devices that it has; `nil` while it is stopped.
        var start: MediaTime?
        /// Whether the client was told of this interruption; a stop does not end it.
        var isTold = false
        /// Whether the client was told that a start in this interruption is in the background.
        var hasAnnouncedStart = false
        var inputs: [Int: CaptureInput] = [:]
        var outputs: [Int: any CaptureDestination] = [:]

        /// The camera of a configuration.
        func camera(_ configuration: CaptureStateMachine.Configuration) -> CaptureCamera? {
            configuration.inputs[.video].flatMap { inputs[$0] }?.device.camera
        }

        /// The devices of the inputs, the camera first.
        private var devices: [CaptureDevice] {
            CaptureMedia.allCases.compactMap { machine.applied.inputs[$0] }.compactMap { inputs[$0]?.device }
        }
        var device: CaptureDevice? { devices.first }
        /// The first device that the system has taken away.
        var interruptedDevice: CaptureDevice? { devices.first { interruption(of: $0) != nil } }

        func interruption(of device: CaptureDevice) -> CameraInterruption? {
            device.interruption(of: owner)
        }

        init(_ owner: Int) {
            self.owner = owner
        }

        /// What follows from a change of the machine. A session that was stopped is not told of the end.
        mutating func event(wasInterrupted: Bool) -> CaptureSessionEvent? {
            guard machine.isStarted, machine.isInterrupted != wasInterrupted else { return nil }
            guard machine.isInterrupted else { return .interruptionEnded }
            defer { isTold = true }
            return isTold ? nil : interruptedDevice.flatMap { interruption(of: $0) }.map { .interrupted($0) }
        }

        /// - Returns: whether the client is told of a start in the background: once in an interruption, as a client that
        ///   starts the session when it is told would never end.
        mutating func announceStart() -> Bool {
            return !exchange(&hasAnnouncedStart, with: true)
        }

        /// Removes what neither the client nor the frames see.
        mutating func removeUnused() -> (inputs: [CaptureInput], outputs: [any CaptureDestination]) {
            let (seen, applied) = (machine.configuration, machine.applied)
            let used = Set(seen.inputs.values).union(applied.inputs.values)
            let unusedInputs = inputs.filter { !used.contains($0.key) }
            let unusedOutputs = outputs.filter { seen.outputs[$0.key] == nil && applied.outputs[$0.key] == nil }
            for number in unusedInputs.keys { inputs[number] = nil }
            for number in unusedOutputs.keys { outputs[number] = nil }
            return (Array(unusedInputs.values), Array(unusedOutputs.values))
        }
    }

    static let numbers = Numbers()
    /// Marks threads that notify a client of a start that failed.
    private static let failure = ThreadMark()

    /// Numbers inputs and outputs.
    final class Numbers: Sendable {
        private let last = Lock(0)

        func next() -> Int { last.withLock { $0.increment() } }
    }

    /// Unique in the process.
    let number: Int
    private let state: Lock<State>
    private let observer = Lock<(@Sendable (CaptureSessionEvent) -> Void)?>(nil)

    package init() {
        number = Self.numbers.next()
        state = Lock(State(number))
    }

    /// Sets the receiver of the events, which is called on the thread that causes them.
    package func observe(_ body: @escaping @Sendable (CaptureSessionEvent) -> Void) { observer.set(body) }

    deinit {
        let (outputs, revision, camera) = state.withLock { ($0.outputs, $0.revision + 1, $0.used) }
        for output in outputs.values {
            output.attach(nil, by: ObjectIdentifier(self), revision: revision)
            output.release(ObjectIdentifier(self))
        }
        camera?.forgetReleased()
    }

    /// The machine on which it captures, if it was started less than 100 ms ago.
    package var freshHost: CaptureHost? {
        let (start, device, isUsed) = state.withLock { ($0.start, $0.device, !$0.machine.attachments.isEmpty) }
        guard isUsed, let start, let host = device?.host, host.meeting.clock.now - start < .milliseconds(100) else {
            return nil
        }
        return host
    }

    package var isRunning: Bool { state.withLock { $0.machine.isRunning } }

    /// The state machine, for tests.
    package var machine: CaptureStateMachine { state.withLock { $0.machine } }

    // MARK: Configuration

    package func beginConfiguration() {
        let (configuration, host) = state.withLock { state -> (Int?, CaptureHost?) in
            state.machine.begin()
            guard state.machine.depth == 1 else { return (nil, nil) }
            state.configurations += 1
            return (state.configurations, state.device?.host)
        }
        guard let configuration, let host else { return }
        host.schedule(after: .seconds(1)) { [weak self] in self?.reportUncommitted(configuration) }
    }

    /// A session that runs goes on as before; one that does not is refused at its start.
    private func reportUncommitted(_ number: Int) {
        let host = state.withLock { state -> CaptureHost? in
            let (machine, isOpen) = (state.machine, state.configurations == number && state.machine.depth > 0)
            return isOpen && machine.isStarted && machine.configuration != machine.applied ? state.device?.host : nil
        }
        host?.warn(
            .captureUncommitted, "a session has run for a second since beginConfiguration, without its changes",
            hint: "call commitConfiguration on each way out of the method, for example with defer")
    }

    package func commitConfiguration() throws(StudioError) {
        try perform { machine throws(StudioError) in try machine.commit() }
    }

    package func canAdd(_ input: CaptureInput) -> Bool {
        let (canAdd, preset) = state.withLock { ($0.machine.canAddInput(input.device.media), $0.preset) }
        return canAdd && input.device.camera.map { preset.isOffered(by: $0) } ?? true
    }

    package func add(_ input: CaptureInput) throws(StudioError) {
        let (preset, device) = (state.withLock { $0.preset }, input.device)
        if let camera = device.camera {
            guard preset.isOffered(by: camera) else { throw Self.notOffered(camera) }
        }
        device.sessions.append(self)
        try perform(adding: input) { machine throws(StudioError) in
            let actions = try machine.addInput(input.number, device.media)
            return actions + machine.setInterrupted(device.interruption(of: number) != nil, input.number)
        }
        if let camera = device.camera { preset.apply(to: camera, because: "addInput") }
    }

    package func remove(_ input: CaptureInput) {
        perform { machine in machine.removeInput(input.number) }
    }

    package func canAdd(_ output: any CaptureDestination) -> Bool {
        output.isFree(for: ObjectIdentifier(self)) && state.withLock { $0.machine.canAddOutput(output.number) }
    }

    package func add(_ output: any CaptureDestination) throws(StudioError) {
        guard output.claim(ObjectIdentifier(self)) else {
            throw CaptureStateMachine.secondSession("the output belongs to another session")
        }
        try perform(addingOutput: output) { machine throws(StudioError) in
            try machine.addOutput(output.number, output.media)
        }
    }

    package func remove(_ output: any CaptureDestination) {
        perform { machine in machine.removeOutput(output.number) }
    }

    /// The camera of the input that the client sees.
    package var camera: CaptureCamera? {
        state.withLock { $0.camera($0.machine.configuration) }
    }

    /// Whether the client sees an input.
    package var hasInput: Bool { state.withLock { !$0.machine.configuration.inputs.isEmpty } }

    /// The media of outputs that get nothing, because the session has no such device.
    package var mediaWithoutInput: [CaptureMedia] { state.withLock { $0.machine.mediaWithoutInput } }

    package var isInterrupted: Bool { state.withLock { $0.machine.isInterrupted } }

    /// The camera of a session that was started, interrupted or not; `nil` without one.
    package var startedCamera: CaptureCamera? {
        state.withLock { $0.machine.isStarted ? $0.camera($0.machine.applied) : nil }
    }

    /// The size that the camera is asked for. Setting it changes the camera's active format at once.
    package var preset: CapturePreset { state.withLock { $0.preset } }

    package func canSet(_ preset: CapturePreset) -> Bool { camera.map { preset.isOffered(by: $0) } ?? true }

    package func setPreset(_ preset: CapturePreset) throws(StudioError) {
        let camera = camera
        if let camera, !preset.isOffered(by: camera) { throw Self.notOffered(camera) }
        state.withLock { $0.preset = preset }
        if let camera { preset.apply(to: camera, because: "sessionPreset") }
    }

    private static func notOffered(_ camera: CaptureCamera) -> StudioError {
        StudioError(
            .capturePreset, "'\(camera.name)' has no format of this preset",
            hint: "set a preset only when canSetSessionPreset returns true, and another one otherwise")
    }

    // MARK: Life

    package func start() throws(StudioError) {
        let (wasTold, wasStarted) = state.withLock { ($0.isTold, $0.machine.isStarted) }
        try perform { machine throws(StudioError) in try machine.start() }
        let host = state.withLock { state in
            state.start = state.start ?? state.device?.host.meeting.clock.now
            return state.device?.host
        }
        if !wasStarted { host?.noteStart() }
        guard wasTold, let device = state.withLock({ $0.interruptedDevice }),
            let reason = device.interruption(of: number)
        else { return }
        device.host.warn(
            .captureStartInInterruption,
            "startRunning while the system has taken '\(device.name)' away (\(reason.rawValue))",
            hint: "wait for interruptionEndedNotification; the session then runs again by itself")
        guard reason == .background else { return notifyFailure(reason) }
        if state.withLock({ $0.announceStart() }) { notify(.interrupted(reason)) }
    }

    /// A client that starts the session whenever a start has failed would never end: inside the notification, a failure is
    /// not notified again.
    private func notifyFailure(_ reason: CameraInterruption) {
        guard !Self.failure.isSet else { return }
        Self.failure.perform { notify(.startFailed(reason)) }
    }

    /// Ends the delivery without waiting: a running callback finishes, none follows.
    package func stop() throws(StudioError) {
        try perform { machine throws(StudioError) in try machine.stop() }
        state.withLock { $0.start = nil }
    }

    // MARK: Devices

    /// The interruption of a device has changed.
    func follow(_ device: CaptureDevice) {
        let inputs = state.withLock { $0.inputs.filter { $0.value.device.sessions === device.sessions }.map(\.key) }
        // Read under the lock of the session, so that the last change wins.
        for input in inputs {
            perform { machine in machine.setInterrupted(device.interruption(of: number) != nil, input) }
        }
    }

    /// A camera has one running session.
    private func followUse() {
        let (before, now, revision) = state.withLock { state in
            let before = state.used
            state.used = state.machine.isStarted ? state.camera(state.machine.applied) : nil
            return (before, state.used, state.revision)
        }
        guard before !== now else { return }
        _ = before?.setUse(false, by: number, revision: revision)
        guard let now, now.setUse(true, by: number, revision: revision) else { return }
        now.host.warn(
            .captureSharedCamera,
            "a session was started with '\(now.name)', with which another session runs; that one is interrupted",
            hint: "stop the other session first, or add both outputs to one session")
    }

    /// The client has chosen the format of a camera: the preset does not any more.
    func followFormat(of camera: CaptureCamera) {
        if self.camera === camera { state.withLock { $0.preset = .unchanged } }
    }

    private func notify(_ event: CaptureSessionEvent) { observer.withLock { $0 }?(event) }

    // MARK: Actions

    private func perform<Failure: Error>(
        adding added: CaptureInput? = nil, addingOutput output: (any CaptureDestination)? = nil,
        _ decide: (inout CaptureStateMachine) throws(Failure) -> [CaptureStateMachine.Action]
    ) throws(Failure) {
        let change = try state.withLock { state throws(Failure) in
            let wasInterrupted = state.machine.isInterrupted
            let actions = try decide(&state.machine)
            if let added { state.inputs[added.number] = added }
            if let output { state.outputs[output.number] = output }
            state.revision += 1
            let attachments = actions.map { action -> ((any CaptureDestination)?, CaptureDevice?) in
                switch action {
                case .attach(let output, let input): (state.outputs[output], state.inputs[input]?.device)
                case .detach(let output): (state.outputs[output], nil)
                }
            }
            let event = state.event(wasInterrupted: wasInterrupted)
            if !state.machine.hasInterruptedDevice { (state.isTold, state.hasAnnouncedStart) = (false, false) }
            return (attachments: attachments, unused: state.removeUnused(), revision: state.revision, event: event)
        }
        // The last revision wins, in whatever order two threads get here.
        let owner = ObjectIdentifier(self)
        for (output, device) in change.attachments { output?.attach(device, by: owner, revision: change.revision) }
        for output in change.unused.outputs { output.release(owner) }
        followUse()
        if let event = change.event { notify(event) }
    }
}
