import StudioCore
import StudioTrace
import Testing

@Suite("verify: starts, waits and producers")
struct StartVerifierTests {
    private func findings(isStrict: Bool = false, _ change: (inout TraceScript) -> Void) -> [TraceFinding] {
        var script = TraceScript()
        change(&script)
        return TraceReport(script.trace, path: "a", isStrict: isStrict).findings
    }

    private func rules(isStrict: Bool = false, _ change: (inout TraceScript) -> Void) -> [String] {
        findings(isStrict: isStrict, change).map(\.rule)
    }

    private static let release = TraceEvent.state(TraceState("sender", "released"))

    // MARK: The end

    @Test("TRACE-ORDER-008: a sender that is released before onStopSend, in either order with the stop")
    func releasedEarly() {
        #expect(rules { $0.whileStopping = [Self.release] } == ["TRACE-ORDER-008"])
        #expect(rules { $0.beforeStop = [Self.release] } == ["TRACE-ORDER-008"])
        #expect(rules { $0.afterStop = [(.zero, Self.release)] } == [])
        // The studio stops by itself, nothing was sent, or the delegate has gone as well.
        #expect(rules { ($0.beforeStop, $0.callsStop) = ([Self.release], false) } == [])
        #expect(rules { ($0.whileStopping, $0.seconds, $0.stopDelay) = ([Self.release], 0, .zero) } == [])
        #expect(rules { ($0.whileStopping, $0.isStopReceived) = ([Self.release], false) } == ["TRACE-ORDER-007"])
        // The gate had closed, and a rejected send told the client so.
        let rejected = TraceEvent.violation(
            TraceViolation(rule: "PS-SEND-001", code: "WrongUsage", message: "closed", isRefusal: true))
        #expect(!rules { $0.whileStopping = [rejected, Self.release] }.contains("TRACE-ORDER-008"))
        #expect(rules { $0.whileStopping = [Self.release, rejected] }.contains("TRACE-ORDER-008"))
    }

    @Test("TRACE-ORDER-008: a sender that is released before another onStartSend of the same start is not missed")
    func releasedBeforeSecondDelivery() {
        let again = TraceEvent.callback(TraceCallback("sendingStarted", ["hasSender": true], isReceived: true))
        #expect(rules { $0.beforeMedia = [Self.release, again] } == [])
    }

