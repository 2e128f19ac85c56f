import Dispatch
import MediaOutputs
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
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
            environment.attach(studio)
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
        #expect(none.seed == nil)
    }

    @Test(
        "an invalid variable is rejected",
        arguments: [("PSSTUDIO_ROLE", "boss"), ("PSSTUDIO_SEED", "x"), ("PSSTUDIO_OUT", "show.xyz")])
    func invalid(_ name: String, _ value: String) {
        #expect(throws: (any Error).self) { try environment([name: value]) }
    }

    @Test("a number is inserted before the suffix")
    func numbered() {
        #expect(ClientOutputs.numbered("a.b/show.mp4", 2) == "a.b/show-2.mp4")
        #expect(ClientOutputs.numbered("show", 3) == "show-3")
    }
}
