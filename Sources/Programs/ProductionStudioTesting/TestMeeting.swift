public import Dispatch
public import ProductionStudio
public import StudioCore
import StudioEngine
public import StudioMeeting
public import StudioRuntime
public import StudioScenario
import TraceRecording

/// A meeting with a studio for tests: `let test = TestMeeting()`.
///
/// The clock advances only when the test advances it. Callbacks are delivered on the main queue, or on one that the test chooses.
/// All events and accepted media are recorded in order; no output is needed. Nothing sleeps: a test waits for a state or advances
/// the clock. Failures are thrown, so it works with Swift Testing and XCTest.
public final class TestMeeting: Sendable {
    /// The clock of the meeting; `turn(by:)` advances it.
    public let clock: ManualClock
    /// The meeting. Each event is one call: `test.meeting.revokeCoHost()`.
    public let meeting: Meeting
    /// The studio that the client under test uses.
    public let studio: StudioController
    /// The media that the studio accepted.
    public let media: AcceptedMedia
    /// A delegate for tests without a client of their own: `test.studio.delegate = test.recorder`.
    public let recorder = CallbackRecorder()
    private let log = Monitor<[Event]>([])
    private let stage: StudioStage

    /// A delivered event of the meeting or its studio.
    public enum Event: Hashable, Sendable {
        /// An event of the meeting.
        case meeting(MeetingEvent)
        /// A callback of the studio.
        case studio(StudioEvent)
    }

    /// What the subscriptions and observations of the test receive.
    let received: ReceivedMedia
    /// Judges the client as `psstudio verify` does.
    private let contract: ContractMonitor
    /// Records the session where `psstudio exec` wants its trace; `nil` when it wants none.
    private let recording: TraceRecorder?
    /// What the scenario could not do.
    private let complaints = Lock<[String]>([])

    /// Creates a meeting with a studio.
    ///
    /// - Parameters:
    ///   - role: the local user's role.
    ///   - name: the local user's display name.
    ///   - kind: a meeting, or a webinar.
    ///   - isJoined: whether the local user has already joined; otherwise call `meeting.join()`.
    ///   - options: strict mode, frame rate and seed of the studio; the seed is 0 by default, so that tests are repeatable.
    ///   - responses: the responses of the emulated server; immediate success by default.
    ///   - keepsBytes: whether the bytes of accepted media are recorded, not only their hashes.
    ///   - callbackQueue: the serial queue of the callbacks; the main queue by default, as the vendor's SDK has it. A test that
    ///     occupies it delivers them while it waits. With `.main`, calls on other threads are named to a strict judge (PS-SDK-023).
    public convenience init(
        role: MeetingRole = .host, name: String = "Local user", kind: MeetingKind = .meeting, isJoined: Bool = true,
        options: StudioController.Options = .init(seed: 0), responses: StudioResponses = .immediate,
        keepsBytes: Bool = false,
        callbackQueue: DispatchQueue? = nil
    ) {
        var choices = StudioStage.Options()
        (choices.role, choices.kind, choices.studio, choices.responses) = (role, kind, options, responses)
        self.init(choices, name: name, isJoined: isJoined, keepsBytes: keepsBytes, callbackQueue)
    }

    /// Creates a meeting that performs a scenario; its session time begins now.
    ///
    /// Steps are performed inside `turn(by:)` and the waiting methods, at their own times. A step that is due with an
    /// accepted frame is performed at the next of them, also `settle()`.
    ///
    /// - Parameters:
    ///   - scenario: the path of a scenario file, or the name of a ready one: `co-host-revoked`.
    ///   - role: the local user's role; by default the scenario's, or host.
    ///   - name: the local user's display name.
    ///   - isJoined: whether the local user joins at once, with the scenario's entrance. Otherwise the client joins through a
    ///     facade, with the scenario's answers.
    ///   - options: strict mode, frame rate and seed of the studio; the seed is 0 by default, so that tests are repeatable.
    ///   - responses: the responses of the emulated server; by default the scenario's, otherwise immediate success.
    ///   - keepsBytes: whether the bytes of accepted media are recorded, not only their hashes.
    ///   - callbackQueue: the serial queue of the callbacks; the main queue by default, as the vendor's SDK has it. A test that
    ///     occupies it delivers them while it waits. With `.main`, calls on other threads are named to a strict judge (PS-SDK-023).
    /// - Throws: a `ScenarioError` for an invalid file, and for steps that concern outputs or the end of a session.
    public convenience init(
        scenario: String, role: MeetingRole? = nil, name: String = "Local user", isJoined: Bool = true,
        options: StudioController.Options = .init(seed: 0), responses: StudioResponses? = nil, keepsBytes: Bool = false,
        callbackQueue: DispatchQueue? = nil
    ) throws(ScenarioError) {
        let scenario = try Scenario(scenario)
        try scenario.requireNoOutputs(of: "a TestMeeting has no outputs")
        var choices = StudioStage.Options(scenario)
        (choices.role, choices.studio, choices.responses) = (role, options, responses)
        self.init(choices, name: name, isJoined: isJoined, keepsBytes: keepsBytes, callbackQueue)
    }

