import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

import ZegoCustomRendering
@testable import ZegoExpressEngine

@Suite("ZEGO environment")
struct EnvironmentTests {
    @Test("without a test's room, frames of the local camera come at once, on the machine's clock")
    func machineClock() {
        ZegoEngine.shared.process.withExclusiveUse {
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            #expect(ZegoExpressEngine.emulation.meeting?.status == .inMeeting)
            engine.startPreview()
            engine.startPublishingStream("mine")
            engine.startPlayingStream("mine")
            #expect(client.frames.wait { $0.source == "main" })
            #expect(client.frames.wait { $0.source == "mine" })
            engine.logoutRoom()
            #expect(ZegoExpressEngine.emulation.meeting == nil)
            #expect(Set(client.frames.all.map(\.source)) == ["main", "mine"])
        }
    }

    @Test("PSSTUDIO_OUT records what the main channel publishes, in its encoded size; a preview is not recorded")
    func outputs() async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("own.mp4") as String] in
            setenv("PSSTUDIO_OUT", path, 1)
            let client = RenderClient()
            let engine = ZegoExpressEngine.start(client)
            let config = ZegoVideoConfig()
            config.captureResolution = CGSize(width: 320, height: 180)
            config.encodeResolution = CGSize(width: 160, height: 90)
            config.fps = 30
            engine.setVideoConfig(config)
            engine.startPreview()
            #expect(client.frames.wait(count: 10))
            #expect(TestFolder.size(of: path) == 0)
            engine.startPublishingStream("mine")
            #expect(client.frames.wait(count: 50))
            engine.stopPublishingStream()
            #expect(client.frames.wait(count: 80))
            ZegoExpressEngine.destroy(nil)
        }
        #expect(try folder.names == ["own.mp4"])
        let probe = try MediaProbe(folder.file("own.mp4"))
        #expect(!probe.hasAudio)
        #expect(try probe.video.width == 160)
        #expect(try probe.video.height == 90)
        #expect(probe.videoFrames.count >= 30)
    }

    @Test("psstudio exec gets a trace of the room of each test, with what the handler received")
    func testTraces() async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("traces/") as String] in
            setenv("PSSTUDIO_TRACE", path, 1)
            for _ in 0..<2 {
                try ZegoExpressEngine.emulation.withRoom { room in
                    let client = RenderClient()
                    let engine = ZegoExpressEngine.start(client)
                    try room.addStream("ada", video: .pattern(width: 72, height: 40))
                    engine.startPlayingStream("ada")
                    room.advance(seconds: 1)
                    #expect(client.frames.count > 0)
                    #expect(room.meeting.received.frames.value == client.frames.count)
                }
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("traces"))
        #expect(names.count == 2)
        for name in names {
            let lines = try folder.readText("traces/\(name)").split(separator: "\n")
            #expect(lines.first?.contains(#""interface":"zego-custom-video-render""#) == true)
            #expect(lines.last?.contains(#""event":"end""#) == true)
            #expect(lines.last?.contains(#""receivedFrames":"#) == true)
        }
    }

    @Test("participants of a scenario are in each room; those with video publish a stream of their name")
    func scenario() throws {
        let folder = try TestFolder()
        let path = try folder.write(
            "room.yaml",
            """
            # A room with two participants.
            version: 1
            meeting:
              participants:
                - {name: Ada B.}
                - {name: Bob, video: true}
            """)
        let environment = try ClientEnvironment(
            variable: { ["PSSTUDIO_SCENARIO": path, "PSSTUDIO_SEED": "9"][$0] }, clock: ManualClock())
        let service = ProcessService(ManualClock(), environment, ViolationLog(clock: ManualClock()))
        for _ in 0..<2 {
            let meeting = service.meeting(of: "room")
            let ada = try #require(meeting.serverParticipants.first { $0.name == "Ada B." })
            #expect(service.directory.user(of: "Ada_B_", in: meeting) == nil)
            meeting.setVideo(true, of: ada.id)
            #expect(service.directory.user(of: "Ada_B_", in: meeting) == ada.id)
            #expect(service.directory.user(of: "Bob", in: meeting) != nil)
            service.leave(meeting)
            #expect(!meeting.isActive)
        }
    }

    @Test("leaving a room does not end the scenario of a room that was entered before the end")
    func successiveRooms() throws {
        let folder = try TestFolder()
        let path = try folder.write(
            "room.yaml",
            """
            # A participant who turns the video on.
            version: 1
            meeting:
              participants:
                - {name: Bob}
            steps:
              - at: 1s
                setVideo: {user: Bob, on: true}
            """)
        let clock = ManualClock()
        let environment = try ClientEnvironment(variable: { ["PSSTUDIO_SCENARIO": path][$0] }, clock: clock)
        let service = ProcessService(clock, environment, ViolationLog(clock: clock))
        let first = service.meeting(of: "one")
        let second = service.meeting(of: "two")
        service.leave(first)
        #expect(service.directory.user(of: "Bob", in: second) == nil)
        clock.advance(by: .seconds(2))
        #expect(service.directory.user(of: "Bob", in: second) != nil)
        #expect(second.isActive)
        service.leave(second)
    }
}
