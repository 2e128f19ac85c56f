import Glibc
import MediaInputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioScenario
import StudioTestSupport
import Testing

@testable import StudioEngine

/// Changes of source and slates of a session, by commands.
@Suite(.timeLimit(.minutes(5)))
struct SessionSourceTests {
    private static func configuration(_ video: String? = "coded:a") throws -> SessionConfiguration {
        var options = VideoSourceOptions()
        (options.path, options.width, options.height) = (video, 320, 192)
        var configuration = try SessionConfiguration(
            .inputs(video: options, audio: AudioSourceOptions(), duration: nil), variable: { _ in nil })
        configuration.responses = .immediate
        configuration.outputs = ["null:"]
        return configuration
    }

    private func begun(
        _ configuration: SessionConfiguration
    ) throws -> (StudioSession, EventSubscription<SessionEvent>) {
        let session = try StudioSession(configuration)
        let events = session.subscribe()
        session.begin()
        _ = try events.wait { $0 == .sessionChanged(state: .sending) }
        // The producer begins a moment later.
        let isSending = session.core.state.wait(seconds: deadlineSeconds) { $0.program == nil ? nil : true }
        #expect(isSending == true)
        return (session, events)
    }

    private func change(_ video: String?) -> SessionCommand {
        .changeSource(video: video, audio: nil, loops: false, startAt: nil)
    }

    @Test("a change of source returns when it is on air; it is an event, and counted")
    func change() throws {
        let (session, events) = try begun(Self.configuration())
        #expect(try session.perform(change("coded:b")) == .done)
        #expect(session.snapshot.sourceChanges == 1)
        let seen = try events.wait { if case .sourceChanged = $0 { true } else { false } }
        guard case .sourceChanged("coded:b", _)? = seen.last else { throw TestFailure("\(seen)") }
        #expect(try session.perform(change(nil)) == .done)
        #expect(session.snapshot.sourceChanges == 2)
        session.stop()
        session.waitUntilOver()
        #expect(session.failures.isEmpty)
        #expect(throws: SessionCommandError.notSending) { try session.perform(change(nil)) }
    }

