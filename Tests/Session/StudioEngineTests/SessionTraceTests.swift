import Foundation
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario
import StudioTestSupport
import StudioTrace
import Testing

@testable import StudioEngine
@testable import TraceRecording

@Suite("Traces of sessions")
struct SessionTraceTests {
    private func configuration(_ trace: String?) throws -> SessionConfiguration {
        var video = VideoSourceOptions()
        (video.width, video.height) = (64, 36)
        var configuration = try SessionConfiguration(
            .inputs(video: video, audio: AudioSourceOptions(), duration: .seconds(1)), variable: { _ in nil })
        configuration.isFast = true
        configuration.outputs = ["null:"]
        configuration.trace = trace
        return configuration
    }

    private func trace(_ path: String) throws -> Trace {
        try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))))
    }

    @Test("two fast sessions with equal options have identical traces, except for the session")
    func repeatable() throws {
        let folder = try TestFolder()
        let traces = try (1...2).map { number in
            let session = try StudioSession(try configuration(folder.file("\(number).jsonl")))
            session.begin()
            #expect(session.waitUntilOver(seconds: deadlineSeconds))
            #expect(session.failures.isEmpty)
            return try trace(folder.file("\(number).jsonl"))
        }
        #expect(traces.map(\.header.seed) == ["0", "0"])
        #expect(traces.map(\.header.clock) == [.manual, .manual])
        #expect(traces[0].records == traces[1].records)
        #expect(traces[0].end == TraceEnd(unhashed: 0, lost: 0))
        let events = traces[0].records.map(\.event.name)
        #expect(events.count { $0 == .video } == 30)
        #expect(events.count { $0 == .audio } == 50)
        #expect(events.suffix(2) == [.state, .end])
    }

    @Test("a session that was stopped before it begins has ended, and opens no trace")
    func stoppedBeforeBegin() throws {
        let folder = try TestFolder()
        let session = try StudioSession(try configuration(folder.file("a.jsonl")))
        let events = session.subscribe()
        session.stop()
        session.begin()
        #expect(session.isOver)
        #expect(session.snapshot.state == .finished)
        #expect(session.tracePath == nil)
        #expect(!FileManager.default.fileExists(atPath: folder.file("a.jsonl")))
        var count = 0
        while events.next(seconds: deadlineSeconds) != nil { count += 1 }
        #expect(count == 2, "the state and the end")
        #expect(events.hasEnded)
    }

    @Test("a session that is stopped by another thread while it begins ends with a complete trace or with none")
    func stoppedWhileBeginning() throws {
        let folder = try TestFolder()
        for number in 0..<LongRun.repetitions(ordinary: 10, long: 100) {
            let path = folder.file("\(number).jsonl")
            let session = try StudioSession(try configuration(path))
            let worker = try Worker("test.stop") { session.stop() }
            session.begin()
            #expect(session.waitUntilOver(seconds: deadlineSeconds))
            #expect(worker.join(seconds: deadlineSeconds))
            guard FileManager.default.fileExists(atPath: path) else { continue }
            #expect(try trace(path).end != nil, "session \(number)")
        }
    }

    @Test("a session whose trace cannot be opened ends with that failure")
    func unwritableTrace() throws {
        let folder = try TestFolder()
        let session = try StudioSession(try configuration(folder.file("none/a.jsonl")))
        let events = session.subscribe()
        session.begin()
        #expect(session.waitUntilOver(seconds: deadlineSeconds))
        #expect(session.failures.map(\.code) == ["trace"])
        #expect(session.snapshot.state == .finished)
        while events.next(seconds: deadlineSeconds) != nil {}
        #expect(events.hasEnded)
    }

    @Test("the folder of a scenario is not in its trace: its media are recorded as in its steps")
    func scenarioFolder() throws {
        let folder = try TestFolder()
        let frame = [UInt8]("YUV4MPEG2 W64 H36 F30:1 C420jpeg\nFRAME\n".utf8) + TestMedia.frame(64, 36, y: 128)
        _ = try folder.write("clip.y4m", frame)
        let path = try folder.write(
            "show.yaml",
            """
            version: 1
            meeting: {participants: [{name: Ada}]}
            steps:
              - {on: onStartSend, after: 100ms, publish: {user: Ada, source: clip.y4m}}
              - {on: onStartSend, after: 200ms, share: {user: Ada, source: clip.y4m}}
            """)
        let traces = try [path, folder.path + "/./show.yaml"].enumerated().map { number, path in
            var changed = try configuration(folder.file("\(number).jsonl"))
            changed.scenario = try Scenario(path)
            let session = try StudioSession(changed)
            session.begin()
            #expect(session.waitUntilOver(seconds: deadlineSeconds))
            #expect(session.failures.isEmpty)
            return try trace(folder.file("\(number).jsonl"))
        }
        let isEqual = traces[0].records == traces[1].records
        #expect(isEqual)
        let events = traces[0].records.map(\.event)
        let commands = events.compactMap { if case .command(let command) = $0 { command } else { nil } }
        #expect(commands.map(\.name) == ["publishMedia", "publishShare"])
        #expect(commands.map { $0.arguments["source"] } == ["clip.y4m", "clip.y4m"])
        // A file that is not found would be a note.
        let notes = events.compactMap { if case .note(let note) = $0 { note.message } else { nil } }
        #expect(notes == [])
    }

    @Test("the trace is complete when the session is over, and its last state has the stop reason")
    func completion() throws {
        let folder = try TestFolder()
        var changed = try configuration(folder.file("a.jsonl"))
        changed.responses = .immediate
        changed.responses?.accepts = false
        let session = try StudioSession(changed)
        session.begin()
        #expect(session.waitUntilOver(seconds: deadlineSeconds))
        #expect(session.tracePath == folder.file("a.jsonl"))
        let events = try trace(folder.file("a.jsonl")).records.map(\.event)
        #expect(events.suffix(2).first == .state(TraceState("session", "stopped", ["reason": "error:refused"])))
        #expect(events.contains(.callback(TraceCallback("startAnswered", ["accepted": false], isReceived: true))))
        #expect(
            events.contains(
                .failure(
                    TraceFailure(category: "refused", code: "refused", rule: nil, message: "the start was rejected"))))
    }

    @Test("a trace that cannot be written ends the session before it starts")
    func existing() throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        try Data("x".utf8).write(to: URL(fileURLWithPath: path))
        let session = try StudioSession(try configuration(path))
        session.begin()
        #expect(session.waitUntilOver(seconds: deadlineSeconds))
        #expect(session.failures.map(\.category) == [.usage])
        #expect(session.failures.map(\.message) == ["'\(path)' exists; --force overwrites it"])
        #expect(session.snapshot.video.accepted == 0)
        #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == Data("x".utf8))
    }

    @Test("a full disk is a failure of the session, which continues without its trace")
    func fullDisk() throws {
        var changed = try configuration("/dev/full")
        changed.outputOptions = OutputOptions(overwrites: true)
        let session = try StudioSession(changed)
        session.begin()
        #expect(session.waitUntilOver(seconds: deadlineSeconds))
        #expect(session.snapshot.video.accepted == 30)
        #expect(session.failures.map(\.code) == ["trace"])
        #expect(
            session.failures.map(\.message) == ["cannot write the trace '/dev/full': No space left on device"])
    }

    private func record(_ event: SessionEvent.Kind) -> TraceEvent { TraceEvent(ObservedEvent(event: event)) }

    @Test("commands are recorded with their arguments, and addresses of outputs are redacted")
    func commands() throws {
        for (command, _) in SessionReference.commands {
            let recorded = record(.commandPerformed(command: command))
            guard case .command(let value) = recorded else {
                Issue.record("\(recorded)")
                continue
            }
            #expect(value.name != "unknown")
            #expect("\(command)".hasPrefix(value.name), "\(command)")
        }
        #expect(
            record(.commandPerformed(command: .expel(user: UserID(rawValue: 5))))
                == .command(TraceCommand("expel", ["user": 5])))
    }

    @Test("every event has a record; the record of a callback has its name", arguments: SessionReference.events)
    func event(_ event: SessionEvent.Kind, _: String) throws {
        if case .callback(let callback) = record(event) {
            #expect("\(event)".hasPrefix(callback.name), "\(event)")
        }
        #expect(!(try JSONLineEncoder().line(TraceRecord(record(event), at: .zero))).isEmpty)
    }

    /// The lines of traces that earlier versions have written.
    @Test("the records of events have a fixed form")
    func forms() throws {
        func line(_ event: SessionEvent.Kind, isReceived: Bool? = nil, format: FrameDataFormat? = nil) throws -> String
        {
            let event = TraceEvent(ObservedEvent(event: event, isReceived: isReceived, format: format))
            let line = String(decoding: try JSONLineEncoder().line(TraceRecord(event, at: .zero)), as: UTF8.self)
            #expect(line.hasSuffix(#","time":0}"# + "\n"))
            return String(line.dropLast(11))
        }
        let user = UserID(rawValue: 16)
        #expect(
            try line(.participantJoined(user: user, name: "Ann", role: .host))
                == #"{"arguments":{"name":"Ann","role":"host","user":16},"event":"callback","name":"participantJoined""#
        )
        #expect(
            try line(.studioUserChanged(user: user, isSending: true), isReceived: false)
                == #"{"arguments":{"isSending":true,"user":16},"event":"callback","isReceived":false,"#
                + #""name":"studioUserChanged""#)
        #expect(
            try line(.sendingStopped, isReceived: true)
                == #"{"event":"callback","isReceived":true,"name":"sendingStopped""#)
        #expect(
            try line(.meetingStatusChanged(status: .ended, reason: .endedByHost))
                == #"{"arguments":{"reason":"endedByHost","status":"ended"},"event":"callback","#
                + #""name":"meetingStatusChanged""#)
        #expect(
            try line(.startCalled(width: 64, height: 36, code: "Success"), format: .i420Limited)
                == #"{"arguments":{"format":"i420-limited","height":36,"width":64},"event":"call","name":"start","#
                + #""result":"Success""#)
        #expect(
            try line(.inputsOpened(width: 64, height: 36, frameRate: 29.97, hasAudio: false))
                == #"{"details":{"frameRate":29.97,"hasAudio":false,"height":36,"width":64},"event":"state","#
                + #""part":"inputs","state":"opened""#)
        let error = StudioError(.videoSizeDiffers, "64x36: wrong", hint: "send 32x18")
        #expect(
            try line(.init(error, isRefusal: true))
                == #"{"code":"InvalidParameter","event":"violation","isRefusal":true,"#
                + #""message":"64x36: wrong; send 32x18","rule":"PS-SEND-005""#)
    }

    @Test("the default seed is 0 in a fast session, and random otherwise")
    func seed() throws {
        var fast = try configuration(nil)
        #expect(fast.seed == 0)
        fast.isFast = false
        let random = fast.seed
        #expect(fast.seed == random)
        let others = try (0..<8).map { _ -> UInt64 in
            var other = try configuration(nil)
            other.isFast = false
            return other.seed
        }
        #expect(Set(others).count == 8)
        fast.seed = 5
        fast.isFast = true
        #expect(fast.seed == 5)
        let variables = ["PSSTUDIO_SEED": "9", "PSSTUDIO_TRACE": "a/"]
        var environment = try SessionConfiguration(
            .app(VideoCapability(width: 64, height: 36), frameRate: nil), variable: { variables[$0] })
        environment.isFast = true
        #expect(environment.seed == 9)
        #expect(environment.trace == "a/")
    }
}
