import Foundation
import FoundationXML
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("What a report says")
struct ReportTests {
    /// As the probe would leave it.
    private func judged(_ report: ProbeReport, _ budgets: [Budget] = []) -> ProbeReport {
        report.with { report in
            report.findings = Finding.all(in: report)
            report.budgets = budgets.map { $0.judge(report) }
        }
    }

    private var full: ProbeReport {
        judged(
            Reports.faultless.with {
                let course = (0..<5).map { ProbeReport.CoursePoint(time: Double($0), value: Double($0 * $0)) }
                $0.sync = Reports.sync(worst: 100, drift: 50, course: course)
                $0.streams = [
                    Reports.stream(keyDistance: ProbeReport.Spread([1, 2])), Reports.stream("sound", bitrate: 128_000),
                ]
                $0.streams[0].bitrateCourse = course
                $0.intervalCourse = course
                $0.delay = ProbeReport.Delay(median: 1, percentile95: 2, worst: 3, course: course)
                $0.interruption = "the cable"
            }.withPictures { $0.firstDelay = 12 }, [Budget(.offset, 20), Budget(.missing, 0)])
    }

    // MARK: The verdict

    @Test("a verdict for each end")
    func verdicts() {
        let good = Reports.faultless
        #expect(judged(good).verdict == "good: pictures 0 to 99 and their sound arrived, in order and in sync")
        #expect(judged(good.with { $0.sync = nil }).verdict == "good: pictures 0 to 99 arrived, in order")
        #expect(
            judged(good.with { ($0.sync, $0.run, $0.pictures) = (nil, nil, nil) }).verdict
                == "good: the sound arrived without a gap")
        #expect(judged(Reports.unmarked).verdict.hasPrefix("nothing measured: no coded pictures and no coded sound in"))
        let late = good.with { $0.sync = Reports.sync(worst: 100) }
        #expect(judged(late).verdict == "faulty: one kind of fault found")
        #expect(judged(late, [Budget(.offset, 200)]).verdict == "faulty: one kind of fault found, every budget was met")
        #expect(judged(late, [Budget(.offset, 99)]).verdict == "failed: --max-offset was missed")
        let two = [Budget(.offset, 99), Budget(.missing, 0), Budget(.delay, 1)]
        #expect(judged(late, two).verdict == "failed: --max-offset, --max-delay were missed")
        #expect(judged(late.with { $0.interruption = "x" }).verdict == "faulty: 2 kinds of faults found")
    }

    @Test("budgets are met when all of them are, and none is met by nothing")
    func meetsBudgets() {
        #expect(judged(Reports.faultless).meetsBudgets)
        #expect(judged(Reports.faultless, [Budget(.offset, 2), Budget(.missing, 0)]).meetsBudgets)
        #expect(!judged(Reports.faultless, [Budget(.offset, 2), Budget(.delay, 9)]).meetsBudgets)
        #expect(!judged(Reports.unmarked, [Budget(.missing, 0)]).meetsBudgets)
    }

    // MARK: The text

    @Test("the text begins with the source and its run, and ends with the verdict")
    func text() throws {
        let lines = full.text.split(separator: "\n").map(String.init)
        #expect(lines.first == "show.mp4: run 0000002a, made as 320x192 at 30/s")
        #expect(lines.last == "verdict   failed: --max-offset was missed")
        let names = lines.dropFirst().map { $0.prefix { $0 != " " } }
        #expect(
            names == [
                "pictures", "sound", "sync", "colour", "delay", "video", "audio", "found", "found", "found", "budget",
                "budget", "verdict",
            ])
        #expect(lines[1] == "pictures  100 arrived; number 0 to 99; none missing, repeated, out of order or damaged")
        #expect(lines[2] == "sound     3.333 s; no gap; no overlap; no clipping")
        #expect(lines[5] == "delay     half of the pictures within 1.0 ms, 95 % within 2.0 ms, all within 3.0 ms")
        #expect(lines[6].contains("key frames every 1.500 s, at most 2.000 s, first picture after 12.0 ms"))
        #expect(lines[7] == "audio     AAC, 128 kbit/s")
    }

    @Test("what was not measured says why")
    func unmeasured() {
        func sync(_ change: (inout ProbeReport) -> Void) -> String {
            let lines = Reports.faultless.with { $0.sync = nil }.with(change).text.split(separator: "\n")
            return lines.first { $0.hasPrefix("sync") }.map(String.init) ?? ""
        }
        #expect(sync { $0.pictures = nil }.hasSuffix("not measured: there are no pictures"))
        #expect(sync { $0.run = nil }.hasSuffix("not measured: no picture has marks"))
        #expect(sync { $0.sound = nil }.hasSuffix("not measured: there is no sound"))
        #expect(
            sync { $0.sound = Reports.unmarked.sound }.hasSuffix("not measured: the sound has no marks, or too few"))
        #expect(sync { _ in }.hasSuffix("not measured: sound and pictures do not meet"))
        #expect(sync { $0.sync = Reports.sync(drift: nil) }.hasSuffix("drift not measured: under 3 s of both"))
        #expect(Reports.faultless.with { $0.color = nil }.text.contains("not measured: no patch is on the pictures"))
        #expect(!Reports.empty.text.contains("colour"))
    }

    @Test("sync says from when to when it was measured where that is a second shorter than pictures and sound")
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

    @Test("faults of pictures are counted in their line")
    func pictureFaults() {
        let text = Reports.faultless.withPictures {
            $0.missing = 2
            $0.damaged = Reports.pictureEvents(1)
            ($0.scaleX, $0.scaleY) = (0.5, 0.75)
        }.text
        #expect(text.contains("number 0 to 99; 2 missing, 1 damaged; scaled by 0.500 x 0.750"))
    }

    // MARK: The page

    /// The page as a tree, which it is only when all of it is well-formed.
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

    @Test("the page holds the rows of the text and a figure for each course")
    func page() throws {
        let root = try tree(full)
        #expect(try texts("//h1", root) == ["show.mp4"])
        #expect(try texts("//p[@class='verdict bad']", root) == [full.verdict])
        let rows = try zip(texts("//tr/th", root), texts("//tr/td", root)).map { "\($0): \($1)" }
        #expect(rows.first == "run: 0000002a, made as 320x192 at 30/s")
        #expect(rows.dropFirst().elementsEqual(full.rows.map { "\($0.name): \($0.text)" }))
        #expect(try texts("//tr[@class='found']", root).count == 3)
        #expect(
            try texts("//figcaption", root) == [
                "Sound ahead of picture, ms", "From picture to picture, ms", "Bitrate of the pictures, kbit/s",
                "Delay from end to end, ms",
            ])
        #expect(try texts("//path", root).count == 4)
    }

    @Test("the colour of the verdict")
    func verdictClass() throws {
        func classes(_ report: ProbeReport) throws -> [String] { try texts("//p/@class", tree(report)) }
        #expect(try classes(judged(Reports.faultless)) == ["verdict good"])
        #expect(try classes(judged(Reports.faultless.with { $0.interruption = "x" })) == ["verdict doubtful"])
        #expect(try classes(judged(Reports.faultless, [Budget(.delay, 1)])) == ["verdict bad"])
        #expect(try classes(judged(Reports.unmarked)) == ["verdict bad"])
    }

    @Test(
        "any name of a source is shown as it is, and makes neither markup nor rows",
        arguments: [
            "a<script>alert(1)</script>.mp4", "a\"b'c&amp;d.mp4", "</table></body>", "sync", "s", "p", "video",
            "two words",
            "]]>", "<!-- a", "two\nlines", "verdict   good",
        ])
    func names(_ name: String) throws {
        for report in [Reports.faultless, Reports.unmarked] {
            let named = ProbeReport(
                source: name, run: report.run, pictures: report.pictures, sound: report.sound, sync: report.sync)
            let root = try tree(judged(named))
            #expect(try texts("//h1", root) == [name])
            #expect(try texts("//title", root) == ["psstudio probe: \(name)"])
            #expect(try texts("//script | //body/table/table", root) == [])
            let isCoded = report.run != nil
            #expect(
                try texts("//tr/th", root) == (isCoded ? ["run", "pictures", "sound", "sync", "colour"] : ["sync"]))
        }
    }

    @Test("the page is complete in itself")
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

    @Test("what was not measured has no key")
    func absentKeys() throws {
        #expect(Set(try keys(Reports.empty).keys) == ["source", "streams", "findings", "budgets"])
        let report = Reports.faultless.with {
            $0.sync = Reports.sync(drift: nil, driftError: nil)
            $0.color = Reports.color(range: nil, signalledRange: nil, matrix: nil)
            $0.streams = [Reports.stream(bitrate: nil)]
            $0.budgets = [Budget(.delay, 5).judge($0)]
        }
        let object = try keys(report)
        func inner(_ name: String) throws -> Set<String> {
            let value = object[name]
            let inner = try #require(value as? [String: Any] ?? (value as? [[String: Any]])?.first)
            return Set(inner.keys)
        }
        #expect(try inner("sync") == ["from", "to", "start", "end", "worst", "worstTime", "course"])
        #expect(
            try inner("color") == ["expectedRange", "signalledMatrix", "isAsSignalled", "lumaError", "chromaError"])
        #expect(try inner("streams") == ["kind", "codec", "units", "bitrateCourse"])
        #expect(try inner("budgets") == ["name", "limit", "isMet"])
        #expect(try inner("pictures").isDisjoint(with: ["interval", "clockError", "firstDelay"]))
        #expect(object["delay"] == nil && object["interruption"] == nil && object["intervalCourse"] == nil)
        #expect(!String(decoding: try JSONEncoder().encode(report), as: UTF8.self).contains("null"))
    }

    @Test("what was measured has one, under the names that are promised")
    func presentKeys() throws {
        let object = try keys(full)
        #expect(
            Set(object.keys) == [
                "source", "run", "pictures", "sound", "sync", "color", "streams", "delay", "interruption", "findings",
                "budgets",
            ])
        let budgets = try #require(object["budgets"] as? [[String: Any]])
        #expect(budgets.map { $0["name"] as? String } == ["max-offset", "max-missing"])
        #expect(budgets.map { $0["isMet"] as? Bool } == [false, true])
        let findings = try #require(object["findings"] as? [[String: Any]])
        #expect(findings.map { $0["kind"] as? String } == ["offset", "drift", "interrupted"])
        #expect(findings.allSatisfy { ($0["message"] as? String)?.isEmpty == false })
    }

    @Test("limits of any size can be told in JSON", arguments: Budget.Kind.allCases)
    func extremeBudgets(_ kind: Budget.Kind) throws {
        let budgets = [Double.nan, .infinity, -.infinity].map { Budget(kind, $0) }
        let object = try keys(judged(Reports.faultless, budgets))
        #expect((object["budgets"] as? [Any])?.count == 3)
    }
}
