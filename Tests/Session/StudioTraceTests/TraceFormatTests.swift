import StudioCore
import StudioTrace
import Testing

@Suite("The format of traces")
struct TraceFormatTests {
    static let header = TraceHeader(writer: "psstudio", clock: .manual, session: "1f", seed: .max)

    /// One record of every kind, with every optional field present or absent.
    static let records: [TraceRecord] = [
        TraceRecord(.call(TraceCall("isSupported", result: true)), at: .zero),
        TraceRecord(
            .call(TraceCall("start", ["width": 1280, "format": "i420-full"], result: "Success")), at: .zero),
        TraceRecord(.callback(TraceCallback("startAnswered", ["accepted": true], isReceived: true)), at: .zero),
        TraceRecord(.callback(TraceCallback("meetingStatusChanged")), at: .zero),
        TraceRecord(.state(TraceState("session", "stopped", ["reason": "eos"])), at: .zero),
        TraceRecord(.state(TraceState("session", "sending")), at: .zero),
        TraceRecord(.command(TraceCommand("expel", ["user": 16_778_240])), at: .milliseconds(1)),
        TraceRecord(.command(TraceCommand("leave")), at: .milliseconds(1)),
        TraceRecord(
            .video(
                TraceFrame(
                    width: 1280, height: 720, format: "i420-full", stamp: .milliseconds(2), thread: 1,
                    hash: TraceHash(value: 0xAB), isBlack: false)), at: .milliseconds(2)),
        TraceRecord(
            .video(
                TraceFrame(
                    width: 2, height: 2, format: "i420-limited", stamp: .milliseconds(2), thread: 2, isDropped: true)),
            at: .milliseconds(2)),
        TraceRecord(
            .audio(
                TraceBlock(
                    sampleRate: 48_000, channels: 2, samples: 480, stamp: .milliseconds(3), thread: 1,
                    hash: TraceHash(value: .max))), at: .milliseconds(3)),
        TraceRecord(
            .violation(
                TraceViolation(rule: "PS-SEND-001", code: "WrongUsage", message: "\"a\"\nb", isRefusal: true)),
            at: .milliseconds(4)),
        TraceRecord(.drop(TraceDrop(reason: "late", frames: 1, audioBlocks: 2)), at: .milliseconds(4)),
        TraceRecord(.output(TraceOutput(output: 1, address: "a.mp4", state: "added")), at: .milliseconds(4)),
        TraceRecord(
            .output(TraceOutput(output: 1, address: nil, state: "failed", cause: "storageFull", message: "m")),
            at: .milliseconds(4)),
        TraceRecord(
            .failure(TraceFailure(category: "output", code: "storageFull", rule: nil, message: "m")),
            at: .milliseconds(4)),
        TraceRecord(.note(TraceNote(message: "ä/\u{1F600}")), at: .milliseconds(4)),
        TraceRecord(.end(TraceEnd(unhashed: 1, lost: 2)), at: .milliseconds(5)),
    ]

    static func bytes(_ records: [TraceRecord], _ header: TraceHeader = header) throws -> [UInt8] {
        let encoder = JSONLineEncoder()
        return try records.reduce(into: try encoder.line(header)) { $0 += try encoder.line($1) }
    }

    @Test("every record is decoded as it was encoded")
    func roundTrip() throws {
        let trace = try Trace(bytes: try Self.bytes(Self.records))
        #expect(trace.header == Self.header)
        #expect(trace.records == Self.records)
        #expect(trace.end == TraceEnd(unhashed: 1, lost: 2))
        #expect(!trace.isCutOff)
    }

