import Foundation
import FoundationXML
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("ProbeReport")
struct ReportTests {
    /// Completed as the probe does it.
    private func judged(_ report: ProbeReport, _ budgets: [ProbeBudget] = []) -> ProbeReport {
        report.with { report in
            report.findings = Finding.all(in: report)
            report.budgets = budgets.map { $0.judge(report) }
        }
    }

    private var full: ProbeReport {
        judged(
            Reports.faultless.with {
                let timeSeries = (0..<5).map { ProbeReport.TimeSeriesPoint(time: Double($0), value: Double($0 * $0)) }
                $0.sync = Reports.sync(worst: 100, drift: 50, timeSeries: timeSeries)
                $0.streams = [
                    Reports.stream(keyFrameInterval: ProbeReport.Spread([1, 2])),
                    Reports.stream("audio", bitrate: 128_000),
                ]
                $0.streams[0].bitrateTimeSeries = timeSeries
                $0.intervalTimeSeries = timeSeries
                $0.delay = ProbeReport.Delay(median: 1, percentile95: 2, worst: 3, timeSeries: timeSeries)
                $0.interruption = "the cable"
            }.withFrames { $0.firstDelay = 12 }, [ProbeBudget(.offset, 20), ProbeBudget(.missing, 0)])
    }

    // MARK: The verdict

