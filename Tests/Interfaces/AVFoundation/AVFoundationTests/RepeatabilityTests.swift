import CameraCapture
import FacadeSupport
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import AVFoundation

@Suite("Capture: repeatability and environment")
struct RepeatabilityTests {
    private func log(seed: UInt64) throws -> [CaptureEvent] {
        let camera = EmulatedCameras.Camera(width: 32, height: 16)
        return try AVCaptureSession.emulation.withCameras(EmulatedCameras([camera], seed: seed)) { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            defer { fixture.end() }
            cameras.occupancy = 0.034
            cameras.advance(seconds: 2)
            cameras.loseFrames(3)
            cameras.advance(seconds: 1)
            return client.events.all
        }
    }

    @Test("the same seed and calls give the same calls; a camera has 29.97 frames per second with little jitter")
    func seeds() throws {
        let first = try log(seed: 5)
        #expect(try log(seed: 5) == first)
        #expect(try log(seed: 6) != first)
        #expect(first.contains { !$0.isFrame })
        // 90 frames in 3 s, of which 3 are one discontinuity.
        #expect((87...88).contains(first.count))
        let interval = 1001.0 / 30_000 * 1e9
        for event in first where event.isFrame {
            let number = (Double(event.time) / interval).rounded()
            #expect(abs(Double(event.time) - number * interval) <= 2_000_001)
        }
    }

    @Test("the jitter of a fast camera is well under a frame")
    func fastCamera() throws {
        #expect(EmulatedCameras.Camera().jitter == 0.002)
        let camera = EmulatedCameras.Camera(width: 32, height: 16, framesPerSecond: 240)
        #expect(camera.jitter == 1.0 / 16 / 240)
        try AVCaptureSession.emulation.withCameras(try EmulatedCameras([camera])) { cameras in
            let client = FrameClient()
            let fixture = try CaptureFixture(client)
            cameras.advance(seconds: 0.999)
            fixture.end()
            let times = client.frameTimes
            #expect(times.count == 240)
            // Twice the jitter shorter or longer than 4.17 ms.
            let gaps = zip(times.dropFirst(), times).map { $0 - $1 }
            #expect(gaps.allSatisfy { (3_645_832...4_687_502).contains($0) })
        }
    }

    @Test("each frame of a camera with jitter is captured once")
    func jitter() throws {
        let camera = EmulatedCameras.Camera(source: "coded:", width: 320, height: 180)
        try AVCaptureSession.emulation.withCameras(EmulatedCameras([camera])) { cameras in
            let client = FrameClient()
            let images = Recorder<[UInt8]>()
            client.onFrame = { images.record($0.imageBuffer?.bytes() ?? []) }
            let fixture = try CaptureFixture(client)
            defer { fixture.end() }
            cameras.advance(seconds: 1)
            #expect(images.count >= 29)
            #expect(Set(images.all).count == images.count)
        }
    }

    @Test("in a scenario, the participants are the cameras; those that publish nothing have the test pattern")
    func scenario() throws {
        let folder = try TestFolder()
        let path = folder.file("cameras.yaml")
        try """
        version: 1
        meeting:
          participants:
            - {name: Desk, role: attendee, video: true}
            - {name: Door, role: attendee}
        steps:
          - {at: 100ms, publish: {user: Door, source: "coded:"}}
        """.write(toFile: path, atomically: true, encoding: .utf8)
        let clock = ManualClock()
        let environment = try ClientEnvironment(
            variable: { ["PSSTUDIO_SCENARIO": path, "PSSTUDIO_SEED": "9"][$0] }, clock: clock)
        let machine = MachineCameras(environment, ViolationLog(clock: clock), clock: clock) { _, _ in }
        #expect(machine.host.cameras.map(\.name) == ["Desk", "Door"])
        #expect(machine.host.cameras.map(\.position) == [.back, .front])
        #expect(machine.host.cameras.first?.formats.first?.width == 1280)
        #expect(environment.firstSource(of: "Door")?.path == "coded:")
        #expect(environment.firstSource(of: "Desk") == nil)
        let tracks = machine.host.cameras.map { machine.host.meeting.track(.camera, of: $0.user) }
        machine.host.meeting.advance(clock, to: .milliseconds(99))
        #expect(tracks.map { $0?.fanout.unitCount } == [3, 0])
        machine.host.meeting.advance(clock, to: .milliseconds(199))
        #expect(tracks[1]?.fanout.unitCount == 3)
    }

    @Test("without a test, frames come on the machine's clock")
    func machineClock() throws {
        try CaptureEngine.shared.process.withExclusiveUse {
            let client = FrameClient()
            let sizes = Recorder<String>()
            client.onFrame = { sizes.record($0.formatDescription?.description ?? "") }
            let fixture = try CaptureFixture(client)
            // On a loaded machine, frames are dropped in between.
            #expect(sizes.wait(count: 3))
            fixture.session.stopRunning()
            #expect(sizes.all.first == "420f 1280x720")
            let age = CMClockGetTime(CMClockGetHostTimeClock()).value - (client.frameTimes.last ?? .max)
            #expect(age >= 0)
        }
    }
}
