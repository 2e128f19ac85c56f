import StudioCore
@testable import StudioTrace
import Testing

@Suite("What a time line shows")
struct TimelineTests {
    private static func timeline(_ records: [TraceRecord]) -> Timeline {
        var timeline = Timeline()
        for (index, record) in records.enumerated() { timeline.add(record, line: index + 2) }
        timeline.finish()
        return timeline
    }

    private static func record(_ event: TraceEvent, _ milliseconds: Int64) -> TraceRecord {
        TraceRecord(event, at: .milliseconds(milliseconds))
    }

    private static func frame(isDropped: Bool? = nil) -> TraceEvent {
        .video(
            TraceFrame(width: 64, height: 36, format: "i420-full", stamp: .zero, thread: 1, isDropped: isDropped))
    }

    @Test("records other than media are events with their lines; of frames there are the intervals of each start")
    func events() {
        let script = TraceScript()
        let timeline = Self.timeline(script.trace.records)
        #expect(timeline.events.map(\.line) == [2, 3, 4, 5, 6, 7, 808, 809, 810])
        #expect(timeline.events.allSatisfy { $0.count == 1 && $0.until == $0.record.time })
        #expect(timeline.intervals.columns.count == 299)
        #expect(timeline.merged == 0)
        #expect(timeline.omitted == 0)
    }

    @Test("an interval does not reach from one start to the next")
    func starts() {
        let stopped = TraceEvent.callback(TraceCallback("sendingStopped"))
        let timeline = Self.timeline([
            Self.record(Self.frame(), 0), Self.record(Self.frame(), 40), Self.record(stopped, 50),
            Self.record(Self.frame(), 9000), Self.record(Self.frame(), 9030),
        ])
        #expect(timeline.intervals.columns.map { [$0.time, $0.length.rounded()] } == [[0.04, 40], [9.03, 30]])
    }

    @Test("media that is dropped while reconnecting is shown when it is dropped, not at the end, where it is counted")
    func reconnecting() throws {
        let total = TraceEvent.drop(TraceDrop(reason: "reconnecting", frames: 3, audioBlocks: 0))
        let timeline = Self.timeline(
            [Self.record(Self.frame(), 0)] + [100, 200, 300].map { Self.record(Self.frame(isDropped: true), $0) }
                + [
                    Self.record(.note(TraceNote(message: "between")), 250), Self.record(Self.frame(), 400),
                    Self.record(total, 500),
                ])
        let drop = try #require(timeline.events.first)
        #expect(drop.record == Self.record(total, 100))
        #expect(drop.line == 3)
        #expect(drop.until == .milliseconds(300))
        #expect(timeline.events.count == 2)
        #expect(Self.timeline([Self.record(total, 500)]).events.count == 1)
    }

    @Test("a long trace has a bounded time line: similar neighbours are one entry, and nothing is counted twice")
    func longTrace() throws {
        let rules = ["PS-SEND-005", "PS-AUDIO-004"]
        var records: [TraceRecord] = []
        for index in 0..<100_000 { records.append(Self.record(TraceScript.refusal(rules[index % 2]), Int64(index))) }
        let timeline = Self.timeline(records)
        #expect(timeline.events.count <= Timeline.limit)
        #expect(timeline.events.reduce(0) { $0 + $1.count } == 100_000)
        #expect(timeline.merged == 100_000 - timeline.events.count)
        #expect(timeline.omitted == 0)
        #expect(timeline.events.map(\.record.time) == timeline.events.map(\.record.time).sorted())
        let last = try #require(timeline.events.map(\.until).max())
        #expect(last == .milliseconds(99_999))
    }

    @Test("of merged states the last one holds; merged drops are added up")
    func mergedStates() throws {
        var records: [TraceRecord] = []
        for index in 0...Timeline.limit {
            let event: TraceEvent =
                index.isMultiple(of: 2)
                ? .output(TraceOutput(output: 1, address: nil, state: index == Timeline.limit ? "failed" : "live"))
                : .drop(TraceDrop(reason: "late", frames: 2, audioBlocks: 1))
            records.append(Self.record(event, 0))
        }
        let timeline = Self.timeline(records)
        let drop = TraceDrop(reason: "late", frames: Timeline.limit, audioBlocks: Timeline.limit / 2)
        #expect(
            timeline.events.map(\.record.event) == [
                .output(TraceOutput(output: 1, address: nil, state: "failed")), .drop(drop),
            ])
    }

    @Test("records that are all different are left out from the oldest one on, and counted")
    func differentRecords() {
        let records = (0..<20_000).map { Self.record(.note(TraceNote(message: "note \($0)")), Int64($0)) }
        let timeline = Self.timeline(records)
        #expect(timeline.events.count <= Timeline.limit)
        #expect(timeline.omitted == 20_000 - timeline.events.count)
        #expect(timeline.events.last?.record == records.last)
    }

    @Test("a text of a mebibyte, a long list and deep objects are shortened")
    func hugeTexts() throws {
        let text = String(repeating: "x", count: 1_000_000)
        let deep = (0..<50).reduce(TraceValue.null) { value, _ in .object(["a": value]) }
        let list = TraceValue.list(Array(repeating: .text(text), count: 1000))
        let call = TraceCall("c", ["deep": deep, "list": list], result: .text(text))
        let timeline = Self.timeline([Self.record(.call(call), 0), Self.record(.note(TraceNote(message: text)), 0)])
        let bytes = try JSONLineEncoder().bytes(timeline.events.map(\.record))
        #expect(bytes.count < 40_000)
        #expect(timeline.events.last?.record.event == .note(TraceNote(message: text.prefix(1000) + "…")))
    }

    @Test("an hour of frames has at most one interval per column, the longest of each")
    func longIntervals() {
        var timeline = Timeline()
        for index in 0..<108_000 as Range<Int64> {
            let late: Int64 = index == 50_000 ? 20_000_000 : 0
            let time = MediaTime(nanoseconds: MediaTime(count: index, rate: .thirty).nanoseconds + late)
            timeline.add(TraceRecord(Self.frame(), at: time), line: 2)
        }
        #expect(timeline.intervals.columns.count <= 4096)
        #expect(timeline.intervals.columns.map { ($0.length * 10).rounded() / 10 }.max() == 53.3)
    }

    @Test("each rule of traces has a way to fix it, which is one sentence or two")
    func fixes() {
        for rule in RuleCatalogue.traces.rules {
            #expect(rule.fix?.hasSuffix(".") == true, "\(rule.id) has no fix")
        }
    }
}
