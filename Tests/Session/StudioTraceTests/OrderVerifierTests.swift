import ProductionStudio
import StudioCore
import StudioTestSupport
import StudioTrace
import Testing

@Suite("verify: the contract")
struct OrderVerifierTests {
    private func rules(_ change: (inout TraceScript) -> Void) -> [String] {
        var script = TraceScript()
        change(&script)
        return TraceReport(script.trace, path: "a").findings.map(\.rule)
    }

    @Test("a correct app has no finding")
    func clean() {
        #expect(rules { _ in } == [])
    }

    @Test("TRACE-ORDER-001: a send before onStartSend")
    func sendBeforeStart() {
        #expect(rules { $0.beforeStart = [TraceScript.refusal("PS-SEND-001")] } == ["TRACE-ORDER-001"])
    }

    @Test("TRACE-ORDER-002: a send after onStopSend, but not in the window in which the callback is delivered")
    func sendAfterStop() {
        let refusal = TraceScript.refusal("PS-SEND-001")
        // The same as for a call that is under way when the gate closes.
        let later = SendingEnd.window + .milliseconds(1)
        #expect(rules { $0.afterStop = [(later, refusal)] } == ["TRACE-ORDER-002"])
        #expect(rules { $0.afterStop = [(SendingEnd.window, refusal)] } == [])
        #expect(rules { $0.whileStopping = [refusal] } == [])
    }

    @Test("TRACE-ORDER-003: a send through the sender of an earlier start")
    func staleSender() {
        let refusal = TraceScript.refusal("PS-SEND-001")
        #expect(rules { $0.beforeStop = [refusal, TraceScript.frame] } == ["TRACE-ORDER-003"])
        var script = TraceScript()
        script.beforeStop = [refusal, refusal, TraceScript.frame]
        #expect(TraceReport(script.trace, path: "a").findings.map(\.count) == [2])
    }

    @Test("TRACE-ORDER-004: a delegate that is set late")
    func delegateLate() {
        #expect(rules { $0.beforeStart = [TraceScript.refusal("PS-START-005")] } == ["TRACE-ORDER-004"])
    }

    @Test("TRACE-ORDER-005 and TRACE-ORDER-006: a start without the queries before it")
    func queries() {
        #expect(rules { $0.asksSupport = false } == ["TRACE-ORDER-005"])
        #expect(rules { $0.asksPermission = false } == ["TRACE-ORDER-006"])
        var script = TraceScript()
        (script.asksSupport, script.asksPermission) = (false, false)
        let report = TraceReport(script.trace, path: "a")
        #expect(report.findings.map(\.group) == [.quality, .quality])
        #expect(!report.breaksContract && report.verdict == "ok, with findings")
    }

