import Foundation
import StudioCore
import StudioTrace
import StudioTestSupport
import Testing

@Suite("The reports of verify")
struct TraceReportTests {
    private static var broken: TraceReport {
        var script = TraceScript()
        script.beforeStop = [
            .violation(
                TraceViolation(
                    rule: "PS-SEND-005", code: "InvalidParameter", message: "<a> & \"b\"\u{1}", isRefusal: true))
        ]
        script.interval = { $0 == 100 ? .milliseconds(400) : MediaTime(count: 1, rate: .thirty) }
        return TraceReport(script.trace, path: "a&b.jsonl", budgets: [TraceBudget(.interval, 100)])
    }

    @Test("the text has the verdict, then a line per finding and missed budget")
    func text() {
        #expect(
            Self.broken.text == """
                a&b.jsonl: contract broken; 10.000 s, 290 frames, 500 audio blocks
                  line 296, 3.733 s: TRACE-QUALITY-002: a frame came 400.0 ms after the previous one; the usual interval is 33.3 ms
                  line 798, 10.000 s: PS-SEND-005: <a> & "b"\u{FFFD}
                  --max-interval 100.0 ms: missed (measured 400.0 ms)
                """)
    }

    @Test("the duration is that of the session, which begins later than its process")
    func duration() {
        var trace = TraceScript().trace
        trace.records = trace.records.map { TraceRecord($0.event, at: $0.time + .seconds(60)) }
        let report = TraceReport(trace, path: "show-2.jsonl")
        #expect(report.duration == TraceReport(TraceScript().trace, path: "show.jsonl").duration)
        #expect(report.duration < .seconds(60))
    }

    @Test(
        "the summary of a client without a session says why",
        arguments: [
            ([.call(TraceCall("join", result: "WrongUsage"))], "joining was rejected: WrongUsage"),
            (
                [.call(TraceCall("authenticate", result: "InvalidParameter"))],
                "the authentication was rejected: InvalidParameter"
            ),
            ([.call(TraceCall("authenticate", result: "Success"))], "the authentication was not answered"),
            (
                [.callback(TraceCallback("authenticated", ["result": "tokenWrong"], isReceived: true))],
                "the authentication was answered with tokenWrong"
            ),
            (
                [.callback(TraceCallback("authenticated", ["result": "success"], isReceived: true))],
                "the app did not join"
            ),
        ] as [([TraceEvent], String)])
    func absence(events: [TraceEvent], reason: String) {
        let records =
            events.map { TraceRecord($0, at: .zero) } + [
                TraceRecord(.end(TraceEnd(unhashed: 0, lost: 0)), at: .seconds(1))
            ]
        let header = TraceHeader(writer: "test", clock: .system, session: "1", seed: nil)
        let report = TraceReport(Trace(header: header, records: records), path: "bot.jsonl")
        #expect(report.text.contains(", no session: \(reason)"), "\(report.text)")
    }

    /// The trace of a client that captures, and whose delegate is slow.
    private static func received(_ budgets: [TraceBudget] = []) -> TraceReport {
        let violation = TraceViolation(
            rule: "AV-QUALITY-001", code: "Success", message: "12 of 30 frames were dropped as late", isRefusal: false)
        let drop = TraceDrop(reason: "lateForDelegate", frames: 12, audioBlocks: 0)
        let end = TraceEnd(unhashed: 0, lost: 0, receivedFrames: 18, receivedAudioBlocks: 43)
        let records = [
            TraceRecord(.call(TraceCall("join", result: "Success")), at: .zero),
            TraceRecord(.violation(violation), at: .seconds(1)), TraceRecord(.drop(drop), at: .seconds(1)),
            TraceRecord(.end(end), at: .seconds(1)),
        ]
        let header = TraceHeader(writer: "test", clock: .system, session: "1", seed: nil)
        return TraceReport(Trace(header: header, records: records), path: "camera.jsonl", budgets: budgets)
    }

    @Test("the summary counts what was received; a rule about quality breaks no contract, and its drops count")
    func receivedMedia() {
        #expect(
            Self.received().text == """
                camera.jsonl: ok, with findings; 1.000 s, 0 frames, 0 audio blocks; received: 18 frames, 43 audio blocks
                  line 3, 1.000 s: AV-QUALITY-001: 12 of 30 frames were dropped as late
                """)
        #expect(!Self.received().breaksContract)
        #expect(Self.received().findings.map(\.group) == [.quality])
        #expect(Self.received([TraceBudget(.drops, 12)]).meetsBudgets)
        #expect(!Self.received([TraceBudget(.drops, 11)]).meetsBudgets)
        #expect(Self.received().metrics.received.frames == 18)
    }

    @Test("JUnit has a test case per trace and group, and a failure for contract, budget and unreadable traces")
    func junit() throws {
        let xml = TraceVerification([Self.broken], unreadable: [.init(path: "c.jsonl", message: "line 1: bad")]).junit
        #expect(
            xml == """
                <?xml version="1.0" encoding="UTF-8"?>
                <testsuites name="psstudio verify">
                <testsuite name="a&amp;b.jsonl" tests="2" failures="2" errors="0" time="10.000">
                <testcase classname="a&amp;b.jsonl" name="contract"><failure message="line 798, 10.000 s: PS-SEND-005: \
                &lt;a&gt; &amp; &quot;b&quot;\u{FFFD}">line 798, 10.000 s: PS-SEND-005: &lt;a&gt; &amp; &quot;b&quot;\u{FFFD}</failure></testcase>
                <testcase classname="a&amp;b.jsonl" name="quality"><failure message="--max-interval 100.0 ms: missed \
                (measured 400.0 ms)">--max-interval 100.0 ms: missed (measured 400.0 ms)</failure><system-out>line 296, \
                3.733 s: TRACE-QUALITY-002: a frame came 400.0 ms after the previous one; the usual interval is 33.3 ms</system-out></testcase>
                </testsuite>
                <testsuite name="c.jsonl" tests="1" failures="1" errors="0" time="0.000">
                <testcase classname="c.jsonl" name="readable"><failure message="line 1: bad">line 1: bad</failure></testcase>
                </testsuite>
                </testsuites>

                """)
    }
}

@Suite("The page about verify")
struct VerifyPageTests {
    @Test("docs/verify.md contains the catalogue's table")
    func table() throws {
        #expect(try PackageFolder.text("docs/verify.md").contains(RuleCatalogue.traces.markdownTable { $0.rawValue }))
    }
}