    private init(
        _ choices: StudioStage.Options, name: String, isJoined: Bool, keepsBytes: Bool, _ callbackQueue: DispatchQueue?
    ) {
        let clock = ManualClock()
        var choices = choices
        (choices.isImmediate, choices.clock) = (true, clock)
        stage = StudioStage(choices)
        studio = stage.makeStudio(
            name: name, isJoined: isJoined && stage.isEnteredDirectly, queue: callbackQueue ?? .main)
        // Tests run on any thread.
        studio.judgesThreads.set(callbackQueue != nil)
        (self.clock, meeting) = (clock, studio.meeting)
        media = AcceptedMedia(keepsBytes: keepsBytes)
        contract = ContractMonitor(of: studio)
        recording = TestTraces.record(studio)
        received = ReceivedMedia(studio.meeting)
        meeting.localTracks.add(media)
        let (log, complaints) = (log, complaints)
        meeting.onEvent { event in log.update { $0.append(.meeting(event)) } }
        studio.onEvent { event in log.update { $0.append(.studio(event)) } }
        stage.onStep { _, outcome in
            if case .withoutEffect(let note) = outcome { complaints.withLock { $0.append(note) } }
        }
        if choices.scenario != nil { studio.entryResponses = stage.defaults.responses }
        stage.attach(studio: studio)
        stage.begin()
        if isJoined { stage.enter(meeting) }
        stage.beginControl(SessionConfiguration.environmentVariable("PSSTUDIO_CONTROL"))
    }

    /// The steps of the scenario that had no effect, with file and line; empty when all had.
    public var scenarioNotes: [String] { complaints.withLock { $0 } }

    deinit {
        stage.finish()
        stage.closeControl()
        if let recording { TestTraces.finish(recording) }
    }

    // MARK: Trace

    /// Records all calls, callbacks, violations and media from now on, for `psstudio verify`. Call it before the client
    /// uses the studio.
    ///
    /// - Parameters:
    ///   - path: a file; or a folder, with a `/` at its end, which gets a new file.
    ///   - overwrites: whether an existing file is overwritten.
    /// - Throws: an error when the file exists or cannot be created, and when a trace is being written.
    public func beginTrace(_ path: String, overwrites: Bool = false) throws(TestMeetingError) {
        guard !stage.isTracing else {
            throw TestMeetingError("a trace is being written; call finishTrace() first")
        }
        do throws(TraceFile.OpenError) {
            _ = try stage.beginTrace(
                of: studio, in: TraceDestination(path, overwrites: overwrites), session: "test")
            diagnoseContents()
        } catch {
            throw TestMeetingError("\(error)")
        }
    }

    /// Completes the trace, and waits until it is written. Later events are not recorded.
    ///
    /// - Throws: an error when the trace could not be written.
    public func finishTrace() throws(TestMeetingError) {
        if let failure = stage.finishTrace() { throw TestMeetingError(failure) }
    }

    // MARK: Contents

    /// Diagnoses the contents of accepted media from the next start on, and reports mistakes as warnings in ``violations``:
    /// floating-point samples, swapped planes, rows with padding. `docs/contents.md` lists them. A trace includes it.
    ///
    /// Frames are diagnosed inside the send call, every 500 ms of the clock at first; audio in windows of half a second.
    public func diagnoseContents() {
        if !stage.isDiagnosing { stage.diagnoseContents(of: studio) }
    }

    // MARK: Delivered events

    /// All delivered events, in order, whether or not a delegate is set.
    public var events: [Event] { log.withLock { $0 } }

    /// The delivered callbacks of the studio.
    public var studioEvents: [StudioEvent] {
        events.compactMap { if case .studio(let event) = $0 { event } else { nil } }
    }

    /// The delivered events of the meeting.
    public var meetingEvents: [MeetingEvent] {
        events.compactMap { if case .meeting(let event) = $0 { event } else { nil } }
    }

    /// The contract violations of the client, one per rule.
    public var violations: [Violation] { studio.violations.all }

    /// Throws when the client broke the contract, with one line per rule. It judges by the rules of `psstudio verify`: those about
    /// the order of calls, and each violation that is a fault of the client. Failures that the test injects are not, nor are
    /// rejections that no client can avoid. Mistakes in the contents of media count when ``diagnoseContents()`` was called.
    public func requireNoViolations() throws(TestMeetingError) {
        let verdict = contract.verdict
        let found = violations.filter { !verdict.forgiven.contains($0.error.rule.id.rawValue) }
        let lines = found.map { "\($0.error) (\($0.count) times)" } + verdict.lines
        guard !lines.isEmpty else { return }
        throw TestMeetingError("the client violated the contract:\n\(lines.joined(separator: "\n"))")
    }

