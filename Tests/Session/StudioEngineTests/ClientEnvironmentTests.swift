import Dispatch
import Foundation
import MediaOutputs
import ProductionStudio
import SRT
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import StudioTrace
import Testing

@testable import StudioEngine

@Suite("PSSTUDIO_* for a client of a facade")
struct ClientEnvironmentTests {
    /// A client's studio, with outputs from the environment.
    private final class Client: StudioDelegate {
        static let capability = VideoCapability(width: 64, height: 36, format: .i420Limited)

        let clock = ManualClock()
        let meeting: Meeting
        let studio: StudioController
        private let sender = Lock<Sender?>(nil)

        init(_ environment: ClientEnvironment) {
            meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "psstudio.test.callbacks"))
            studio = StudioController(in: meeting, responses: .immediate)
            environment.attach(studio: studio)
            studio.delegate = self
        }

        func studio(_ studio: StudioController, didAnswerStart accepted: Bool) {}
        func studio(_ studio: StudioController, didStartSending sender: Sender?) { self.sender.set(sender) }
        func studioDidStopSending(_ studio: StudioController) { sender.set(nil) }

        func settle() { #expect(meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds)) }

        /// One start, `frames` frames, one stop.
        func send(_ frames: Int) throws {
            try studio.start(Self.capability)
            settle()
            let sender = try #require(sender.withLock { $0 })
            let bytes = TestMedia.frame(64, 36, y: 128)
            for _ in 0..<frames {
                try bytes.withUnsafeBytes { try sender.sendVideo($0, width: 64, height: 36, format: .i420Limited) }
                clock.advance(by: MediaTime(count: 1, rate: .thirty))
            }
            try studio.stop()
            settle()
        }
    }

    private func environment(_ values: [String: String]) throws -> ClientEnvironment {
        try ClientEnvironment(variable: { values[$0] })
    }

    @Test("PSSTUDIO_OUT writes the media of each start; later starts write numbered files")
    func outputs() throws {
        let folder = try TestFolder()
        let environment = try environment(["PSSTUDIO_OUT": folder.file("show.mp4") + "\n" + folder.file("show.mkv")])
        let client = Client(environment)
        try client.send(10)
        try client.send(5)
        environment.finish()
        for name in ["show.mp4", "show.mkv", "show-2.mp4", "show-2.mkv"] {
            #expect(try folder.read(name).count > 500, "\(name)")
        }
    }

    @Test("the outputs of a client that never stops are finished at the end of the process")
    func unstopped() throws {
        let folder = try TestFolder()
        let environment = try environment(["PSSTUDIO_OUT": folder.file("show.mp4")])
        let client = Client(environment)
        try client.studio.start(Client.capability)
        client.settle()
        environment.finish()
        environment.finish()
        try client.studio.stop()
        client.settle()
    }

    @Test("role and seed become the defaults of the service; without variables nothing changes")
    func defaults() throws {
        let defaults = try environment(["PSSTUDIO_ROLE": "cohost", "PSSTUDIO_SEED": "7"]).defaults
        #expect(defaults.role == .coHost)
        #expect(defaults.responses.role == .coHost)
        #expect(defaults.seed == 7)
        let none = try environment([:]).defaults
        #expect(none.role == .host)
        #expect(none.responses.role == .attendee)
        #expect(try none.seed != environment([:]).defaults.seed, "the seed is random")
    }

    @Test(
        "an invalid variable is rejected",
        arguments: [
            ("PSSTUDIO_ROLE", "boss"), ("PSSTUDIO_SEED", "x"), ("PSSTUDIO_OUT", "show.xyz"),
            ("PSSTUDIO_SRT_PASSPHRASE", "short"),
        ])
    func invalid(_ name: String, _ value: String) {
        #expect(throws: (any Error).self) { try environment([name: value]) }
    }

    /// Calls an SRT listener of this machine.
    private func call(_ port: UInt16, passphrase: String) throws -> SRTSocket {
        var settings = SRTSettings()
        settings.passphrase = passphrase
        let socket = try SRTSocket(settings)
        let address = try #require(HostAddress.resolve("127.0.0.1", port: "\(port)").first)
        try socket.connect(to: address, milliseconds: 5000)
        while socket.state == .connecting { socket.wait(for: .canSend, milliseconds: 100) }
        return socket
    }

    @Test("PSSTUDIO_SRT_PASSPHRASE encrypts the SRT outputs of a client that have no passphrase in their address")
    func passphrase() throws {
        let port = try unusedPort()
        let environment = try environment([
            "PSSTUDIO_OUT": "srt://127.0.0.1:\(port)?mode=listener", "PSSTUDIO_SRT_PASSPHRASE": "correct horse\nrest",
        ])
        let client = Client(environment)
        try client.studio.start(Client.capability)
        client.settle()
        try waitForUDP(port: port)
        let wrong = try call(port, passphrase: "wrong_passphrase")
        #expect(wrong.state == .ended)
        #expect(wrong.rejection == .passphrase)
        #expect(try call(port, passphrase: "correct horse").state == .connected)
        try client.studio.stop()
        client.settle()
        environment.finish()
    }

    @Test("PSSTUDIO_SRT_PASSPHRASE applies to all outputs of a session, and is never printed")
    func passphraseOfSession() throws {
        let (source, secret) = (SessionConfiguration.Source.app(Client.capability, frameRate: nil), "correct horse")
        let configuration = try SessionConfiguration(source) { $0 == "PSSTUDIO_SRT_PASSPHRASE" ? secret : nil }
        #expect(configuration.outputOptions.secrets == [.srtPassphrase: try SecretLine(secret.utf8)])
        var text = "\(configuration) " + String(reflecting: configuration.outputOptions)
        dump(configuration, to: &text)
        #expect(!text.contains(secret))
        let error = #expect(throws: SessionConfigurationError.self) {
            try SessionConfiguration(source) { $0 == "PSSTUDIO_SRT_PASSPHRASE" ? "short" : nil }
        }
        #expect(error?.description == "PSSTUDIO_SRT_PASSPHRASE must have 10 to 79 bytes")
        let control = #expect(throws: SessionConfigurationError.self) {
            try SessionConfiguration(source) { $0 == "PSSTUDIO_SRT_PASSPHRASE" ? "correct\u{7}horse" : nil }
        }
        #expect(
            control?.description
                == "PSSTUDIO_SRT_PASSPHRASE has a control character in its first line; set it to the SRT passphrase")
    }

    @Test("a number is inserted before the suffix")
    func numbered() {
        #expect(NumberedPath.of("a.b/show.mp4", 2) == "a.b/show-2.mp4")
        #expect(NumberedPath.of("show", 3) == "show-3")
        #expect(NumberedPath.of("a.b/show", 3) == "a.b/show-3")
    }

    @Test("PSSTUDIO_TRACE writes one trace per studio, without a file for an unused one")
    func traces() throws {
        let folder = try TestFolder()
        let traced = try environment(["PSSTUDIO_TRACE": folder.file("traces/")])
        for count in [2, 3] {
            _ = Client(traced)
            try Client(traced).send(count)
        }
        traced.finish()
        let paths = try FileManager.default.contentsOfDirectory(atPath: folder.file("traces")).sorted()
        #expect(paths.count == 2)
        let traces = try paths.map { name in
            try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder.file("traces/" + name)))))
        }
        #expect(
            traces.map { $0.records.count { if case .video = $0.event { true } else { false } } } == [2, 3])
        #expect(traces.map(\.end) == [TraceEnd(unhashed: 0, lost: 0), TraceEnd(unhashed: 0, lost: 0)])
    }

    private static let rule = Rule("XX-CALL-001", .failed, .documented, "A test.", source: "A test.")
    private static let rules = RuleCatalogue(interface: "some-interface", title: "Some", rules: [rule])

    private func traces(in folder: String) throws -> [Trace] {
        try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { name in
            try Trace(bytes: [UInt8](try Data(contentsOf: URL(fileURLWithPath: folder + name))))
        }
    }

    /// Calls and callbacks by their names, violations with their messages.
    private func lines(_ trace: Trace) -> [String] {
        trace.records.map { record in
            switch record.event {
            case .call(let call): "call \(call.name)"
            case .callback(let callback): callback.name
            case .violation(let violation): "\(violation.rule) \(violation.message)"
            case .end: "end"
            default: "other"
            }
        }
    }

    @Test("a client that receives media has a trace of its interface: joining, callbacks, and each violated rule once")
    func receiverTrace() throws {
        let folder = try TestFolder()
        let traced = try environment(["PSSTUDIO_TRACE": folder.file("traces/"), "PSSTUDIO_SEED": "7"])
        let clock = ManualClock()
        let violations = ViolationLog(clock: clock)
        violations.warn(StudioError(Self.rule, "too early", hint: "wait"))
        for number in 1...2 {
            let queue = DispatchQueue(label: "psstudio.test.callbacks")
            let studio = traced.enterAsReceiver(Self.rules, violations, clock: clock, queue: queue)
            clock.advance(by: .seconds(1))
            studio.meeting.add("Ann")
            for _ in 0..<2 { violations.report(StudioError(Self.rule, "meeting \(number)", hint: "wait")) }
            studio.meeting.leave()
            #expect(studio.meeting.callbackQueue.waitUntilEmpty(seconds: deadlineSeconds))
        }
        traced.finish()
        let traces = try traces(in: folder.file("traces/"))
        #expect(traces.count == 2)
        #expect(traces.map(\.header.interface) == ["some-interface", "some-interface"])
        #expect(traces.map(\.header.seed) == ["7", "7"])
        let found = traces.map(lines).sorted { $0.count > $1.count }
        #expect(found[0].prefix(2) == ["call join", "XX-CALL-001 too early; wait"])
        #expect(found[1].first == "call join")
        let violated = found.map { $0.filter { $0.hasPrefix("XX") } }
        #expect(violated[0] == ["XX-CALL-001 too early; wait", "XX-CALL-001 meeting 1; wait"])
        #expect(violated[1] == ["XX-CALL-001 meeting 2; wait"])
        #expect(found.allSatisfy { $0.contains("participantJoined") && $0.contains("meetingStatusChanged") })
        let findings = traces.flatMap { TraceReport($0, path: "a").findings.map(\.message) }
        #expect(findings.contains("too early; wait"))
    }

    @Test("each interface of a process has its own trace; one that captures does not end that of the sender")
    func interfaceTraces() throws {
        let folder = try TestFolder()
        let traced = try environment(["PSSTUDIO_TRACE": folder.file("traces/")])
        let client = Client(traced)
        let queue = DispatchQueue(label: "psstudio.test.callbacks")
        let studio = traced.enterAsReceiver(
            Self.rules, ViolationLog(clock: client.clock), clock: client.clock, queue: queue)
        try client.send(2)
        withExtendedLifetime(studio) { traced.finish() }
        let traces = try traces(in: folder.file("traces/"))
        #expect(Set(traces.map(\.header.interface)) == ["production-studio", "some-interface"])
        let sent = traces.first { $0.header.interface == "production-studio" }
        #expect(sent?.records.count { if case .video = $0.event { true } else { false } } == 2)
        #expect(sent?.end == TraceEnd(unhashed: 0, lost: 0))
    }

    @Test("PSSTUDIO_TRACE does not overwrite a file; later studios get numbered files")
    func traceFile() throws {
        let folder = try TestFolder()
        let path = folder.file("a.jsonl")
        let traced = try environment(["PSSTUDIO_TRACE": path])
        try Client(traced).send(1)
        try Client(traced).send(1)
        traced.finish()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["a-2.jsonl", "a.jsonl"])
        let error = try #require(throws: SessionConfigurationError.self) {
            try environment(["PSSTUDIO_TRACE": path])
        }
        #expect(
            error.description
                == "PSSTUDIO_TRACE: '\(path)' exists; remove it, or choose a folder with a / at its end")
    }
}
