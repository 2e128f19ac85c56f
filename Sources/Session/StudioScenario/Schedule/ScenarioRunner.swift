package import ProductionStudio
import Dispatch
import StudioCore
import StudioRuntime
import StudioMeeting
import Synchronization

/// Performs the steps of a scenario at their times on a clock.
///
/// On a manual clock, steps are performed inside the `advance` that reaches their time, so their order is fixed. A step that
/// is due with an accepted frame is performed after the send call, at the next `advance`.
package final class ScenarioRunner: Sendable {
    private struct State: Sendable {
        var schedule: ScenarioSchedule
        /// The time of the earliest timer that is set.
        var timer: MediaTime?
        var isStopped = false
    }

    package let scenario: Scenario
    private let clock: any StudioClock
    /// The clock's time at the beginning of the session.
    private let origin: MediaTime
    private let perform: @Sendable (ScenarioStep) -> Void
    private let state: Lock<State>
    /// Performs steps in real time, because a command to an output may take longer than callbacks may wait.
    private let queue = DispatchQueue(label: "psstudio.scenario")
    private let frames = Atomic(0)
    /// The number of frames that makes the next step due, so that the send path compares two numbers.
    private let nextFrame: Atomic<Int>
    private let denial = Atomic(false)

    /// - Parameters:
    ///   - clock: the clock of the session; the scenario's zero is its current time.
    ///   - perform: performs a step, one at a time; called inside `advance` of a manual clock, otherwise on a queue.
    package init(
        _ scenario: Scenario, clock: any StudioClock, perform: @escaping @Sendable (ScenarioStep) -> Void
    ) {
        self.scenario = scenario
        self.clock = clock
        self.perform = perform
        origin = clock.now
        let schedule = ScenarioSchedule(scenario.steps.map(\.timing))
        state = Lock(State(schedule: schedule))
        nextFrame = Atomic(schedule.nextFrame ?? .max)
    }

    /// Sets the first timer.
    package func begin() { arm() }

    /// No step is performed any more, except one that is being performed.
    package func stop() {
        state.withLock { $0.isStopped = true }
        nextFrame.store(.max, ordering: .relaxed)
    }

    /// Whether a step can become due later without another event or frame.
    package var hasTimer: Bool { state.withLock { !$0.isStopped && $0.schedule.nextTime != nil } }

    /// An event of the client's life occurred.
    package func receive(_ event: ScenarioEvent) {
        let now = clock.now - origin
        state.withLock { state in
            state.schedule.occurred(event, at: now, frames: frames.load(ordering: .relaxed))
            nextFrame.store(state.schedule.nextFrame ?? .max, ordering: .relaxed)
        }
        arm()
    }

    /// Observes the events and frames of a studio and its meeting.
    package func observe(_ studio: StudioController) {
        studio.addObserver(self)
        studio.onAuthentication { [weak self] in self?.receive(.onAuthentication) }
        studio.meeting.onEvent { [weak self] event in
            if case .status(let status, _) = event { self?.receive(status) }
        }
        studio.onCall { [weak self] call in
            switch call {
            case .start(_, .success): self?.receive(.onStartPSMode)
            case .stop(.success): self?.receive(.onStopPSMode)
            case .start, .stop: break
            }
        }
        studio.onEvent { [weak self] event in
            switch event {
            case .answered: self?.receive(.onStartPSModeResult)
            case .startedSending: self?.receive(.onStartSend)
            case .stoppedSending: self?.receive(.onStopSend)
            case .userChanged: break
            }
        }
    }

    private func receive(_ status: MeetingStatus) {
        switch status {
        case .inMeeting: receive(.onJoin)
        case .ended, .failed: receive(.onEnd)
        default: break
        }
    }

    /// Performs steps that were due earlier, as if they were due now.
    package func catchUp(on steps: [ScenarioStep]) {
        guard !steps.isEmpty else { return }
        let body = { @Sendable [weak self] in
            guard let self else { return }
            for step in steps where !state.withLock({ $0.isStopped }) { perform(step) }
        }
        let isManual = clock is ManualClock
        clock.schedule(at: clock.now) { [queue] in if isManual { body() } else { queue.async(execute: body) } }
    }

    // MARK: Timers

    /// Sets a timer for the next step, unless an earlier one is set.
    private func arm() {
        let time = state.withLock { state -> MediaTime? in
            guard !state.isStopped, let next = state.schedule.nextTime, next < state.timer ?? .init(nanoseconds: .max)
            else { return nil }
            state.timer = next
            return next
        }
        guard let time else { return }
        let isManual = clock is ManualClock
        clock.schedule(at: origin + time) { [weak self, queue] in
            if isManual { self?.reach(time) } else { queue.async { [weak self] in self?.reach(time) } }
        }
    }

    private func reach(_ time: MediaTime) {
        state.withLock { state in if state.timer == time { state.timer = nil } }
        // A manual clock that returns from a timer may already be at its target, so the timer's own time counts.
        while let step = next(at: time) { perform(scenario.steps[step]) }
        arm()
    }

    private func next(at time: MediaTime) -> Int? {
        state.withLock { state in
            guard !state.isStopped else { return nil }
            let now = clock is ManualClock ? time : max(time, clock.now - origin)
            return state.schedule.next(at: now)
        }
    }
}

extension ScenarioRunner: StudioObserver {
    package func studioAccepted(_ frame: borrowing VideoFrame, isDropped: Bool) { frameAccepted() }

    package func studioWasQueried(_ query: StudioQuery, answer: Bool) {
        if !answer { denial.store(true, ordering: .relaxed) }
    }

    /// Whether the studio has denied the client to start. It need not try then.
    package var wasDenied: Bool { denial.load(ordering: .relaxed) }

    /// On the send path: one addition and one comparison, unless a step is due.
    package func frameAccepted() {
        let count = frames.add(1, ordering: .relaxed).newValue
        guard count >= nextFrame.load(ordering: .relaxed) else { return }
        let now = clock.now - origin
        state.withLock { state in
            state.schedule.accepted(frames: count, at: now)
            nextFrame.store(state.schedule.nextFrame ?? .max, ordering: .relaxed)
        }
        arm()
    }
}