    // MARK: Time

    /// Waits until every due callback is delivered. Must not be called inside a callback.
    ///
    /// - Throws: an error after `seconds`: a callback blocks, or its queue is not served.
    public func settle(within seconds: Double = TestMeeting.defaultTimeout) throws(TestMeetingError) {
        try MainQueue.serve { () throws(TestMeetingError) in try settleHere(seconds) }
    }

    func settleHere(_ seconds: Double) throws(TestMeetingError) {
        _ = try rest(seconds)
        // Steps of the scenario that are due with a frame.
        while let next = clock.nextTime, next <= clock.now {
            clock.advance(to: next)
            _ = try rest(seconds)
        }
    }

    /// Advances the clock and delivers each callback at its own time.
    ///
    /// Must not be called inside a callback.
    ///
    /// - Throws: an error when callbacks are not delivered within `seconds` of real time.
    public func turn(by span: MediaTime, within seconds: Double = TestMeeting.defaultTimeout) throws(TestMeetingError) {
        try MainQueue.serve { () throws(TestMeetingError) in try turnHere(span, seconds) }
    }

    func turnHere(_ span: MediaTime, _ seconds: Double) throws(TestMeetingError) {
        let target = clock.now + span
        _ = try rest(seconds)
        while let next = clock.nextTime, next <= target {
            clock.advance(to: next)
            _ = try rest(seconds)
        }
        clock.advance(to: target)
        _ = try rest(seconds)
    }

    /// Waits until the studio is in a state, advancing the clock to each pending callback.
    ///
    /// - Throws: an error with the actual state after `seconds` of real time.
    public func wait(for state: StudioState, within seconds: Double = TestMeeting.defaultTimeout)
        throws(TestMeetingError)
    {
        try wait(until: "the studio is \(state)", within: seconds) { self.studio.state == state }
    }

    /// Waits until a condition holds, advancing the clock to each pending callback.
    ///
    /// - Parameters:
    ///   - description: describes the condition.
    ///   - seconds: the timeout in real time.
    ///   - condition: evaluated after every callback and every accepted unit, and periodically for changes without an
    ///     event, such as a property of the client.
    /// - Throws: an error after the timeout.
    public func wait(
        until description: String, within seconds: Double = TestMeeting.defaultTimeout, _ condition: () -> Bool
    ) throws(TestMeetingError) {
        let waiting = Waiting(description, seconds)
        while true {
            let seen = progress
            let rest = try MainQueue.serve { () throws(TestMeetingError) in try self.rest(waiting.remaining) }
            if condition() { return }
            try waiting.check(self)
            MainQueue.serve { proceed(rest, seen) }
        }
    }

    /// A wait for a condition.
    struct Waiting: Sendable {
        private let timer = SystemClock()
        private let description: String
        private let seconds: Double

        init(_ description: String, _ seconds: Double) {
            (self.description, self.seconds) = (description, seconds)
        }

        var remaining: Double { max(0.01, seconds - timer.now.seconds) }

        func check(_ test: TestMeeting) throws(TestMeetingError) {
            guard timer.now.seconds >= seconds else { return }
            throw TestMeetingError(
                "timeout after \(seconds) s waiting until \(description); the studio is \(test.studio.state), "
                    + "last events: \(test.events.suffix(8))")
        }
    }

    /// The numbers of events and of accepted units.
    var progress: (events: Int, units: Int) { (log.withLock { $0.count }, media.count) }

    /// Advances the clock to the next callback, or waits for something new.
    func proceed(_ rest: CallbackQueue.Rest, _ seen: (events: Int, units: Int)) {
        if case .waits(let time) = rest { return clock.advance(to: time) }
        // Callbacks wake the wait; accepted media and the client's own properties are polled every 5 ms.
        let isNew = log.wait(seconds: 0.005) { $0.count != seen.events ? true : nil }
        // The client had its chance to react, so the next step of the scenario may come.
        if isNew == nil, media.count == seen.units, stage.hasTimer, let next = clock.nextTime {
            clock.advance(to: next)
        }
    }

    /// The default timeout in seconds, long enough for a loaded machine.
    public static let defaultTimeout = 10.0

    func rest(_ seconds: Double) throws(TestMeetingError) -> CallbackQueue.Rest {
        if let rest = meeting.waitUntilAtRest(seconds: seconds) { return rest }
        let blocked = meeting.unfinishedCallbacks.joined(separator: ", ")
        throw TestMeetingError(
            "callbacks were not delivered within \(seconds) s: \(blocked); last events: \(events.suffix(4)); if the main thread "
                + "waits for another one, let it wait with TestMeeting, or choose a callbackQueue")
    }
}

/// A timeout or a contract violation in a test.
public struct TestMeetingError: Error, CustomStringConvertible {
    /// What was expected, and what happened instead.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