    @Test("the bytes of the documented example lines")
    func bytes() throws {
        func line(_ index: Int) throws -> String {
            String(decoding: try JSONLineEncoder().line(Self.records[index]), as: UTF8.self)
        }
        let header = String(decoding: try JSONLineEncoder().line(Self.header), as: UTF8.self)
        #expect(
            header
                == #"{"clock":"manual","interface":"production-studio","psstudioTrace":1,"seed":"18446744073709551615","#
                + #""session":"1f","writer":"psstudio"}"# + "\n")
        #expect(try line(0) == #"{"event":"call","name":"isSupported","result":true,"time":0}"# + "\n")
        #expect(
            try line(8)
                == #"{"event":"video","format":"i420-full","hash":"00000000000000ab","height":720,"isBlack":false,"#
                + #""stamp":0.002,"thread":1,"time":0.002,"width":1280}"# + "\n")
        #expect(
            try line(10)
                == #"{"channels":2,"event":"audio","hash":"ffffffffffffffff","sampleRate":48000,"samples":480,"#
                + #""stamp":0.003,"thread":1,"time":0.003}"# + "\n")
    }

    @Test(
        "each error has its line and its cause",
        arguments: [
            ("", "line 1: the trace is empty; expected a header"),
            (
                "{}\n",
                "line 1: not the header of a trace: the key 'psstudioTrace' is missing; expected a file written by --trace"
            ),
            ("[\n", "line 1: not the header of a trace: invalid JSON; expected a file written by --trace"),
            (#"{"psstudioTrace":2}"# + "\n", "line 1: the trace has version 2; this psstudio reads version 1"),
            ("H\nx\n", "line 2: not a record: invalid JSON"),
            ("H\n\n", "line 2: not a record: invalid JSON"),
            ("H\n" + #"{"time":0,"event":"call"}"# + "\n", "line 2: not a record: the key 'name' is missing"),
            (
                "H\n" + #"{"time":0,"event":"calls","name":"a"}"# + "\n",
                "line 2: not a record: event: 'calls' is not an event; expected call, callback, state, command, video, audio, "
                    + "violation, drop, output, failure, note, end"
            ),
            (
                "H\n" + #"{"time":"0","event":"note"}"# + "\n",
                "line 2: not a record: time: expected a value of type Double"
            ),
            ("H\n" + #"{"time":1e300,"event":"note"}"# + "\n", "line 2: not a record: time: 1e+300 s is out of range"),
            (
                "H\n"
                    + #"{"time":0,"event":"audio","channels":2,"sampleRate":48000,"samples":1,"stamp":0,"thread":1,"hash":"A"}"#
                    + "\n", "line 2: not a record: hash: 'A' is not a hash; expected 16 lower-case hexadecimal digits"
            ),
            (
                "H\n" + #"{"time":2,"event":"note","message":"a"}"# + "\n" + #"{"time":1,"event":"note","message":"a"}"#
                    + "\n",
                "line 3: the time 1.0 s is before that of the previous record, 2.0 s"
            ),
            (
                "H\n" + #"{"time":0,"event":"end","unhashed":0,"lost":0}"# + "\n"
                    + #"{"time":1,"event":"note","message":"a"}"#
                    + "\n", "line 3: a record follows the end of the trace"
            ),
        ])
    func errors(text: String, message: String) throws {
        let header = String(decoding: try JSONLineEncoder().line(Self.header).dropLast(), as: UTF8.self)
        let text = text.hasPrefix("H\n") ? header + text.dropFirst() : text
        let error = try #require(throws: TraceError.self) { try Trace(bytes: Array(text.utf8)) }
        #expect(error.description == message)
    }

    @Test("a line above the limit is rejected before its end is read", arguments: [[], [10]] as [[UInt8]])
    func longLine(end: [UInt8]) throws {
        let long = [UInt8](repeating: 32, count: Trace.longestLine + 1) + end
        let error = try #require(throws: TraceError.self) { try Trace(bytes: try Self.bytes([]) + long) }
        #expect(error.description == "line 2: the line has more than 1048576 bytes")
        var parser = TraceParser()
        try parser.append([UInt8](repeating: 32, count: Trace.longestLine))
        let first = try #require(throws: TraceError.self) { try parser.append([32]) }
        #expect(first.line == 1)
    }

    @Test("pieces of any length give the same trace", arguments: [1, 2, 7, 64, 1000])
    func pieces(length: Int) throws {
        let bytes = try Self.bytes(Self.records)
        var parser = TraceParser()
        for start in stride(from: 0, to: bytes.count, by: length) {
            try parser.append(Array(bytes[start..<min(start + length, bytes.count)]))
        }
        #expect(try parser.finish() == Trace(bytes: bytes))
    }

    @Test("a trace cut off at any byte is readable up to its last complete record")
    func cutOff() throws {
        let whole = try Self.bytes(Self.records)
        let headerCount = try Self.bytes([]).count
        for count in headerCount...whole.count {
            let trace = try Trace(bytes: Array(whole.prefix(count)))
            let complete = whole.prefix(count).count { $0 == 10 } - 1
            // A record whose line feed alone is missing is complete.
            #expect((complete...(complete + 1)).contains(trace.records.count), "\(count) bytes")
            #expect(trace.records == Array(Self.records.prefix(trace.records.count)), "\(count) bytes")
            let isInside = count < whole.count && whole[count - 1] != 10 && trace.records.count == complete
            #expect(trace.isCutOff == isInside, "\(count) bytes")
        }
    }

    @Test(
        "random bytes and random changes are errors or traces, never a crash", arguments: 1...30 as ClosedRange<UInt64>)
    func damage(seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let whole = try Self.bytes(Self.records)
        for _ in 0..<200 {
            var bytes = whole
            for _ in 0..<Int.random(in: 1...8, using: &random) {
                bytes[Int.random(in: 0..<bytes.count, using: &random)] = .random(in: .min ... .max, using: &random)
            }
            do throws(TraceError) {
                let trace = try Trace(bytes: bytes)
                #expect(trace.records.count <= bytes.count { $0 == 10 } + 1)
            } catch {
                #expect((1...(bytes.count { $0 == 10 } + 1)).contains(error.line))
            }
        }
    }

    @Test("a deeply nested argument is an error of its line")
    func depth() throws {
        let nested = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
        let line = #"{"time":0,"event":"call","name":"a","arguments":{"a":"# + nested + "}}\n"
        let error = try #require(throws: TraceError.self) { try Trace(bytes: try Self.bytes([]) + Array(line.utf8)) }
        #expect(error.line == 2)
    }
}

@Suite("The comparable part of a trace")
struct TraceComparisonTests {
    @Test("outputs, drops, notes, failures of outputs and the end are left out; messages are")
    func parts() {
        let kept = TraceFormatTests.records.map { $0.comparable(keepsTimes: true) }
        #expect(
            kept.map { $0 == nil }
                == TraceFormatTests.records.map { record in
                    switch record.event {
                    case .note, .output, .drop, .end, .failure: true
                    default: false
                    }
                })
        let violation = TraceViolation(rule: "PS-SEND-001", code: "WrongUsage", message: "", isRefusal: true)
        #expect(kept[11] == TraceRecord(.violation(violation), at: .milliseconds(4)))
        let command = TraceRecord(.command(TraceCommand("addOutput", ["address": "a.mp4"])), at: .zero)
        #expect(command.comparable(keepsTimes: true) == nil)
        let failure = TraceFailure(category: "source", code: "source", rule: nil, message: "/tmp/a.mp4: missing")
        var kept1 = failure
        kept1.message = ""
        #expect(TraceRecord(.failure(failure), at: .zero).comparable(keepsTimes: true)?.event == .failure(kept1))
    }

    @Test("times are left out for a system clock")
    func times() throws {
        let frame = TraceFrame(width: 2, height: 2, format: "i420-full", stamp: .seconds(1), thread: 1)
        var bare = frame
        bare.stamp = .zero
        let record = TraceRecord(.video(frame), at: .seconds(2))
        #expect(record.comparable(keepsTimes: true) == record)
        #expect(record.comparable(keepsTimes: false) == TraceRecord(.video(bare), at: .zero))
    }
}
