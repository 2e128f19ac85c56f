package import StudioCore

extension Rule {
    /// What an app does to keep a rule of traces; `nil` for rules of interfaces, whose violations have a hint.
    package var fix: String? { Self.traceFixes[id] }

    private static let traceFixes: [RuleID: String] = [
        Rule.traceSendBeforeStart.id: "Wait for onStartSend, and send through the sender that it delivers.",
        Rule.traceSendAfterStop.id:
            "End the producer in onStopSend, and wait there until its current send has returned.",
        Rule.traceStaleSender.id: "Release the sender in onStopSend, and use the one of the last onStartSend.",
        Rule.traceDelegateLate.id: "Set the delegate before the start.",
        Rule.traceSupportUnchecked.id: "Call isSupportPSMode before the start, and do not start when it is false.",
        Rule.tracePermissionUnchecked.id: "Call canStartPSMode before the start, and do not start when it is false.",
        Rule.traceCleanUpEarly.id: "Keep a strong reference to the delegate until onStopSend.",
        Rule.traceSenderReleased.id: "Call stopPSMode, go on sending, and release the sender in onStopSend.",
        Rule.traceLoopEndsEarly.id: "Let the loop that sends run until onStopSend.",
        Rule.traceWaitsForEver.id:
            "Handle onStartPSModeResult(false) and onStartSend(nil), and end the wait for both after some seconds.",
        Rule.traceFramesUneven.id:
            "Compute the time of each frame from the first one and its number, and wait for that time; do not add up "
            + "sleeps. If the frames keep their schedule, reduce the load of the machine or the work of the producer.",
        Rule.traceVideoStalled.id:
            "Find what blocks the producer: decoding, a lock, a slow callback. Prepare some frames ahead.",
        Rule.traceVideoFrozen.id: "Check that the source delivers, and that each frame is rendered before it is sent.",
        Rule.traceVideoBlack.id: "Check the source; show a slate while it delivers nothing.",
        Rule.traceAudioGap.id: "Send blocks without a pause; send silence while the source delivers nothing.",
        Rule.traceAudioOverrun.id: "Send each block when the one before it ends, not as fast as the source is read.",
        Rule.traceAudioRate.id: "Pace blocks by the number of samples that were sent, not by sleeps.",
        Rule.traceTracksApart.id: "Begin and end video and audio together.",
        Rule.traceMediaDropped.id:
            "See the reason of the drop: send in the declared size and frame rate, or give the encoder less to do.",
        Rule.traceIncomplete.id:
            "Leave the meeting and un-initialise before the process ends; if it crashed, find the crash.",
        Rule.traceVideoEndsEarly.id: "Call the stop when the source ends, or send frames until then.",
        Rule.traceAudioEndsEarly.id: "Send audio, or silence, until the stop.",
        Rule.traceAllBlack.id: "Check the source, and that each frame is rendered before it is sent.",
        Rule.traceAllSilent.id: "Check the source and its volume; do not send audio when there is none.",
        Rule.traceStartsTooOften.id: "Wait for a second before the next start, and longer after each rejection.",
        Rule.traceTwoProducers.id: "Send video and audio from one thread, or from one serial queue.",
    ]
}
