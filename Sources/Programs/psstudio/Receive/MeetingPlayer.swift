import Dispatch
import Glibc
import MediaInputs
import MediaReceiving
import ProductionStudio
import ProgramConsole
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioScenario

/// A meeting whose remote participants publish media, until all media has ended, a duration is over, or a signal comes.
final class MeetingPlayer {
    /// Nobody starts the studio.
    private let studio: StudioController
    private let stage: StudioStage
    private let manual: ManualClock?
    private var feeds: [(name: String, feed: ParticipantFeed)] = []
    private let signal = Monitor<Int32?>(nil)
    private let notes = Lock<[String]>([])
    private let hasJoined: Lock<Bool>
    /// The command `stop` of a controller ends the session.
    private let session = StoppableSession()

    /// - Parameters:
    ///   - seed: the seed of drifting rates; random if nil.
    ///   - isFast: whether the clock advances as fast as possible.
    ///   - scenario: who is in the meeting, and what happens; see ``begin()``.
    init(seed: UInt64?, isFast: Bool, scenario: Scenario? = nil) {
        manual = isFast ? ManualClock() : nil
        var options = StudioStage.Options(scenario)
        options.isImmediate = true
        options.clock = manual ?? options.clock
        options.studio.seed = seed ?? options.studio.seed
        stage = StudioStage(options)
        studio = stage.makeStudio(
            isJoined: stage.isEnteredDirectly, queue: DispatchQueue(label: "psstudio.callbacks"))
        hasJoined = Lock(stage.isEnteredDirectly)
    }

    var meeting: Meeting { studio.meeting }
    var seed: UInt64 { studio.options.seed }
    private var scenario: Scenario? { stage.options.scenario }

    /// Adds the participants of the scenario, enters its meeting, and begins the session time.
    func begin() {
        meeting.onEvent { [hasJoined] event in
            if case .status(.inMeeting, _) = event { hasJoined.set(true) }
        }
        stage.onStep { [notes] _, outcome in
            if case .withoutEffect(let note) = outcome { notes.withLock { $0.append(note) } }
        }
        stage.attach(session: session)
        stage.attach(studio: studio)
        stage.beginControl(SessionConfiguration.environmentVariable("PSSTUDIO_CONTROL"))
        guard stage.refusal == nil else { return }
        stage.begin()
        stage.enter(meeting)
        meeting.settle()
    }

    /// The steps of the scenario that had no effect, with file and line.
    var scenarioNotes: [String] { notes.withLock { $0 } }

    /// Why the local user was never in the meeting of the scenario; `nil` if it was.
    var joinFailure: String? {
        if let refusal = stage.refusal { return refusal }
        guard !hasJoined.withLock({ $0 }) else { return nil }
        guard meeting.status.isOver else {
            return "not in the meeting at the end; its status is \(meeting.status.rawValue)"
        }
        return "joining the meeting failed" + (meeting.joinFailure.map { ": \($0)" } ?? "")
    }

    /// Publishes a source from now on.
    ///
    /// - Throws: the error of a source that cannot be opened.
    func publish(_ source: ParticipantSource, of user: UserID, as name: String) throws {
        feeds.append((name, try ParticipantFeed(source, of: user, in: meeting)))
    }

    /// Plays until the end of all sources, the duration, or a signal.
    func run(until end: MediaTime?) {
        Signals.onFirst { [signal] number in signal.update { $0 = number } }
        if let manual {
            advance(manual, to: end)
            // Before the feeds stop: their tracks end when the clock is advanced again, which is after the session.
            deliverDue()
            stopFeeds()
        } else {
            wait(until: end)
            stopFeeds()
            deliverDue()
        }
    }

    private func stopFeeds() {
        for entry in feeds { entry.feed.stop() }
        stage.finish()
        stage.closeControl()
    }

    /// The failures of sources, with the names of their participants.
    var failures: [String] {
        feeds.compactMap { entry in entry.feed.failure.map { "\(entry.name): \($0)" } }
    }

    /// The signal that ended the session.
    var interruption: ExitReason? {
        signal.withLock { $0 }.map { ExitReason(signal: $0) }
    }

    /// A scenario ends with the meeting.
    private var hasEnded: Bool {
        if session.isOver { return true }
        guard scenario != nil else { return feeds.allSatisfy { $0.feed.hasEnded } }
        return stage.refusal != nil || meeting.status.isOver
    }

    private func wait(until end: MediaTime?) {
        while !hasEnded {
            let left = end.map { ($0 - meeting.clock.now).seconds } ?? .infinity
            if left <= 0 { return }
            if signal.wait(seconds: min(left, 0.1), until: { $0 }) != nil { return }
        }
    }

    private func advance(_ clock: ManualClock, to end: MediaTime?) {
        while !hasEnded, signal.withLock({ $0 }) == nil, let next = clock.nextTime {
            if let end, next > end { return clock.advance(to: end) }
            clock.advance(to: next)
            if meeting.waitUntilAtRest(seconds: 30) == nil { return }
        }
        // Nothing is due any more.
        if let end, !hasEnded, signal.withLock({ $0 }) == nil { clock.advance(to: end) }
    }

    /// Delivers what is due now: calls that return give way to waiting frames.
    private func deliverDue() {
        _ = meeting.waitUntilAtRest(seconds: 10)
        while let manual, let next = manual.nextTime, next <= manual.now {
            manual.advance(to: next)
            _ = meeting.waitUntilAtRest(seconds: 10)
        }
    }
}

/// The last frames of a participant, to exhaust a budget.
final class KeptFrames: Sendable {
    let limit: Int
    private let frames = Lock<[KeptFrame]>([])

    init(limit: Int) {
        self.limit = limit
    }

    func append(_ frame: KeptFrame) {
        let released = frames.withLock { frames -> KeptFrame? in
            frames.append(frame)
            return frames.count > limit ? frames.removeFirst() : nil
        }
        withExtendedLifetime(released) {}
    }

    func removeAll() { frames.set([]) }
}