    @Test("TRACE-ORDER-009: nothing is sent between the stop and its callback")
    func loopEndsEarly() {
        let found = findings { $0.stopDelay = .seconds(1) }
        #expect(found.map(\.rule) == ["TRACE-ORDER-009"])
        #expect(found.map(\.group) == [.contract])
        #expect(found.first?.message.hasPrefix("nothing was sent in the 1.000 s from stopPSMode to onStopSend") == true)
        #expect(rules { $0.stopDelay = .milliseconds(250) } == [])
        #expect(rules { ($0.stopDelay, $0.whileStopping) = (.seconds(1), [TraceScript.frame]) } == [])
        #expect(rules { ($0.stopDelay, $0.callsStop) = (.seconds(1), false) }.contains("TRACE-ORDER-009") == false)
        // The producer ended before the stop: that is the finding.
        #expect(
            rules { ($0.stopDelay, $0.pauseBeforeStop) = (.seconds(1), .seconds(1)) } == [
                "TRACE-QUALITY-011", "TRACE-QUALITY-012",
            ])
    }

    // MARK: Waits

    /// A client that ends a time after an event.
    private func waits(
        _ events: [(MediaTime, TraceEvent)], end: MediaTime, clock: TraceHeader.Clock = .system, isComplete: Bool = true
    ) -> [TraceFinding] {
        let begin: [TraceEvent] = [
            .call(TraceCall("setDelegate", ["isSet": true])), .call(TraceCall("isSupported", result: true)),
            .call(TraceCall("canStart", result: true)), .call(TraceCall("start", result: "Success")),
        ]
        var records = begin.map { TraceRecord($0, at: .zero) }
        records += events.map { TraceRecord($0.1, at: $0.0) }
        if isComplete { records.append(TraceRecord(.end(TraceEnd(unhashed: 0, lost: 0)), at: end)) }
        let header = TraceHeader(writer: "test", clock: clock, session: "1", seed: nil)
        return TraceReport(Trace(header: header, records: records), path: "a").findings
    }

    private static func answer(_ isAccepted: Bool) -> TraceEvent {
        .callback(TraceCallback("startAnswered", ["accepted": .flag(isAccepted)], isReceived: true))
    }

    private static let noSender = TraceEvent.callback(
        TraceCallback("sendingStarted", ["hasSender": false], isReceived: true))
    private static let stopped = TraceEvent.callback(TraceCallback("sendingStopped", isReceived: true))
    private static let failures: [[TraceEvent]] = [
        [], [answer(true)], [answer(false)], [answer(true), noSender, stopped],
    ]

    @Test("TRACE-ORDER-010: a client that waits for a start until it ends", arguments: failures)
    func waitsForEver(failure: [TraceEvent]) {
        let events = failure.map { (MediaTime.milliseconds(100), $0) }
        let end = MediaTime.milliseconds(failure.isEmpty ? 5900 : 6000)
        let found = waits(events, end: end)
        #expect(found.map(\.rule) == ["TRACE-ORDER-010"])
        #expect(found.map(\.group) == [.contract])
        #expect(found.first?.message.contains(", and the client ended 5.9 s later without a stop; ") == true)
        // An end soon afterwards is a reaction; the end of a test or of a killed client says nothing.
        #expect(waits(events, end: .milliseconds(3000)).isEmpty)
        #expect(waits(events, end: end, clock: .manual).isEmpty)
        #expect(waits(events, end: end, isComplete: false).map(\.rule) == ["TRACE-QUALITY-010"])
    }

    @Test(
        "TRACE-ORDER-010: the message names what did not come",
        arguments: zip(
            failures,
            [
                "the start was not answered", "onStartSend did not follow the result", "the start was rejected",
                "onStartSend had no sender",
            ]))
    func waitMessage(failure: [TraceEvent], wait: String) {
        let events = failure.map { (MediaTime.milliseconds(100), $0) }
        #expect(
            waits(events, end: .milliseconds(failure.isEmpty ? 5900 : 6000)).first?.message
                == "\(wait), and the client ended 5.9 s later without a stop; limit the wait, then call "
                + "stopPSMode or leave the meeting")
    }

    @Test("a stop, another start that succeeds, or leaving the meeting ends the wait", arguments: failures)
    func limitedWait(failure: [TraceEvent]) {
        let events = failure.map { (MediaTime.milliseconds(100), $0) }
        let status = TraceEvent.callback(TraceCallback("meetingStatusChanged", ["status": "ended"]))
        let sender = TraceEvent.callback(TraceCallback("sendingStarted", ["hasSender": true], isReceived: true))
        let start = TraceEvent.call(TraceCall("start", result: "Success"))
        let stop = TraceEvent.call(TraceCall("stop", result: "Success"))
        let reactions: [[TraceEvent]] = [
            [stop, Self.stopped], [status], [.call(TraceCall("setDelegate", ["isSet": false]))],
            [start, Self.answer(true), sender, TraceScript.frame, stop, Self.stopped],
        ]
        for reaction in reactions {
            let all = events + reaction.map { (MediaTime.seconds(5), $0) }
            let found = waits(all, end: .seconds(20)).map(\.rule)
            #expect(!found.contains("TRACE-ORDER-010"), "\(reaction)")
        }
    }

    // MARK: Starts

    @Test("TRACE-QUALITY-015: more than five starts in a second after rejections")
    func startsTooOften() {
        func found(_ pause: MediaTime, count: Int = 8) -> [TraceFinding] {
            var time = MediaTime.zero
            var events: [(MediaTime, TraceEvent)] = [(.zero, Self.answer(false))]
            for _ in 1..<count {
                time += pause
                events.append((time, .call(TraceCall("start", result: "Success"))))
                events.append((time, Self.answer(false)))
            }
            return waits(events, end: time)
        }
        let quick = found(.milliseconds(100))
        #expect(quick.map(\.rule) == ["TRACE-QUALITY-015"])
        #expect(quick.map(\.count) == [3])
        #expect(quick.first?.message.hasPrefix("6 starts within 0.500 s, each after a rejection; ") == true)
        #expect(found(.milliseconds(200)).isEmpty)
        #expect(found(.milliseconds(1), count: 5).isEmpty)
    }

    // MARK: Producers

    @Test("TRACE-STRICT-001: a thread for video and another one for audio, for strict judges only")
    func twoThreads() {
        #expect(rules { $0.threads = (1, 2) } == [])
        let found = findings(isStrict: true) { $0.threads = (1, 2) }
        #expect(found.map(\.rule) == ["TRACE-STRICT-001"])
        #expect(found.map(\.group) == [.strict])
        #expect(rules(isStrict: true) { _ in } == [])
        #expect(rules(isStrict: true) { ($0.threads, $0.isOnQueue) = ((1, 2), true) } == [])
        // Nine frames do not show a producer.
        for (frames, isNamed) in [(9, false), (10, true)] {
            let few = rules(isStrict: true) { ($0.threads, $0.frameLimit) = ((1, 2), frames) }
            #expect(few.contains("TRACE-STRICT-001") == isNamed)
        }
        // A thread that sends the other kind as well, even once, is one producer that moves.
        #expect(rules(isStrict: true) { ($0.threads, $0.beforeMedia) = ((2, 1), [TraceScript.frame]) } == [])
        // So is one whose video comes from two threads.
        #expect(rules(isStrict: true) { ($0.threads, $0.beforeMedia) = ((2, 3), [TraceScript.frame]) } == [])
    }

    @Test("PS-SDK-023 a call on a background thread, for strict judges only")
    func backgroundCall() {
        let violation = TraceEvent.violation(
            TraceViolation(rule: "PS-SDK-023", code: "Success", message: "diagnosis", isRefusal: false))
        #expect(rules { $0.beforeStop = [violation] } == [])
        #expect(rules(isStrict: true) { $0.beforeStop = [violation] } == ["PS-SDK-023"])
    }

    // MARK: Contents

    @Test("TRACE-QUALITY-013: video that is black for ten seconds, but not a slate, and not with --fast")
    func allBlack() {
        let slate = { TraceEvent.state(TraceState("slate", $0)) }
        func black(_ change: (inout TraceScript) -> Void = { _ in }) -> [String] {
            rules {
                $0.picture = { _ in (7, true) }
                change(&$0)
            }
        }
        #expect(black() == ["TRACE-QUALITY-013"])
        #expect(black { $0.clock = .manual } == ["TRACE-QUALITY-013"])
        #expect(black { $0.seconds = 9 } == [])
        #expect(black { $0.isFast = true } == [])
        #expect(black { $0.beforeMedia = [slate("shown")] } == [])
        #expect(black { $0.beforeMedia = [slate("shown"), slate("ended")] } == ["TRACE-QUALITY-013"])
        #expect(rules { $0.picture = { ($0 == 0 ? 1 : 7, $0 != 0) } } == ["TRACE-QUALITY-004"])
    }

    @Test("TRACE-QUALITY-014: audio that is silent for ten seconds, but not when it is muted, and not with --fast")
    func allSilent() {
        let muted = TraceEvent.state(TraceState("programAudio", "muted"))
        func silent(_ change: (inout TraceScript) -> Void = { _ in }) -> [String] {
            rules {
                $0.silence = { _ in true }
                change(&$0)
            }
        }
        #expect(silent() == ["TRACE-QUALITY-014"])
        #expect(silent { $0.seconds = 9 } == [])
        #expect(silent { $0.isFast = true } == [])
        #expect(silent { $0.beforeMedia = [muted] } == [])
        #expect(silent { $0.silence = { $0 != 400 } } == [])
        #expect(silent { $0.sendsAudio = false } == [])
        #expect(rules { $0.silence = { _ in nil } } == [])
    }

    // MARK: Order

    @Test("TRACE-QUALITY-011 is not reported beside rejected frames until the stop; after them it names their rule")
    func rejectedFrames() {
        func found(_ change: (inout TraceScript) -> Void) -> [TraceFinding] {
            findings {
                ($0.frameLimit, $0.sendsAudio, $0.seconds, $0.pauseBeforeStop) = (0, false, 0, .seconds(4))
                change(&$0)
            }
        }
        let refusal = TraceScript.refusal("PS-SEND-005")
        #expect(found { $0.beforeStop = [refusal] }.map(\.rule) == ["PS-SEND-005"])
        let early = found { $0.beforeMedia = [refusal] }
        #expect(early.map(\.rule) == ["PS-SEND-005", "TRACE-QUALITY-011"])
        #expect(
            early.last?.message
                == "no frame was sent in 4.000 s before the stop, after a frame was rejected (PS-SEND-005); "
                + "send until stopPSMode or onStopSend")
        // Neither audio nor a call after the stop explains it.
        for refused in ["PS-AUDIO-003", "PS-SEND-001"] {
            #expect(
                found { $0.beforeStop = [TraceScript.refusal(refused)] }.map(\.rule).contains("TRACE-QUALITY-011"))
        }
        #expect(found { $0.whileStopping = [refusal] }.map(\.rule).contains("TRACE-QUALITY-011"))
    }

    @Test("a consequence follows its cause")
    func causeFirst() {
        // Audio at half the pace of the samples, as the contents show later than the first block.
        let warning = TraceEvent.violation(
            TraceViolation(rule: "CONTENT-AUDIO-005", code: "Success", message: "a", isRefusal: false))
        #expect(
            rules {
                $0.seconds = 30
                $0.audioInterval = { _ in .milliseconds(19) }
                $0.beforeStop = [warning]
            } == ["CONTENT-AUDIO-005", "TRACE-QUALITY-007"])
    }
}