    @Test("each outcome has a verdict")
    func eachVerdict() {
        let good = Reports.faultless
        #expect(judged(good).verdict == "good: frames 0 to 99 and their audio arrived, in order and in sync")
        #expect(judged(good.with { $0.sync = nil }).verdict == "good: frames 0 to 99 arrived, in order")
        #expect(
            judged(good.with { ($0.sync, $0.session, $0.video) = (nil, nil, nil) }).verdict
                == "good: audio arrived without gaps")
        #expect(judged(Reports.unmarked).verdict.hasPrefix("nothing measured: no coded video and no coded audio in"))
        let late = good.with { $0.sync = Reports.sync(worst: 100) }
        #expect(judged(late).verdict == "faulty: one kind of fault")
        #expect(judged(late, [ProbeBudget(.offset, 200)]).verdict == "faulty: one kind of fault, all budgets met")
        #expect(judged(late, [ProbeBudget(.offset, 99)]).verdict == "failed: --max-offset missed")
        let two = [ProbeBudget(.offset, 99), ProbeBudget(.missing, 0), ProbeBudget(.delay, 1)]
        #expect(judged(late, two).verdict == "failed: --max-offset, --max-delay missed")
        #expect(judged(late.with { $0.interruption = "x" }).verdict == "faulty: 2 kinds of faults")
    }

    @Test("budgets are met when each one is met; a missing measurement meets none")
    func meetsBudgets() {
        #expect(judged(Reports.faultless).meetsBudgets)
        #expect(judged(Reports.faultless, [ProbeBudget(.offset, 2), ProbeBudget(.missing, 0)]).meetsBudgets)
        #expect(!judged(Reports.faultless, [ProbeBudget(.offset, 2), ProbeBudget(.delay, 9)]).meetsBudgets)
        #expect(!judged(Reports.unmarked, [ProbeBudget(.missing, 0)]).meetsBudgets)
    }

    // MARK: The text

    @Test("the text starts with the source and its session, and ends with the verdict")
    func text() throws {
        let lines = full.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "show.mp4: session 0000002a, sent as 320x192 at 30/s")
        #expect(lines.last == "verdict   failed: --max-offset missed")
        let names = lines.dropFirst().map { $0.prefix { $0 != " " } }
        #expect(
            names == [
                "frames", "audio", "sync", "colour", "delay", "stream", "stream", "found", "found", "found", "budget",
                "budget", "verdict",
            ])
        #expect(lines[1] == "frames    100 received; number 0 to 99; none missing, repeated, out of order or damaged")
        #expect(lines[2] == "audio     3.333 s; no gap; no overlap; no clipping")
        #expect(lines[5] == "delay     median 1.0 ms, 95th percentile 2.0 ms, maximum 3.0 ms")
        #expect(lines[6].contains("key frames every 1.500 s, at most 2.000 s, first frame after 12.0 ms"))
        #expect(lines[7] == "stream    audio AAC, 128 kbit/s")
    }

    @Test("missing measurements have a reason")
    func unmeasured() {
        func sync(_ change: (inout ProbeReport) -> Void) -> String {
            let lines = Reports.faultless.with { $0.sync = nil }.with(change).text.split(separator: "\n")
            return lines.first { $0.hasPrefix("sync") }.map(String.init) ?? ""
        }
        #expect(sync { $0.video = nil }.hasSuffix("not measured: no video"))
        #expect(sync { $0.session = nil }.hasSuffix("not measured: no frame has marks"))
        #expect(sync { $0.audio = nil }.hasSuffix("not measured: no audio"))
        #expect(
            sync { $0.audio = Reports.unmarked.audio }.hasSuffix("not measured: the audio has no marks, or too few"))
        #expect(sync { _ in }.hasSuffix("not measured: audio and video do not overlap"))
        #expect(sync { $0.sync = Reports.sync(drift: nil) }.hasSuffix("drift not measured: under 3 s of both"))
        #expect(Reports.faultless.with { $0.color = nil }.text.contains("not measured: no patch is on the frames"))
        #expect(!Reports.empty.text.contains("colour"))
    }

    @Test("sync shows the measured range if it is a second shorter than video and audio")
    func partOfSync() {
        func sync(_ from: Double, _ to: Double) -> String {
            let lines = Reports.faultless.with { $0.sync = Reports.sync(from: from, to: to) }.text.split(
                separator: "\n")
            return lines.first { $0.hasPrefix("sync") }.map(String.init) ?? ""
        }
        #expect(sync(0, 2.2).hasSuffix("drift +1.0 ppm; measured from 0.000 s to 2.200 s"))
        #expect(sync(0.6, 2.8).hasSuffix("; measured from 0.600 s to 2.800 s"))
        #expect(sync(0.4, 2.8).hasSuffix("drift +1.0 ppm"))
    }

    @Test("the frames line counts faults")
    func frameFaults() {
        let text = Reports.faultless.withFrames {
            $0.missing = 2
            $0.damaged = Reports.frameEvents(1)
            ($0.scaleX, $0.scaleY) = (0.5, 0.75)
        }.text
        #expect(text.contains("number 0 to 99; 2 missing, 1 damaged; scaled by 0.500 x 0.750"))
    }

    // MARK: The page

    /// Parses the page, which must be well-formed.
    private func tree(_ report: ProbeReport) throws -> XMLElement {
        var page = report.page
        #expect(page.hasPrefix("<!DOCTYPE html>\n"))
        for name in ["<meta charset=\"utf-8\">", "content=\"width=device-width\">"] {
            page = page.replacingOccurrences(of: name, with: name.dropLast() + "/>")
        }
        page = page.replacingOccurrences(of: "<!DOCTYPE html>\n", with: "")
        return try #require(try XMLDocument(xmlString: page).rootElement())
    }

    private func texts(_ path: String, _ root: XMLElement) throws -> [String] {
        try root.nodes(forXPath: path).map { $0.stringValue ?? "" }
    }

    @Test("the page holds the rows of the text and a chart for each time series")
    func page() throws {
        let root = try tree(full)
        #expect(try texts("//h1", root) == ["show.mp4"])
        #expect(try texts("//p[@class='verdict bad']", root) == [full.verdict])
        let rows = try zip(texts("//tr/th", root), texts("//tr/td", root)).map { "\($0): \($1)" }
        #expect(rows.first == "session: 0000002a, sent as 320x192 at 30/s")
        #expect(rows.dropFirst().elementsEqual(full.rows.map { "\($0.name): \($0.text)" }))
        #expect(try texts("//tr[@class='found']", root).count == 3)
        #expect(
            try texts("//figcaption", root) == [
                "Audio ahead of video, ms", "Frame interval, ms", "Bitrate of the video, kbit/s",
                "End-to-end delay, ms",
            ])
        #expect(try texts("//path", root).count == 4)
    }

    @Test("the colour of the verdict")
    func verdictClass() throws {
        func classes(_ report: ProbeReport) throws -> [String] { try texts("//p/@class", tree(report)) }
        #expect(try classes(judged(Reports.faultless)) == ["verdict good"])
        #expect(try classes(judged(Reports.faultless.with { $0.interruption = "x" })) == ["verdict doubtful"])
        #expect(try classes(judged(Reports.faultless, [ProbeBudget(.delay, 1)])) == ["verdict bad"])
        #expect(try classes(judged(Reports.unmarked)) == ["verdict bad"])
    }

    @Test(
        "source names are escaped",
        arguments: [
            "a<script>alert(1)</script>.mp4", "a\"b'c&amp;d.mp4", "</table></body>", "sync", "s", "p", "video",
            "two words",
            "]]>", "<!-- a", "two\nlines", "verdict   good",
        ])
    func names(_ name: String) throws {
        for report in [Reports.faultless, Reports.unmarked] {
            let named = ProbeReport(
                source: name, session: report.session, video: report.video, audio: report.audio, sync: report.sync)
            let root = try tree(judged(named))
            #expect(try texts("//h1", root) == [name])
            #expect(try texts("//title", root) == ["psstudio probe: \(name)"])
            #expect(try texts("//script | //body/table/table", root) == [])
            let isCoded = report.session != nil
            #expect(
                try texts("//tr/th", root) == (isCoded ? ["session", "frames", "audio", "sync", "colour"] : ["sync"]))
        }
    }

    @Test("the page is self-contained")
    func selfContained() throws {
        let page = full.page
        for word in ["http:", "https:", "src=", "href=", "url(", "@import", "<script", "<link", "<img", "<iframe"] {
            #expect(!page.contains(word), "\(word)")
        }
    }

    // MARK: JSON

    private func keys(_ report: ProbeReport) throws -> [String: Any] {
        let data = try JSONEncoder().encode(report)
        return try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    }

    @Test("missing measurements are null")
    func nullKeys() throws {
        func nulls(_ object: [String: Any]) -> Set<String> { Set(object.filter { $0.value is NSNull }.keys) }
        #expect(
            nulls(try keys(Reports.empty)) == [
                "session", "video", "audio", "sync", "color", "delay", "declaredDuration", "interruption",
            ])
        let report = Reports.faultless.with {
            $0.sync = Reports.sync(drift: nil, driftError: nil)
            $0.color = Reports.color(range: nil, signalledRange: nil, matrix: nil)
            $0.streams = [Reports.stream(bitrate: nil)]
            $0.budgets = [ProbeBudget(.delay, 5).judge($0)]
        }
        let object = try keys(report)
        func inner(_ name: String) throws -> Set<String> {
            let value = object[name]
            return nulls(try #require(value as? [String: Any] ?? (value as? [[String: Any]])?.first))
        }
        #expect(try inner("sync") == ["drift", "driftError"])
        #expect(try inner("color") == ["range", "signalledRange", "matrix"])
        #expect(try inner("budgets") == ["measured"])
        #expect(try inner("video") == ["interval", "clockError", "firstDelay"])
        #expect(
            try inner("streams") == [
                "profile", "level", "width", "height", "rate", "sampleRate", "channels", "bitrate", "keyFrameInterval",
            ])
        #expect(object["intervalTimeSeries"] == nil)
    }

    @Test("measurements have the documented keys")
    func presentKeys() throws {
        let object = try keys(full)
        #expect(
            Set(object.keys) == [
                "source", "session", "video", "audio", "sync", "color", "streams", "delay", "declaredDuration",
                "interruption", "findings", "budgets",
            ])
        let budgets = try #require(object["budgets"] as? [[String: Any]])
        #expect(budgets.map { $0["name"] as? String } == ["max-offset", "max-missing"])
        #expect(budgets.map { $0["isMet"] as? Bool } == [false, true])
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.map { $0["kind"] as? String } == ["offset", "drift", "interrupted"])
        #expect(findings.allSatisfy { ($0["message"] as? String)?.isEmpty == false })
    }

    @Test("budgets of any size can be encoded", arguments: ProbeQuantity.allCases)
    func extremeBudgets(_ kind: ProbeQuantity) throws {
        let budgets = [Double.nan, .infinity, -.infinity].map { ProbeBudget(kind, $0) }
        let object = try keys(judged(Reports.faultless, budgets))
        #expect((object["budgets"] as? [Any])?.count == 3)
    }
}
