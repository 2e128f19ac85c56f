import AVFoundation
import StudioCore
import StudioEngine
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Capture environment")
struct EnvironmentTests {
    @Test("PSSTUDIO_OUT records the camera of a running session; another format keeps the size of the file")
    func outputs() async throws {
        let folder = try TestFolder()
        let scenario = try folder.write(
            "cameras.yaml",
            """
            # A camera with the coded card.
            version: 1
            meeting:
              participants:
                - {name: Desk camera}
            steps:
              - {on: onJoin, publish: {user: Desk camera, source: "coded:"}}
            """)
        let paths = [folder.file("camera.mp4"), scenario]
        await #expect(processExitsWith: .success) { [paths = paths as [String]] in
            setenv("PSSTUDIO_OUT", paths[0], 1)
            setenv("PSSTUDIO_SCENARIO", paths[1], 1)
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            #expect(client.events.wait(count: 20))
            fixture.session.sessionPreset = .vga640x480
            #expect(client.events.wait(count: client.events.count + 20))
            fixture.end()
            fixture.session.startRunning()
            #expect(client.events.wait(count: client.events.count + 30))
            fixture.end()
        }
        for (name, width) in [("camera.mp4", 1280), ("camera-2.mp4", 640)] {
            let probe = try MediaProbe(folder.file(name))
            #expect(!probe.hasAudio)
            #expect(try probe.video.width == width)
            // On a loaded machine, the encoder drops frames.
            #expect(probe.videoFrames.count >= 5, "\(name): \(probe.videoFrames.count) frames")
            #expect(probe.videoEnd() > 0.5)
        }
    }

    @Test("PSSTUDIO_OUT belongs to what the app publishes: the camera of a session that starts later is not written")
    func reserved() async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("show.mp4") as String] in
            setenv("PSSTUDIO_OUT", path, 1)
            let form = ClientPublication.Form(width: 64, height: 36)
            let publication = try #require(ClientEnvironment.process.publish(form, clock: SystemClock()))
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            #expect(client.events.wait(count: 20))
            fixture.end()
            publication.finish()
        }
        #expect(try folder.names.filter { $0 != "show.mp4" } == [])
    }

    @Test("psstudio exec gets a trace of the cameras of each test, with what the delegate received")
    func testTraces() async throws {
        let folder = try TestFolder()
        await #expect(processExitsWith: .success) { [path = folder.file("traces/") as String] in
            setenv("PSSTUDIO_TRACE", path, 1)
            for _ in 0..<2 {
                try withMicrophone { cameras in
                    let client = MovieClient()
                    let fixture = try AudioFixture(client, hasCamera: true)
                    cameras.advance(seconds: 1)
                    fixture.session.stopRunning()
                    #expect(client.frames.count == 31)
                    #expect(client.audio.count == 42)
                }
            }
        }
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.file("traces"))
        #expect(names.count == 2)
        for name in names {
            let lines = try folder.readText("traces/\(name)").split(separator: "\n")
            #expect(lines.first?.contains(#""interface":"av-capture""#) == true)
            #expect(lines.last?.contains(#""event":"end""#) == true)
            #expect(lines.last?.contains(#""receivedAudioBlocks":42,"#) == true)
            #expect(lines.last?.contains(#""receivedFrames":31,"#) == true)
        }
    }

    @Test("PSSTUDIO_ROWS decides how the rows of buffers are padded; an unknown value ends the program with 2")
    func rows() async {
        await #expect(processExitsWith: .success) {
            setenv("PSSTUDIO_ROWS", "tight", 1)
            let client = FrameClient()
            let strides = Recorder<Int>()
            client.onFrame = { buffer in
                for plane in 0..<2 {
                    strides.record(buffer.imageBuffer.map { CVPixelBufferGetBytesPerRowOfPlane($0, plane) } ?? 0)
                }
            }
            let fixture = try CaptureFixture(client)
            #expect(strides.wait(count: 2))
            fixture.end()
            #expect(Array(strides.all.prefix(2)) == [1280, 1280])
        }
        await #expect(processExitsWith: .exitCode(2)) {
            setenv("PSSTUDIO_ROWS", "none", 1)
            _ = AVCaptureDevice.default(for: .video)
        }
    }
}
