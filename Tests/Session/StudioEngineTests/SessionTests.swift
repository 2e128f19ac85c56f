import Dispatch
import GStreamer
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaInputs
@testable import MediaOutputs
@testable import ProgramEncoding
@testable import StudioEngine

/// The complete library, from a sender to a file, without leaks.
struct SessionTests {
    @Test("A fast session: every frame in every file")
    func fastSession() throws {
        let folder = try TestFolder()
        let session = try StudioSession(
            width: 128, height: 72, format: .i420Limited, isFast: true,
            to: [folder.file("a.mp4"), folder.file("a.mkv"), "null:"])
        for number in 0..<45 {
            let frame = TestMedia.frame(128, 72, y: UInt8(40 + number))
            try frame.withUnsafeBytes {
                try session.sender.sendVideo($0, width: 128, height: 72, format: .i420Limited)
            }
            session.waitForNextFrame()
        }
        try session.finish()
        for name in ["a.mp4", "a.mkv"] {
            let probe = try MediaProbe(folder.file(name))
            #expect(try probe.video.nb_read_frames == "45")
            #expect(abs(probe.audioSeconds - 1.5) < 0.0214, "silence for as long as there are frames")
        }
        #expect(session.outputs.last?.status.totalFrames == 45)
    }

    @Test("Reasons why a session does not start or fails")
    func failures() throws {
        let folder = try TestFolder()
        let odd = #expect(throws: SessionFailure.self) {
            _ = try StudioSession(width: 127, height: 72, isFast: true, to: ["null:"])
        }
        #expect(odd?.category == .contract)
        #expect(odd?.rule == Rule.startSizeOdd.id.rawValue)
        #expect(throws: AddressError.self) {
            _ = try StudioSession(width: 128, height: 72, isFast: true, to: ["a.avi"])
        }
        for bitrate in [-5, 999, 2_048_000_001] {
            var configuration = try SessionConfiguration(
                .inputs(video: .init(), audio: .init(), duration: .seconds(1)), variable: { _ in nil })
            (configuration.videoBitrate, configuration.isFast, configuration.outputs) = (bitrate, true, ["null:"])
            let session = try StudioSession(configuration)
            session.begin()
            #expect(session.waitUntilOver(seconds: deadlineSeconds))
            #expect(session.failures.map(\.category) == [.usage])
            #expect(session.failures.first?.message.contains("the video bitrate is \(bitrate) bit/s") == true)
        }
        let session = try StudioSession(
            width: 128, height: 72, isFast: true, to: [folder.file("none/a.mp4"), folder.file("b.mp4")])
        let frame = TestMedia.frame(128, 72, y: 90)
        for _ in 0..<10 {
            try frame.withUnsafeBytes { try session.sender.sendVideo($0, width: 128, height: 72, format: .i420Full) }
            session.waitForNextFrame()
        }
        let failure = #expect(throws: SessionFailure.self) { try session.finish() }
        #expect(failure?.category == .output)
        #expect(failure?.code == OutputFailure.Cause.notWritable.rawValue)
        #expect(failure?.message.contains("none/a.mp4") == true)
        #expect(try MediaProbe(folder.file("b.mp4")).video.nb_read_frames == "10")
    }

    @Test("After the end outputs, encoders, connections and the fan-out's receivers are freed")
    func freed() throws {
        let (server, folder) = (try RTMPServer(), try TestFolder())
        weak var program: ProgramEncoder?
        weak var outputGroup: OutputGroup?
        weak var studio: StudioController?
        weak var meeting: Meeting?
        let outputs = Lock<[WeakOutput]>([])
        try {
            let fixture = try SessionFixture(
                isFast: false,
                to: [folder.file("a.mp4"), server.url(), "rtmp://127.0.0.1:\(try unusedPort())/live/key", "null:"])
            try MediaPlan(name: "short", seconds: 0.6, video: [0..<0.6], audio: [0..<0.6], marks: []).perform(
                on: fixture)
            fixture.finish()
            program = fixture.session.outputGroup?.encoder
            outputGroup = fixture.session.outputGroup
            studio = fixture.session.studio
            meeting = fixture.meeting
            outputs.withLock { $0 = fixture.session.outputs.map { WeakOutput($0) } }
            #expect(program != nil)
            #expect(outputs.withLock { $0.allSatisfy { $0.output != nil } })
        }()
        // Threads of the outputs may still be returning after the last event.
        try waitUntil("outputs are freed", seconds: 20) { outputs.withLock { $0.allSatisfy { $0.output == nil } } }
        try waitUntil("the program is freed", seconds: 20) { program == nil && outputGroup == nil }
        try waitUntil("meeting and studio are freed", seconds: 20) { studio == nil && meeting == nil }
    }

    @Test("A released session stops its encoder and its outputs")
    func dropped() throws {
        let folder = try TestFolder()
        weak var encoder: ProgramEncoder?
        weak var output: Output?
        weak var meeting: Meeting?
        try {
            let session = try StudioSession(
                width: 128, height: 72, format: .i420Limited, to: [folder.file("a.mkv")])
            let frame = TestMedia.frame(128, 72, y: 90)
            try frame.withUnsafeBytes {
                try session.sender.sendVideo($0, width: 128, height: 72, format: .i420Limited)
            }
            encoder = session.outputGroup?.encoder
            output = session.outputs.first
            meeting = session.meeting
            #expect(encoder != nil)
            #expect(output != nil)
        }()
        try waitUntil("the encoder is freed", seconds: 20) { encoder == nil }
        try waitUntil("the output is freed", seconds: 20) { output == nil }
        try waitUntil("the meeting is freed", seconds: 20) { meeting == nil }
    }

    @Test("Unstarted outputs end immediately")
    func notBegun() throws {
        let folder = try TestFolder()
        let meeting = Meeting(clock: ManualClock(), callbackQueue: DispatchQueue(label: "not.begun"))
        let group = try OutputGroup(
            of: meeting, capability: VideoCapability(width: 128, height: 72, format: .i420Limited),
            to: [folder.file("a.mp4"), "null:"])
        #expect(group.finish() == nil)
        #expect(group.outputs.map(\.status.state) == [.finished, .finished])
        #expect(try folder.names.isEmpty)
    }

    private struct WeakOutput: Sendable {
        weak var output: (Output)?
        init(_ output: Output) { self.output = output }
    }

    @Test("A failed output does not slow down or stop the others")
    func independence() throws {
        let (server, folder) = (try HostileServer(.silent), try TestFolder())
        let fixture = try SessionFixture(to: [server.url(), folder.file("a.mp4"), folder.file("none/b.mp4")])
        try MediaPlan(name: "plain", seconds: 3, video: [0..<3], audio: [0..<3], marks: []).perform(on: fixture)
        fixture.finish()
        let causes = fixture.session.outputs.map { $0.status.failure?.cause }
        #expect(causes[0] == .connectTimedOut)
        #expect(causes[1] == nil)
        #expect(causes[2] == .notWritable)
        #expect(server.speakers == 1)
        #expect(try MediaProbe(folder.file("a.mp4")).video.nb_read_frames == "90")
    }
}
