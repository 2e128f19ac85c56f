import Foundation
import ProductionStudio
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioTestSupport
import StudioTrace
import Testing

@Suite("Recording a studio")
struct RecordingTests {
    private static func trace(_ path: String) throws -> Trace {
        try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }

    private static func send(_ test: TestMeeting, luma: UInt8, width: Int = 10) throws {
        let bytes = TestFrame.plain(width: width, height: 8, luma: luma)
        try bytes.withUnsafeBytes { bytes in
            try test.recorder.senders.last?.sendVideo(bytes, width: width, height: 8, format: .i420Full)
        }
    }

    /// A client that does everything right, except for the wrong width of one frame.
    private static func act(_ test: TestMeeting) throws {
        test.studio.delegate = test.recorder
        _ = test.studio.isSupported
        _ = test.studio.canStart
        _ = test.studio.canStart
        try test.studio.start(VideoCapability(width: 10, height: 8))
        try test.wait(for: .sending)
        try send(test, luma: 0)
        try test.turn(by: .milliseconds(20))
        let samples = [UInt8](repeating: 1, count: 4 * 480)
        try samples.withUnsafeBytes {
            try test.recorder.senders.last?.sendAudio($0, sampleRate: 48_000, channel: .stereo)
        }
        #expect(throws: StudioError.self) { try send(test, luma: 1, width: 12) }
        // Settled, so that callbacks and sends have one order.
        test.meeting.loseConnection()
        try test.settle()
        try send(test, luma: 200)
        test.meeting.regainConnection()
        try test.settle()
        try test.studio.stop()
        try test.wait(for: .idle)
        try test.finishTrace()
    }

    @Test("calls, callbacks, media and violations are recorded in order")
    func order() throws {
        let folder = try TestFolder()
        let test = TestMeeting(options: .init(seed: 7))
        try test.beginTrace(folder.file("a.jsonl"))
        try Self.act(test)
        let trace = try Self.trace(folder.file("a.jsonl"))
        #expect(trace.header == TraceHeader(writer: "psstudio", clock: .manual, session: "test", seed: 7))
        let events = trace.records.map(\.event).filter { event in
            // The roster, and the callback that a delegate may lack, are subjects of other tests.
            if case .callback(let callback) = event { callback.isReceived != nil } else { true }
        }
        let black = TestFrame.plain(width: 10, height: 8, luma: 0)
        let light = TestFrame.plain(width: 10, height: 8, luma: 200)
        let expected: [TraceEvent] = [
            .call(TraceCall("setDelegate", ["isSet": true])),
            .call(TraceCall("isSupported", result: true)),
            .call(TraceCall("canStart", result: true)),
            .call(TraceCall("start", ["width": 10, "height": 8, "format": "i420-full"], result: "Success")),
            .callback(TraceCallback("startAnswered", ["accepted": true], isReceived: true)),
            .callback(TraceCallback("sendingStarted", ["hasSender": true], isReceived: true)),
        ]
        #expect(Array(events.prefix(6)) == expected)
        let media = events.compactMap { event in
            if case .video(let frame) = event { frame } else { nil }
        }
        #expect(media.count == 2)
        #expect(media.map(\.isBlack) == [true, false])
        #expect(media.map(\.isDropped) == [nil, true])
        #expect(media.map(\.stamp) == [.zero, .milliseconds(20)])
        #expect(media.map(\.thread) == [1, 1])
        #expect(Set(media.map(\.hash)).count == 2)
        #expect(!media.map(\.hash).contains(nil))
        #expect(black != light)
        let blocks = events.compactMap { event in
            if case .audio(let block) = event { block } else { nil }
        }
        #expect(blocks.map(\.samples) == [480])
        #expect(blocks.map(\.stamp) == [.milliseconds(20)])
        let violations = events.compactMap { event in
            if case .violation(let violation) = event { violation } else { nil }
        }
        #expect(violations.map(\.rule) == ["PS-SEND-005"])
        #expect(violations.map(\.isRefusal) == [true])
        #expect(events.suffix(3).first == .call(TraceCall("stop", result: "Success")))
        #expect(events.suffix(2).first == .callback(TraceCallback("sendingStopped", isReceived: true)))
        #expect(trace.end == TraceEnd(unhashed: 0, lost: 0))
    }

    @Test("equal sessions on a manual clock have equal bytes")
    func repeatable() throws {
        let folder = try TestFolder()
        let traces = try (1...3).map { number in
            let test = TestMeeting(options: .init(seed: 7))
            try test.beginTrace(folder.file("\(number).jsonl"))
            try Self.act(test)
            return try Data(contentsOf: URL(fileURLWithPath: folder.file("\(number).jsonl")))
        }
        #expect(Set(traces).count == 1)
        #expect(traces.first.map { $0.count > 1000 } == true)
    }

    @Test("a removed delegate is recorded, and callbacks without a delegate are not received")
    func removedDelegate() throws {
        let folder = try TestFolder()
        var responses = StudioResponses.immediate
        responses.stopDelay = .seconds(1)
        let test = TestMeeting(responses: responses)
        try test.beginTrace(folder.file("a.jsonl"))
        test.studio.delegate = test.recorder
        try test.studio.start(VideoCapability(width: 10, height: 8))
        try test.wait(for: .sending)
        try test.studio.stop()
        test.studio.delegate = nil
        try test.wait(for: .idle)
        try test.finishTrace()
        let events = try Self.trace(folder.file("a.jsonl")).records.map(\.event)
        #expect(events.contains(.call(TraceCall("setDelegate", ["isSet": false]))))
        #expect(events.contains(.callback(TraceCallback("sendingStopped", isReceived: false))))
    }

    @Test("an existing trace is kept")
    func existing() throws {
        let folder = try TestFolder()
        try Data("x".utf8).write(to: URL(fileURLWithPath: folder.file("a.jsonl")))
        let test = TestMeeting()
        #expect(throws: TestMeetingError.self) { try test.beginTrace(folder.file("a.jsonl")) }
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.file("a.jsonl"))) == Data("x".utf8))
        try test.beginTrace(folder.file("a.jsonl"), overwrites: true)
        #expect(throws: TestMeetingError.self) { try test.beginTrace(folder.file("b.jsonl")) }
        try test.finishTrace()
        try test.beginTrace(folder.file("b.jsonl"))
    }
}
