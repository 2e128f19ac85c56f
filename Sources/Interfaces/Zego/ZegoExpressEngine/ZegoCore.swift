import FacadeSupport
import MediaInputs
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import ZegoCustomRendering

/// The state behind the facade; one per process.
final class ZegoCore: Sendable {
    static let shared = ZegoCore()
    /// Held by a test with exclusive use of the engine.
    static let access = ExclusiveAccess()

    private struct State: Sendable {
        /// The last engine, also after it was destroyed.
        var engine: ZegoExpressEngine?
        var isCreated = false
        var emulated: EmulatedRoom?
        var options = ZegoExpressEngine.Emulation.Options()
        var violations = ViolationLog(clock: SystemClock())
        var errors: [ZegoExpressEngine.Emulation.DebugError] = []
    }

    let calls = CallLog()
    private let state = Lock(State())

    /// More errors than a client makes that is being repaired. Older ones are dropped.
    private static let mostErrors = 1000

    var emulated: EmulatedRoom? { state.withLock { $0.emulated } }
    var options: ZegoExpressEngine.Emulation.Options { state.withLock { $0.options } }
    var violations: ViolationLog { state.withLock { $0.violations } }
    var errors: [ZegoExpressEngine.Emulation.DebugError] { state.withLock { $0.errors } }

    // MARK: Engine

    /// The engine of the process. Before the first creation, one that accepts no call.
    var engine: ZegoExpressEngine {
        if let engine = state.withLock({ $0.engine }) { return engine }
        let inert = makeEngine(nil, isDestroyed: true)
        return state.withLock { state in
            if state.engine == nil { state.engine = inert }
            return state.engine ?? inert
        }
    }

    func create(_ profile: ZegoEngineProfile, _ handler: (any ZegoEventHandler)?) -> ZegoExpressEngine {
        let existing = state.withLock { $0.isCreated ? $0.engine : nil }
        if let existing {
            if let handler { existing.events.client = handler }
            violations.warn(
                StudioError(
                    .renderingSecondEngine, "the engine exists already", hint: "call destroy before createEngine"))
            return existing
        }
        let fresh = makeEngine(handler, isDestroyed: false)
        let (engine, before) = state.withLock { state -> (ZegoExpressEngine, ZegoExpressEngine?) in
            if state.isCreated, let engine = state.engine { return (engine, nil) }
            defer { (state.engine, state.isCreated) = (fresh, true) }
            return (fresh, state.engine)
        }
        withExtendedLifetime(before) {}
        if options.isStrict, let error = profile.violation {
            report(error, of: "createEngine(with:eventHandler:)", engine)
        }
        return engine
    }

    func destroy() -> ZegoExpressEngine? {
        let engine = state.withLock { state in
            defer { state.isCreated = false }
            return state.engine
        }
        engine?.native.destroy()
        return engine
    }

    private func makeEngine(_ handler: (any ZegoEventHandler)?, isDestroyed: Bool) -> ZegoExpressEngine {
        let (emulated, options) = state.withLock { ($0.emulated, $0.options) }
        var native = CustomRenderingEngine.Options()
        native.stopsWithEvent = options.stopsWithEvent
        native.strideAlignment = options.strideAlignment
        native.isGuarded = options.guardsRawPlanes
        native.occupancy = .seconds(options.callbackSeconds)
        native.isDestroyed = isDestroyed
        let device = emulated?.meeting ?? Meeting()
        let service: any CustomRenderingService =
            emulated?.service ?? ProcessService(device.clock, .process, violations)
        return ZegoExpressEngine(handler, on: device, service: service, native)
    }

    // MARK: Errors

    /// Reports a rejected call: to the log, and to the client's event handler.
    func report(_ error: StudioError, of function: String, _ engine: ZegoExpressEngine) {
        violations.report(error)
        let debug = ZegoExpressEngine.Emulation.DebugError(
            errorCode: error.code.number, funcName: function, info: "\(error)")
        state.withLock { state in
            state.errors.append(debug)
            if state.errors.count > Self.mostErrors { state.errors.removeFirst() }
        }
        // Also after the end, so that a client learns why nothing happens.
        engine.native.callbackQueue.enqueue { [events = engine.events] in
            events.client?.onDebugError(debug.errorCode, funcName: debug.funcName, info: debug.info)
        }
    }

    // MARK: Tests

    func prepare(_ room: EmulatedRoom?, _ options: ZegoExpressEngine.Emulation.Options) {
        _ = destroy()
        var fresh = State()
        (fresh.emulated, fresh.options) = (room, options)
        if let room { fresh.violations = ViolationLog(clock: room.clock) }
        state.set(fresh)
        calls.reset()
    }
}

/// The service of a process without a test: the test pattern as the camera, and meetings of `PSSTUDIO_SCENARIO` as rooms.
final class ProcessService: CustomRenderingService {
    let directory = StreamDirectory()
    private let clock: any StudioClock
    private let environment: ClientEnvironment
    private let violations: ViolationLog
    /// Performs the scenario in the meeting of each entered room. There are two while a client leaves one room and enters
    /// the next one.
    private let studios = Lock<[ObjectIdentifier: StudioController]>([:])

    init(_ clock: any StudioClock, _ environment: ClientEnvironment, _ violations: ViolationLog) {
        (self.clock, self.environment, self.violations) = (clock, environment, violations)
    }

    func startCamera(_ settings: CaptureSettings, to track: Track) throws(StudioError) -> @Sendable () -> Void {
        try EmulatedVideo.pattern().startCamera(
            settings, to: track, clock: clock, seed: environment.seed ?? 1)
    }

    /// Publishes the main channel to the outputs of the environment, in the size in which it is encoded. Of two channels
    /// that publish at the same time, a server accepts one.
    func publish(_ camera: Track, _ settings: CaptureSettings, channel: Int) -> (@Sendable () -> Void)? {
        guard channel == ZegoPublishChannel.main.native else { return nil }
        let form = ClientPublication.Form(
            width: settings.encodedWidth, height: settings.encodedHeight,
            rate: Rate(Int64(settings.framesPerSecond)) ?? .thirty, hasAudio: false)
        guard let publication = environment.publish(form, clock: clock) else { return nil }
        publication.setCamera(camera)
        return { publication.finish() }
    }

    func meeting(of room: String) -> Meeting {
        let studio = environment.enterAsReceiver(.customRendering, violations, clock: clock)
        studios.withLock { $0[ObjectIdentifier(studio.meeting)] = studio }
        return studio.meeting
    }

    func leave(_ meeting: Meeting) {
        _ = studios.withLock { $0.removeValue(forKey: ObjectIdentifier(meeting)) }
        meeting.leave()
    }
}

extension ZegoEngineProfile {
    /// What strict mode reports.
    fileprivate var violation: StudioError? {
        if appID == 0 { return StudioError(.renderingAppID, "the app ID is 0", hint: "set appID") }
        guard !appSign.isEmpty else { return nil }
        if appSign.utf8.count != 64 {
            return StudioError(
                .renderingAppSignLength, "the app sign has \(appSign.utf8.count) bytes, expected 64",
                hint: "copy it from the vendor's console")
        }
        guard appSign.allSatisfy({ $0.isASCII && $0.isHexDigit }) else {
            return StudioError(
                .renderingAppSignCharacters, "the app sign has other characters than hexadecimal digits",
                hint: "copy it from the vendor's console")
        }
        return nil
    }
}
