import Foundation
import Checksums
import StudioCore
@testable import StudioPage
import StudioTrace
import Testing

@Suite("The page of verify")
struct ReportPageTests {
    private static let hostile = "</script><img src=x onerror=alert(1)>\u{600}</script>\u{202E}&\"'"

    private static func report(_ events: [TraceEvent], path: String = "a.jsonl") -> TraceReport {
        let records = events.enumerated().map { TraceRecord($0.element, at: .milliseconds(Int64($0.offset) * 500)) }
        let end = TraceRecord(.end(TraceEnd(unhashed: 0, lost: 0)), at: .seconds(10))
        let header = TraceHeader(writer: "test", clock: .system, session: "1f", seed: nil)
        return TraceReport(
            Trace(header: header, records: records + [end]), path: path, budgets: [TraceBudget(.interval, 100)])
    }

    private static func violation(_ message: String) -> TraceEvent {
        .violation(TraceViolation(rule: "PS-SEND-005", code: "InvalidParameter", message: message, isRefusal: true))
    }

    private static func page(_ verification: TraceVerification) throws -> String {
        try verification.html(rules: RuleCatalogue.traces.rules, sha256: SHA256.hash)
    }

    /// The JSON between the tags.
    private static func data(_ html: String) throws -> [String: Any] {
        let start = try #require(html.range(of: "<script type=\"application/json\" id=\"data\">")?.upperBound)
        let end = try #require(html.range(of: "</script>", range: start..<html.endIndex)?.lowerBound)
        return try #require(try JSONSerialization.jsonObject(with: Data(html[start..<end].utf8)) as? [String: Any])
    }

    @Test("the data has verdict, findings, events with their lines, budgets, and the rules that occur")
    func data() throws {
        let report = Self.report([.call(TraceCall("start", result: "NoPermission")), Self.violation("a; b")])
        let data = try Self.data(Self.page(TraceVerification([report], unreadable: [.init(path: "b", message: "no")])))
        let session = try #require((data["sessions"] as? [[String: Any]])?.first)
        #expect(session["verdict"] as? String == "bad")
        #expect(session["verdictText"] as? String == "contract broken")
        #expect((session["findings"] as? [[String: Any]])?.count == 3)
        let events = try #require(session["events"] as? [[String: Any]])
        #expect(events.map { $0["event"] as? String } == ["call", "violation", "end"])
        #expect(events.map { $0["line"] as? Int } == [2, 3, 4])
        #expect(events[0]["count"] == nil)
        let budget = try #require((session["budgets"] as? [[String: Any]])?.first)
        #expect(budget["name"] as? String == "--max-interval 100.0 ms")
        #expect(budget["text"] as? String == "not measured")
        let rules = try #require(data["rules"] as? [String: [String: Any]])
        #expect(rules.keys.sorted() == ["TRACE-ORDER-005", "TRACE-ORDER-006"])
        #expect((rules["TRACE-ORDER-005"]?["fix"] as? String)?.hasPrefix("Call isSupportPSMode") == true)
        #expect((data["unreadable"] as? [[String: Any]])?.first?["path"] as? String == "b")
    }

    @Test("hostile paths, names and messages are data: no tag of them is in the page")
    func hostileTexts() throws {
        let events: [TraceEvent] = [
            Self.violation(Self.hostile), .callback(TraceCallback(Self.hostile, [Self.hostile: .text(Self.hostile)])),
            .note(TraceNote(message: Self.hostile)),
        ]
        let verification = TraceVerification(
            [Self.report(events, path: Self.hostile)], unreadable: [.init(path: Self.hostile, message: Self.hostile)])
        let html = try Self.page(verification)
        #expect(!html.contains("<img"))
        // Counted in bytes: characters may begin before a tag.
        let bytes = Array(html.utf8)
        #expect(bytes.split(separator: Array("</script>".utf8)).count == 3)
        #expect(bytes.split(separator: Array("<script".utf8)).count == 3)
        let session = try #require((try Self.data(html)["sessions"] as? [[String: Any]])?.first)
        #expect(session["path"] as? String == Self.hostile)
    }

    @Test("the policy permits the page's own style and script only, by their hashes; nothing is loaded")
    func policy() throws {
        let html = try Self.page(TraceVerification([Self.report([])]))
        func hash(_ text: String) -> String { "'sha256-\(Data(SHA256.hash(Array(text.utf8))).base64EncodedString())'" }
        let policy =
            "default-src 'none'; script-src \(hash(PageFiles.report)); style-src \(hash(PageFiles.style)); "
            + "base-uri 'none'; form-action 'none'"
        #expect(html.contains("<meta http-equiv=\"Content-Security-Policy\" content=\"\(policy)\">"))
        #expect(html.contains("<style>\(PageFiles.style)</style>"))
        #expect(html.contains("<script>\(PageFiles.report)</script>"))
        #expect(!html.contains(" style=\""))
        for address in ["http:", "https:", "//cdn", "@import", "url("] {
            #expect(!(PageFiles.report + PageFiles.style).contains(address), "the page's files contain \(address)")
        }
    }

    @Test("texts reach the page as text only, and no handler is in an attribute")
    func files() {
        for call in [
            "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "new Function", "</script",
        ] {
            #expect(!PageFiles.report.contains(call), "the script contains \(call)")
        }
        #expect(PageFiles.report.utf8.count + PageFiles.style.utf8.count < 150_000)
    }

    @Test("without scripts, the page shows verdicts, findings with their fixes, and missed budgets")
    func withoutScripts() throws {
        let report = Self.report([.call(TraceCall("start", result: "Success"))])
        let html = try Self.page(TraceVerification([report], unreadable: [.init(path: "<b>", message: "&")]))
        let start = try #require(html.range(of: "<noscript>")?.upperBound)
        let end = try #require(html.range(of: "</noscript>")?.lowerBound)
        let text = html[start..<end]
        #expect(text.contains("<p class=\"verdict bad\">contract broken</p>"))
        #expect(text.contains("<b>TRACE-ORDER-005</b>"))
        #expect(text.contains("Call isSupportPSMode before the start"))
        #expect(text.contains("--max-interval 100.0 ms: not measured"))
        #expect(text.contains("<h1>&lt;b&gt;</h1>\n<p class=\"verdict bad\">not readable: &amp;</p>"))
    }

    @Test("the page of a trace of any length is bounded")
    func longTrace() throws {
        let events = Array(repeating: Self.violation("the frame is 642x360"), count: 50_000)
        let records = events.enumerated().map { TraceRecord($0.element, at: .milliseconds(Int64($0.offset))) }
        let header = TraceHeader(writer: "test", clock: .system, session: "1", seed: nil)
        let report = TraceReport(Trace(header: header, records: records), path: "a")
        #expect(try Self.page(TraceVerification([report])).utf8.count < 1_500_000)
    }
}
