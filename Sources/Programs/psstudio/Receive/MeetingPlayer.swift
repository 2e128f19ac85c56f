import Dispatch
import Glibc
import MediaInputs
import MediaReceiving
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario

/// A meeting whose remote participants publish media, until all media has ended, a duration is over, or a signal comes.
final class MeetingPlayer {
    let meeting: Meeting
    let seed: UInt64
    private let manual: ManualClock?
    private var feeds: [(name: String, feed: ParticipantFeed)] = []
    private let signal = Monitor<Int32?>(nil)
    private var performance: ScenarioPerformance?

    /// - Parameters:
    ///   - seed: the seed of drifting rates; random if nil.
    ///   - isFast: whether the clock advances as fast as possible.
    ///   - scenario: who is in the meeting, and what happens; see ``perform()``.
    init(seed: UInt64?, isFast: Bool, scenario: Scenario? = nil) {
        self.seed = seed ?? UInt64.random(in: .min ... .max)
        manual = isFast ? ManualClock() : nil
        let entrance = scenario?.entryResponses.entrance ?? .direct
        meeting = Meeting(
            role: scenario?.role ?? .host, kind: scenario?.kind ?? .meeting, isJoined: entrance == .direct,
            clock: manual ?? SystemClock(), callbackQueue: DispatchQueue(label: "psstudio.callbacks"))
        performance = scenario.map { ScenarioPerformance($0, in: meeting, seed: self.seed) }
    }

    /// Adds the participants of the scenario, and begins its session time.
    func perform() { performance?.begin() }

    /// The steps of the scenario that had no effect.
    var scenarioNotes: [String] { performance?.notes ?? [] }

    /// Why the local user was never in the meeting of the scenario; `nil` if it was.
    var joinFailure: String? { performance?.joinFailure }

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
        performance?.stop()
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
    private var hasEnded: Bool { performance?.hasEnded ?? feeds.allSatisfy { $0.feed.hasEnded } }

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