    @Test("a source that cannot be opened is the error of its command; standard input is rejected")
    func failure() throws {
        let (session, _) = try begun(Self.configuration())
        let missing = "cannot open '/nonexistent.mp4': No such file or directory; check the path"
        #expect(throws: SessionCommandError.source(missing)) { try session.perform(change("/nonexistent.mp4")) }
        #expect(throws: SessionCommandError.source("standard input can only be the first source; use a FIFO")) {
            try session.perform(change("-"))
        }
        #expect(session.snapshot.sourceChanges == 0)
        #expect(session.snapshot.state == .sending)
        session.stop()
        session.waitUntilOver()
        #expect(session.failures.isEmpty)
    }

    @Test("a slate is shown and ended by commands; a second command has no effect")
    func slate() throws {
        let (session, events) = try begun(Self.configuration())
        #expect(try session.perform(.showSlate) == .done)
        try events.wait { if case .slateShown(.command, _) = $0 { true } else { false } }
        #expect(session.snapshot.slates == 1)
        #expect(session.snapshot.isSlateOnAir)
        #expect(session.snapshot.slateReason == "command")
        #expect(try session.perform(.endSlate) == .done)
        try events.wait { if case .slateEnded = $0 { true } else { false } }
        #expect(!session.snapshot.isSlateOnAir)
        #expect(session.snapshot.slateReason == nil)
        session.stop()
        session.waitUntilOver()
        #expect(session.failures.isEmpty)
    }

    @Test("sessions whose app sends have no source and no slate")
    func app() throws {
        let session = try StudioSession(
            width: 128, height: 72, format: .i420Limited, to: ["null:"])
        #expect(throws: SessionCommandError.unsupported("changeSource")) { try session.perform(change(nil)) }
        #expect(throws: SessionCommandError.unsupported("showSlate")) { try session.perform(.showSlate) }
        #expect(throws: SessionCommandError.unsupported("endSlate")) { try session.perform(.endSlate) }
        try session.finish()
    }

    @Test("a later change supersedes one that waits for the writer of a FIFO; a stop ends one that waits")
    func fifo() throws {
        let folder = try TestFolder()
        let path = folder.file("v.fifo")
        try #require(mkfifo(path, 0o600) == 0)
        let (session, events) = try begun(Self.configuration())
        let results = Recorder<SessionCommandError?>()
        func changeBeside(_ video: String) throws {
            let command = change(video)
            _ = try Worker("change") {
                do throws(SessionCommandError) {
                    _ = try session.perform(command)
                    results.record(nil)
                } catch {
                    results.record(error)
                }
            }
            try events.wait { $0 == .commandPerformed(command: command, origin: .app) }
        }
        try changeBeside(path)
        #expect(try session.perform(change("coded:b")) == .done)
        #expect(results.wait(count: 1))
        try changeBeside(path)
        session.stop()
        session.waitUntilOver()
        #expect(results.wait(count: 2))
        #expect(results.all == [.superseded, .notSending])
        #expect(session.failures.isEmpty)
        #expect(session.snapshot.sourceChanges == 1)
    }

    @Test(
        "thirty changes and slates from three threads are each answered; the session ends with every frame accounted for"
    )
    func burst() throws {
        let (session, _) = try begun(Self.configuration())
        let (changes, slates) = (Recorder<SessionCommandError?>(), Recorder<SessionCommandError?>())
        @Sendable func perform(_ command: SessionCommand, _ results: Recorder<SessionCommandError?>) {
            do throws(SessionCommandError) {
                try session.perform(command)
                results.record(nil)
            } catch {
                results.record(error)
            }
        }
        let workers = try (0..<3).map { thread in
            try Worker("changes") {
                for number in 0..<10 {
                    perform(change("coded:\(thread)\(number)"), changes)
                    perform(number.isMultiple(of: 2) ? .showSlate : .endSlate, slates)
                }
            }
        }
        for worker in workers { #expect(worker.join(seconds: deadlineSeconds)) }
        // A slate may be superseded as well; the change before it is not undone by that.
        for results in [changes, slates] {
            #expect(results.count == 30)
            #expect(results.all.allSatisfy { $0 == nil || $0 == .superseded }, "\(results.all)")
        }
        session.stop()
        session.waitUntilOver()
        #expect(session.failures.isEmpty)
        let snapshot = session.snapshot
        #expect(snapshot.sourceChanges == changes.all.count { $0 == nil })
        #expect(snapshot.video.accepted > 0)
        #expect(snapshot.video.refused == 0)
        let output = try #require(snapshot.outputs.first)
        #expect(output.outputTotalFrames == snapshot.video.accepted)
    }

    @Test("a scenario on a manual clock changes the source at the frame of its time, with the same events each time")
    func scenario() throws {
        func events() throws -> [SessionEvent.Kind] {
            guard case .inputs(let video, let audio, _) = try Self.configuration().source else { return [] }
            var configuration = try SessionConfiguration(
                .inputs(video: video, audio: audio, duration: .seconds(3)), variable: { _ in nil })
            configuration.isFast = true
            configuration.outputs = ["null:"]
            configuration.scenario = try Scenario(
                text: """
                    version: 1
                    steps:
                      - on: onStartSend
                        after: 30 frames
                        changeSource: {video: "coded:b"}
                      - on: onStartSend
                        after: 60 frames
                        changeSource: {video: "missing.mp4"}
                      - on: onStartSend
                        after: 60 frames
                        showSlate: {}
                    """, name: "changes.yaml")
            let session = try StudioSession(configuration)
            let events = session.subscribe()
            session.begin()
            session.waitUntilOver()
            #expect(session.snapshot.video.accepted == 90)
            #expect(session.failures.isEmpty)
            var seen: [SessionEvent.Kind] = []
            while let event = events.next(seconds: 0) { seen.append(event.event) }
            return seen
        }
        let first = try events()
        #expect(first == (try events()))
        #expect(first.contains(.sourceChanged(source: "coded:b", at: 1)))
        #expect(first.contains(.slateShown(reason: .command, at: 2)))
        let missing = "cannot open 'missing.mp4': No such file or directory; check the path"
        #expect(first.contains(.note(message: "changes.yaml:6: \(missing)")))
    }
}
