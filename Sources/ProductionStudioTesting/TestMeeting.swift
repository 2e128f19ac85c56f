public import Dispatch
public import ProductionStudio
public import StudioCore
public import StudioMeeting
public import StudioRuntime

/// A meeting with a studio for a test, in a line: `let test = TestMeeting()`.
///
/// Time stands still until the test turns it, callbacks come on a queue of the meeting's own, everything that is told is
/// kept in order, and so is what the studio accepted; no output is needed. Nothing here sleeps: a test waits for a state
/// or turns the clock. It works with Swift Testing and with XCTest, because what goes wrong is thrown.
public final class TestMeeting: Sendable {
    /// The clock of the meeting; turn it with ``turn(by:within:)``.
    public let clock: ManualClock
    /// The meeting; what can happen to it is a line each: `test.meeting.revokeCoHost()`.
    public let meeting: Meeting
    /// The studio that the app under test drives.
    public let studio: StudioController
    /// What the studio accepted.
    public let media: AcceptedMedia
    private let log = Monitor<[Told]>([])

    /// Something that the meeting or its studio told.
    public enum Told: Hashable, Sendable {
        /// The meeting told it.
        case meeting(MeetingEvent)
        /// The studio told it.
        case studio(StudioEvent)
    }

    /// Makes a meeting with a studio.
    ///
    /// - Parameters:
    ///   - role: the local user's role.
    ///   - name: the local user's display name.
    ///   - kind: a meeting, or a webinar.
    ///   - isJoined: whether the local user is inside already; otherwise `meeting.join()` begins it.
    ///   - options: strict mode and frame rate of the studio.
    ///   - responses: what each step answers, and after how long; at once by default.
    ///   - keepsBytes: whether accepted media is kept whole, not only as hashes.
    ///   - callbackQueue: the queue of the callbacks; one of the meeting's own by default.
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

    // MARK: What was told

    /// Everything that was told so far, in order, whether or not anybody listens.
    public var told: [Told] { log.withLock { $0 } }

    /// What the studio told so far.
    public var studioEvents: [StudioEvent] {
        told.compactMap { if case .studio(let event) = $0 { event } else { nil } }
    }

    /// What the meeting told so far.
    public var meetingEvents: [MeetingEvent] {
        told.compactMap { if case .meeting(let event) = $0 { event } else { nil } }
    }

    /// What the app did wrong, one entry for each rule.
    public var violations: [Violation] { studio.violations.all }

    /// Throws when the app did anything wrong, with one line for each rule.
    public func requireNoViolations() throws(TestMeetingError) {
        let found = violations
        guard !found.isEmpty else { return }
        let lines = found.map { "\($0.error) (\($0.count) times)" }
        throw TestMeetingError("the app broke the contract:\n\(lines.joined(separator: "\n"))")
    }

    // MARK: Time

    /// Waits until every callback that is due was delivered. Must not be called inside a callback.
    ///
    /// - Throws: when that takes longer than `seconds`: a callback hangs, or its queue is not served.
    public func settle(within seconds: Double = TestMeeting.patience) throws(TestMeetingError) {
        _ = try rest(seconds)
    }

    /// Turns the clock by a span, delivering what becomes due on the way at its own time.
    ///
    /// Must not be called inside a callback.
    ///
    /// - Throws: when callbacks are not delivered within `seconds` of real time.
    public func turn(by span: MediaTime, within seconds: Double = TestMeeting.patience) throws(TestMeetingError) {
        let target = clock.now + span
        while case .waits(let time) = try rest(seconds), time <= target { clock.advance(to: time) }
        clock.advance(to: target)
        _ = try rest(seconds)
    }

    /// Waits until the studio is in a state, turning the clock to each callback that is on its way.
    ///
    /// - Throws: when that takes longer than `seconds` of real time, saying where the studio is instead.
    public func wait(for state: StudioState, within seconds: Double = TestMeeting.patience) throws(TestMeetingError) {
        try wait(until: "the studio is \(state)", within: seconds) { self.studio.state == state }
    }

    /// Waits until a condition holds, turning the clock to each callback that is on its way.
    ///
    /// - Parameters:
    ///   - description: the condition in words.
    ///   - seconds: the deadline in real time.
    ///   - condition: asked after every callback, every accepted unit, and from time to time for what announces itself
    ///     nowhere, a property of the app for example.
    /// - Throws: when the deadline passes.
    public func wait(
        until description: String, within seconds: Double = TestMeeting.patience, _ condition: () -> Bool
    ) throws(TestMeetingError) {
        let watch = SystemClock()
        let deadline = MediaTime.seconds(seconds)
        while true {
            let seen = (log.withLock { $0.count }, media.count)
            let rest = try rest(max(0.01, (deadline - watch.now).seconds))
            if condition() { return }
            if watch.now >= deadline {
                throw TestMeetingError(
                    "waited \(seconds) s in vain until \(description); the studio is \(studio.state), "
                        + "told so far: \(told.suffix(8))")
            }
            if case .waits(let time) = rest {
                clock.advance(to: time)
            } else {
                // Woken by callbacks; accepted media and the app's own properties are looked at every 5 ms.
                _ = log.wait(seconds: 0.005) { $0.count != seen.0 ? true : nil }
            }
        }
    }

    /// How long a test waits before it fails, in seconds: long enough for a loaded machine.
    public static let patience = 10.0

    private func rest(_ seconds: Double) throws(TestMeetingError) -> CallbackQueue.Rest {
        if let rest = meeting.callbackQueue.waitUntilAtRest(seconds: seconds) { return rest }
        throw TestMeetingError("callbacks were not delivered within \(seconds) s; the last ones: \(told.suffix(4))")
    }
}

/// Something that a test waited for in vain, or that must not be.
public struct TestMeetingError: Error, CustomStringConvertible {
    /// What was expected, and what was found instead.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}