    @Test("a start that is rejected for want of support or of the permission, without the query, breaks the contract")
    func unasked() {
        let (support, permission) = (TraceScript.refusal("PS-START-002"), TraceScript.refusal("PS-START-003"))
        #expect(
            rules { ($0.asksSupport, $0.beforeStart) = (false, [support]) } == ["PS-START-002", "TRACE-ORDER-005"])
        #expect(
            rules { ($0.asksPermission, $0.beforeStart) = (false, [permission]) }
                == ["PS-START-003", "TRACE-ORDER-006"])
        #expect(rules { $0.beforeStart = [support, permission] } == [])
    }

    @Test("a test that ends while the studio sends is no finding, what follows neither, until the app begins again")
    func testEnds() {
        let removal = TraceEvent.call(TraceCall("setDelegate", ["isSet": false]))
        let refusal = TraceScript.refusal("PS-SEND-001")
        let wrong = TraceScript.refusal("PS-SEND-005")
        #expect(rules { ($0.whileStopping, $0.isStopReceived) = ([.state(.testEnded), removal], false) } == [])
        let end = TraceEvent.state(.testEnded)
        #expect(rules { ($0.callsStop, $0.whileStopping) = (false, [end, removal, refusal, wrong]) } == [])
        #expect(rules { $0.beforeStop = [refusal, .state(.testEnded), removal] } == [])
        let again = TraceEvent.call(TraceCall("setDelegate", ["isSet": true]))
        #expect(rules { $0.afterStop = [(.zero, end), (.zero, again), (.zero, wrong)] } == ["PS-SEND-005"])
    }

    @Test("TRACE-ORDER-002: on a manual clock, the writer says which sends race with the callback")
    func manualClock() {
        func rules(isRace: Bool?) -> [String] {
            let refusal = TraceViolation(
                rule: "PS-SEND-001", code: "WrongUsage", message: "closed", isRefusal: true, isRace: isRace)
            var script = TraceScript()
            script.afterStop = [(.zero, .violation(refusal))]
            var trace = script.trace
            trace.header.clock = .manual
            return TraceReport(trace, path: "a").findings.map(\.rule)
        }
        #expect(rules(isRace: nil) == ["TRACE-ORDER-002"])
        #expect(rules(isRace: true) == [])
    }

    @Test("TRACE-ORDER-007: a delegate that is removed or released before onStopSend, reported once")
    func cleanUp() {
        let removal = TraceEvent.call(TraceCall("setDelegate", ["isSet": false]))
        #expect(rules { $0.beforeStop = [removal] } == ["TRACE-ORDER-007"])
        #expect(rules { $0.whileStopping = [removal] } == ["TRACE-ORDER-007"])
        #expect(rules { $0.isStopReceived = false } == ["TRACE-ORDER-007"])
        var script = TraceScript()
        script.whileStopping = [removal]
        script.isStopReceived = false
        #expect(TraceReport(script.trace, path: "a").findings.map(\.count) == [1])
        #expect(rules { $0.afterStop = [(.zero, removal)] } == [])
    }

    /// Rejections that no app can avoid: injected failures, exhausted memory, and changes of the meeting.
    private static let unavoidable = [
        "PS-START-013", "PS-SEND-011", "PS-ENTRY-002", "PS-ENTRY-007", "PS-ENTRY-024", "PS-START-002", "PS-START-003",
        "PS-STOP-001", "PS-STOP-012",
    ]
    /// Rejections that the rules about the order of calls name.
    private static let renamed = ["PS-SEND-001", "PS-START-005"]
    /// Violations that are served and only reported.
    private static let warnings = ["PS-AUDIO-008"]

    private static let all = RuleCatalogue.productionStudio.rules
    private static let breakable =
        all.filter { $0.code != .success }.map(\.id.rawValue).filter { !(unavoidable + renamed).contains($0) }
        + warnings

    @Test(
        "every rule that a call of the app can break is a finding with its own rule and diagnosis", arguments: breakable
    )
    func refusals(rule: String) {
        #expect(Self.all.map(\.id.rawValue).contains(rule))
        var script = TraceScript()
        script.beforeStop = [TraceScript.refusal(rule), TraceScript.refusal(rule)]
        let findings = TraceReport(script.trace, path: "a").findings
        #expect(findings.map(\.rule) == [rule])
        #expect(findings.map(\.count) == [2])
        #expect(findings.map(\.group) == [.contract])
        #expect(findings.map(\.message) == ["diagnosis of \(rule)"])
    }

    @Test("injected failures and events of the meeting are no findings", arguments: unavoidable)
    func environment(rule: String) {
        #expect(Self.all.map(\.id.rawValue).contains(rule))
        let script: (inout TraceScript) -> Void = {
            // The studio ends what the app wants to stop.
            $0.callsStop = false
            $0.whileStopping = [TraceScript.refusal(rule)]
        }
        #expect(rules(script) == [])
    }

    @Test("a start in spite of a negative answer is a finding")
    func negativeAnswers() {
        for (query, rule) in [("isSupported", "PS-START-002"), ("canStart", "PS-START-003")] {
            let answer = TraceEvent.call(TraceCall(query, result: false))
            #expect(rules { $0.beforeStart = [answer, TraceScript.refusal(rule)] } == [rule])
        }
    }

    @Test(
        "a second stop is a finding, while the studio stops and once it is idle",
        arguments: ["PS-STOP-001", "PS-STOP-012"])
    func secondStop(rule: String) {
        #expect(rules { $0.whileStopping = [TraceScript.refusal(rule)] } == [rule])
        #expect(rules { $0.afterStop = [(.zero, TraceScript.refusal(rule))] } == [rule])
    }

    @Test("a stop of an earlier start forgives nothing, and accuses nothing, in the next one")
    func stopOfEarlierStart() {
        let events: [TraceEvent] = [
            .call(TraceCall("stop", result: "Success")), .callback(TraceCallback("sendingStopped", isReceived: true)),
            .call(TraceCall("start", result: "Success")),
            .callback(TraceCallback("startAnswered", ["accepted": true], isReceived: true)),
            .callback(TraceCallback("sendingStarted", ["hasSender": true], isReceived: true)),
            TraceScript.refusal("PS-STOP-001"),
        ]
        let script: (inout TraceScript) -> Void = {
            $0.callsStop = false
            $0.whileStopping = events
        }
        #expect(rules(script) == [])
    }

    @Test("findings have the line, the time and the count of their first occurrence")
    func places() {
        var script = TraceScript()
        script.seconds = 0
        script.beforeStop = [TraceScript.frame, TraceScript.refusal("PS-SEND-005"), TraceScript.refusal("PS-SEND-005")]
        let finding = TraceReport(script.trace, path: "a").findings.first
        #expect(finding?.line == 9)
        #expect(finding?.description == "line 9, 0.000 s: PS-SEND-005: diagnosis of PS-SEND-005 (2 times)")
        let record = finding.map { script.trace.records[$0.line - 2] }
        #expect(record?.event == TraceScript.refusal("PS-SEND-005"))
    }

    @Test("any sequence of records is verified without a trap", arguments: 1...60 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        var time = MediaTime.zero
        let events = TraceFormatTests.records.map(\.event) + [TraceScript.refusal("PS-SEND-001")]
        let records = (0..<300).map { _ in
            time += MediaTime(nanoseconds: .random(in: 0...400_000_000, using: &random))
            return TraceRecord(events.randomElement(using: &random) ?? events[0], at: time)
        }
        let report = TraceReport(Trace(header: TraceFormatTests.header, records: records), path: "a")
        #expect(report.findings.allSatisfy { $0.count > 0 })
        #expect(report.findings.map(\.line) == report.findings.map(\.line).sorted())
        #expect(Set(report.findings.map(\.rule)).count == report.findings.count)
        let times = report.timeline.events.map(\.record.time)
        #expect(times == times.sorted())
    }
}
