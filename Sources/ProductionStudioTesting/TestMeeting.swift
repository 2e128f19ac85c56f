public import Dispatch
public import ProductionStudio
public import StudioCore
public import StudioMeeting
public import StudioRuntime

/// A meeting with a studio for tests: `let test = TestMeeting()`.
///
/// The clock advances only when the test advances it. Callbacks are delivered on a queue of the meeting. All events and
/// accepted media are recorded in order; no output is needed. Nothing sleeps: a test waits for a state or advances the
/// clock. Failures are thrown, so it works with Swift Testing and XCTest.
public final class TestMeeting: Sendable {
    /// The clock of the meeting; ``turn(by:within:)`` advances it.
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

    /// A delivered event of the meeting or its studio.
    public enum Event: Hashable, Sendable {
        /// An event of the meeting.
        case meeting(MeetingEvent)
        /// A callback of the studio.
        case studio(StudioEvent)
    }

    /// Creates a meeting with a studio.
    ///
    /// - Parameters:
    ///   - role: the local user's role.
    ///   - name: the local user's display name.
    ///   - kind: a meeting, or a webinar.
    ///   - isJoined: whether the local user has already joined; otherwise call `meeting.join()`.
    ///   - options: strict mode and frame rate of the studio.
    ///   - responses: the responses of the emulated server; immediate success by default.
    ///   - keepsBytes: whether the bytes of accepted media are recorded, not only their hashes.
    ///   - callbackQueue: the queue of the callbacks; a queue of its own by default.
    public init(
        role: MeetingRole = .host, name: String = "Local user", kind: MeetingKind = .meeting, isJoined: Bool = true,
        options: StudioController.Options = .init(), responses: StudioResponses = .immediate, keepsBytes: Bool = false,
        callbackQueue: DispatchQueue = DispatchQueue(label: "psstudio.testing")
    ) {
        clock = ManualClock()
        meeting = Meeting(
            role: role, name: name, kind: kind, isJoined: isJoined, clock: clock, callbackQueue: callbackQueue)
        studio = StudioController(in: meeting, options: options, responses: responses)
        media = AcceptedMedia(keepsBytes: keepsBytes)
        meeting.fanout.add(media)
        let log = log
        meeting.onEvent { event in log.update { $0.append(.meeting(event)) } }
        studio.onEvent { event in log.update { $0.append(.studio(event)) } }
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

    /// Throws when there were violations, with one line per rule.
    public func requireNoViolations() throws(TestMeetingError) {
        let found = violations
        guard !found.isEmpty else { return }
        let lines = found.map { "\($0.error) (\($0.count) times)" }
        throw TestMeetingError("the client violated the contract:\n\(lines.joined(separator: "\n"))")
    }

    // MARK: Time

    /// Waits until every due callback is delivered. Must not be called inside a callback.
    ///
    /// - Throws: an error after `seconds`: a callback blocks, or its queue is not served.
    public func settle(within seconds: Double = TestMeeting.defaultTimeout) throws(TestMeetingError) {
        _ = try rest(seconds)
    }

    /// Advances the clock and delivers each callback at its own time.
    ///
    /// Must not be called inside a callback.
    ///
    /// - Throws: an error when callbacks are not delivered within `seconds` of real time.
    public func turn(by span: MediaTime, within seconds: Double = TestMeeting.defaultTimeout) throws(TestMeetingError) {
        let target = clock.now + span
        while case .waits(let time) = try rest(seconds), time <= target { clock.advance(to: time) }
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
        let timer = SystemClock()
        let deadline = MediaTime.seconds(seconds)
        while true {
            let seen = (log.withLock { $0.count }, media.count)
            let rest = try rest(max(0.01, (deadline - timer.now).seconds))
            if condition() { return }
            if timer.now >= deadline {
                throw TestMeetingError(
                    "timeout after \(seconds) s waiting until \(description); the studio is \(studio.state), "
                        + "last events: \(events.suffix(8))")
            }
            if case .waits(let time) = rest {
                clock.advance(to: time)
            } else {
                // Callbacks wake the wait; accepted media and the client's own properties are polled every 5 ms.
                _ = log.wait(seconds: 0.005) { $0.count != seen.0 ? true : nil }
            }
        }
    }

    /// The default timeout in seconds, long enough for a loaded machine.
    public static let defaultTimeout = 10.0

    private func rest(_ seconds: Double) throws(TestMeetingError) -> CallbackQueue.Rest {
        if let rest = meeting.callbackQueue.waitUntilAtRest(seconds: seconds) { return rest }
        throw TestMeetingError("callbacks were not delivered within \(seconds) s; last events: \(events.suffix(4))")
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
