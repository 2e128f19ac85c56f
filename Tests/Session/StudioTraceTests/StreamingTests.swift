import StudioCore
import StudioTestSupport
import Testing

@testable import StudioTrace

@Suite("verify: traces of any length")
struct StreamingTests {
    private static func bytes(_ trace: Trace) throws -> [UInt8] {
        let encoder = JSONLineEncoder()
        return try trace.records.reduce(into: try encoder.line(trace.header)) { $0 += try encoder.line($1) }
    }

    @Test("a trace that is verified while it is read has the same report", arguments: [1, 7, 4096, 1 << 20])
    func pieces(size: Int) throws {
        var script = TraceScript()
        script.interval = { $0 == 100 ? .milliseconds(400) : MediaTime(count: 1, rate: .thirty) }
        script.beforeStop = [TraceScript.refusal("PS-SEND-005"), TraceScript.refusal("PS-SEND-001")]
        let bytes = try Self.bytes(script.trace)
        var builder = TraceReportBuilder()
        for start in stride(from: 0, to: bytes.count, by: size) {
            try builder.append(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        let report = try builder.finish(path: "a", budgets: [TraceBudget(.interval, 100)])
        let whole = TraceReport(script.trace, path: "a", budgets: [TraceBudget(.interval, 100)])
        #expect(report.text == whole.text)
        #expect(report.metrics == whole.metrics)
        #expect(report.timeline == whole.timeline)
        // A rejected send just before the end is none.
        #expect(report.findings.count == 2)
    }

    @Test("the last record of a trace counts without a line feed, and a cut one does not")
    func lastLine() throws {
        let bytes = try Self.bytes(TraceScript().trace)
        for (cut, isComplete) in [(0, true), (1, true), (2, false)] {
            var builder = TraceReportBuilder()
            try builder.append(Array(bytes.dropLast(cut)))
            let rules = try builder.finish(path: "a").findings.map(\.rule)
            #expect(rules == (isComplete ? [] : ["TRACE-QUALITY-010"]), "\(cut) bytes are missing")
        }
    }

    @Test("a histogram has the median, the longest, and the first of those that fulfil a condition")
    func histogram() throws {
        var random = SeededRandom(seed: 3)
        var histogram = IntervalHistogram()
        var lengths: [Int64] = []
        for line in 0..<20_000 {
            let length = Int64.random(in: 0...(line % 100 == 7 ? 5_000_000_000 : 40_000_000), using: &random)
            lengths.append(length)
            histogram.add(MediaTime(nanoseconds: length), at: TracePlace(time: .zero, line: line))
        }
        let median = lengths.sorted()[10_000]
        #expect(histogram.count == 20_000)
        #expect(histogram.longest?.nanoseconds == lengths.max())
        #expect(try #require(histogram.median).nanoseconds <= median)
        #expect(try #require(histogram.median).nanoseconds >= median - median / 1000)
        let limit = MediaTime.milliseconds(250)
        let long = try #require(histogram.intervals { $0 > limit })
        let expected = lengths.indices.filter { lengths[$0] > limit.nanoseconds }
        #expect(abs(long.count - expected.count) <= 1, "the bin of the limit")
        #expect(long.first.place.line == expected.first)
        #expect(long.first.length.nanoseconds == expected.first.map { lengths[$0] })
        #expect(histogram.intervals { $0 > .seconds(6) } == nil)
        #expect(IntervalHistogram().median == nil)
    }

    @Test("equal intervals are exact")
    func exactHistogram() {
        var histogram = IntervalHistogram()
        let step = MediaTime(count: 1, rate: .thirty)
        for line in 0..<100 { histogram.add(step, at: TracePlace(time: .zero, line: line)) }
        #expect(histogram.median == step)
        #expect(histogram.intervals { $0 == step }?.count == 100)
    }

    @Test("a time line keeps a bounded number of intervals, in order, and the longest one")
    func columns() {
        var random = SeededRandom(seed: 4)
        var columns = IntervalColumns()
        var (time, longest) = (0.0, 0.0)
        for _ in 0..<200_000 {
            let length = Double.random(in: 0...0.1, using: &random)
            time += length
            longest = max(longest, length * 1000)
            columns.add(length * 1000, at: time)
        }
        let times = columns.columns.map(\.time)
        #expect(times.count <= 4096)
        #expect(times.count > 1024, "finer than a chart's pixels")
        #expect(times == times.sorted())
        #expect(columns.columns.map(\.length).max() == longest)
    }

    @Test("rejected sends are stale, except for those just before the end, whatever their number")
    func staleSends() {
        var verifier = OrderVerifier()
        func place(_ milliseconds: Int, _ line: Int) -> TracePlace {
            TracePlace(time: .milliseconds(Int64(milliseconds)), line: line)
        }
        let start = TraceCallback("sendingStarted", ["hasSender": true])
        verifier.apply(.callback(start), at: place(0, 2))
        for line in 0..<1000 { verifier.apply(TraceScript.refusal("PS-SEND-001"), at: place(line * 10, line + 3)) }
        // The last six are 0 to 50 ms before the end.
        verifier.apply(.callback(TraceCallback("sendingStopped")), at: place(9990, 2000))
        verifier.finish()
        #expect(verifier.findings.all.map(\.count) == [994])
        #expect(verifier.findings.all.map(\.line) == [3])
    }

    @Test("findings of many rules keep their order and their counts")
    func manyRules() {
        var findings = TraceFindings()
        for number in 0..<20_000 {
            let place = TracePlace(time: .zero, line: number)
            findings.add(TraceFinding(.contract, "PS-X-\(number % 10_000)", at: place, "m"))
        }
        #expect(findings.all.count == 10_000)
        #expect(findings.all.allSatisfy { $0.count == 2 })
        #expect(findings.all.map(\.line) == Array(0..<10_000))
    }
}
