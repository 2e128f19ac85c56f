import ProductionStudio
import StudioCore

/// The contract's section 5: for each state and input the effect and the next phase.
enum ControllerTransitionTable {
    struct Row: Hashable, Sendable {
        let phase: Phase
        let input: Input
        let effect: Effect
        let after: Phase
    }

    private static let twice = Effect.refused(.startTwice, .wrongUsage)
    private static let idleStop = Effect.refused(.stopNotStarted, .wrongUsage)
    private static let outside = Effect.refused(.stopOutsideMeeting, .notInMeeting)

    static let rows: [Row] =
        rows(
            .idle,
            [
                (.start, .scheduleAnswer, .starting), (.stop, idleStop, .idle), (.stopOutsideMeeting, outside, .idle),
                (.interrupt, .nothing, .idle), (.answerTrue, .nothing, .idle), (.answerFalse, .nothing, .idle),
                (.senderPresent, .nothing, .idle), (.senderAbsent, .nothing, .idle), (.stopDue, .nothing, .idle),
            ])
        + rows(
            .starting,
            [
                (.start, twice, .starting), (.stop, .scheduleStop, .stoppingUnanswered),
                (.stopOutsideMeeting, outside, .starting), (.interrupt, .nothing, .refusing),
                (.answerTrue, .deliverTrue, .accepted), (.answerFalse, .deliverFalse, .idle),
                (.senderPresent, .nothing, .starting), (.senderAbsent, .nothing, .starting),
                (.stopDue, .nothing, .starting),
            ])
        + rows(
            .refusing,
            [
                (.start, twice, .refusing), (.stop, .scheduleStop, .stoppingUnanswered),
                (.stopOutsideMeeting, outside, .refusing), (.interrupt, .nothing, .refusing),
                (.answerTrue, .deliverFalse, .idle), (.answerFalse, .deliverFalse, .idle),
                (.senderPresent, .nothing, .refusing), (.senderAbsent, .nothing, .refusing),
                (.stopDue, .nothing, .refusing),
            ])
        + rows(
            .accepted,
            [
                (.start, twice, .accepted), (.stop, .scheduleStop, .stoppingAccepted),
                (.stopOutsideMeeting, outside, .accepted), (.interrupt, .scheduleStop, .stoppingAccepted),
                (.answerTrue, .nothing, .accepted), (.answerFalse, .nothing, .accepted),
                (.senderPresent, .deliverSender, .sending), (.senderAbsent, .deliverNil, .stoppingAccepted),
                (.stopDue, .nothing, .accepted),
            ])
        + rows(
            .sending,
            [
                (.start, twice, .sending), (.stop, .scheduleStop, .stoppingSending),
                (.stopOutsideMeeting, outside, .sending), (.interrupt, .scheduleStop, .stoppingSending),
                (.answerTrue, .nothing, .sending), (.answerFalse, .nothing, .sending),
                (.senderPresent, .nothing, .sending), (.senderAbsent, .nothing, .sending),
                (.stopDue, .nothing, .sending),
            ])
        + rows(
            .stoppingUnanswered,
            [
                (.start, twice, .stoppingUnanswered), (.stop, idleStop, .stoppingUnanswered),
                (.stopOutsideMeeting, outside, .stoppingUnanswered), (.interrupt, .nothing, .stoppingUnanswered),
                (.answerTrue, .deliverFalse, .stoppingRefused), (.answerFalse, .deliverFalse, .stoppingRefused),
                (.senderPresent, .nothing, .stoppingUnanswered), (.senderAbsent, .nothing, .stoppingUnanswered),
                // The callback queue delivers the start result first. Without it the app would still receive the
                // end.
                (.stopDue, .deliverEnd(wasSending: false), .idle),
            ])
        + rows(
            .stoppingRefused,
            [
                (.start, twice, .stoppingRefused), (.stop, idleStop, .stoppingRefused),
                (.stopOutsideMeeting, outside, .stoppingRefused), (.interrupt, .nothing, .stoppingRefused),
                (.answerTrue, .nothing, .stoppingRefused), (.answerFalse, .nothing, .stoppingRefused),
                (.senderPresent, .nothing, .stoppingRefused), (.senderAbsent, .nothing, .stoppingRefused),
                (.stopDue, .deliverEnd(wasSending: false), .idle),
            ])
        + rows(
            .stoppingAccepted,
            [
                (.start, twice, .stoppingAccepted), (.stop, idleStop, .stoppingAccepted),
                (.stopOutsideMeeting, outside, .stoppingAccepted), (.interrupt, .nothing, .stoppingAccepted),
                (.answerTrue, .nothing, .stoppingAccepted), (.answerFalse, .nothing, .stoppingAccepted),
                (.senderPresent, .nothing, .stoppingAccepted), (.senderAbsent, .nothing, .stoppingAccepted),
                (.stopDue, .deliverEnd(wasSending: false), .idle),
            ])
        + rows(
            .stoppingSending,
            [
                (.start, twice, .stoppingSending), (.stop, idleStop, .stoppingSending),
                (.stopOutsideMeeting, outside, .stoppingSending), (.interrupt, .nothing, .stoppingSending),
                (.answerTrue, .nothing, .stoppingSending), (.answerFalse, .nothing, .stoppingSending),
                (.senderPresent, .nothing, .stoppingSending), (.senderAbsent, .nothing, .stoppingSending),
                (.stopDue, .deliverEnd(wasSending: true), .idle),
            ])

    private static func rows(_ phase: Phase, _ entries: [(Input, Effect, Phase)]) -> [Row] {
        entries.map { Row(phase: phase, input: $0.0, effect: $0.1, after: $0.2) }
    }
}
