import Dispatch
import MediaReceiving
import ProductionStudioTesting
import StudioCore
import StudioMeeting
import StudioRuntime
import StudioTestSupport
import Testing

@testable import CameraCapture

/// A machine whose clock jumps: its threads are late for all of a jump but the first 10 ms after the measurement began, when the
/// first call of the pool is due.
private struct LateMachine {
    let clock = JumpingClock()
    let meeting: Meeting
    let host: CaptureHost
    let camera: CaptureCamera
    let publisher: TrackPublisher
    /// The queue of the delegates.
    let queue = DispatchQueue(label: "test.delegate")
    /// The rules of violations, warnings and findings.
    let reports: Recorder<String>

    init() throws {
        let reports = Recorder<String>()
        self.reports = reports
        meeting = Meeting(clock: clock, callbackQueue: DispatchQueue(label: "test.meeting"))
        host = CaptureHost(in: meeting) { error, _ in reports.record(error.rule.id.rawValue) }
        let user = meeting.add("Camera").id
        camera = host.add(CaptureSource("Camera", .back, width: 32, height: 16, rate: .thirty), of: user)
        publisher = try #require(meeting.publisher(.camera, of: user))
    }

    /// Publishes a frame that was captured at a time, and waits until it is converted.
    func publish(at time: MediaTime) throws {
        let isPublished = TestFrame.plain(width: 32, height: 16).withUnsafeBytes {
            publisher.publish(frame: $0, layout: .tight(width: 32, height: 16), range: .limited, time: time)
        }
        #expect(isPublished)
        try waitUntil("the frame is converted") {
            !meeting.unfinishedCallbacks.contains { $0.contains("the conversion of a frame") }
        }
    }
}

/// A delegate for frames with its behaviour as a closure.
private final class FrameObserver: CaptureObserver {
    let drops = Recorder<MediaTime>()
    let onFrame = Lock<(@Sendable () -> Void)?>(nil)

    func receive(_ frame: KeptFrame, duration: MediaTime) -> CaptureReception {
        onFrame.withLock { $0 }?()
        return .reached
    }

    func receive(_ drop: CaptureDrop) -> CaptureReception {
        drops.record(drop.time)
        return .reached
    }
}

/// A delegate for audio.
private final class AudioObserver: CaptureAudioObserver {
    let blocks = Recorder<MediaTime>()

    func receive(_ block: CaptureAudioBlock) -> CaptureReception {
        blocks.record(block.time)
        return .reached
    }
}

@Suite("Capture: delays of the machine")
struct MachineDelayTests {
    @Test("what a client has time for is later by what the machine was late")
    func schedule() throws {
        let machine = try LateMachine()
        let calls = Recorder<MediaTime>()
        machine.host.schedule(after: .seconds(1)) { [clock = machine.clock] in calls.record(clock.now) }
        // Of this second, the machine was late for 990 ms.
        machine.clock.jump(to: .seconds(1))
        #expect(calls.all == [])
        machine.clock.jump(to: .milliseconds(1989))
        #expect(calls.all == [])
        machine.clock.jump(to: .milliseconds(1990))
        #expect(calls.all == [.milliseconds(1990)])
    }

    /// An output that delivers the frames of the camera to an observer.
    private func output(_ observer: FrameObserver, on machine: LateMachine) throws -> CaptureOutput {
        let output = CaptureOutput()
        try output.setObserver(observer, on: machine.queue)
        #expect(output.claim(ObjectIdentifier(machine.host)))
        output.attach(.camera(machine.camera), by: ObjectIdentifier(machine.host), revision: 1)
        return output
    }

    /// Ends the output, which reports its load.
    private func end(_ output: CaptureOutput, on machine: LateMachine) {
        output.attach(nil, by: ObjectIdentifier(machine.host), revision: 2)
    }

    @Test("a frame that is late because a call waits for the machine is no fault of the delegate: AV-QUALITY-001")
    func call() throws {
        let (machine, observer) = (try LateMachine(), FrameObserver())
        let (isInside, mayReturn) = (Signal(), Signal())
        observer.onFrame.set {
            isInside.send()
            // A thread that waits by itself shows nothing by its use of the processor.
            _ = mayReturn.wait()
        }
        let output = try output(observer, on: machine)
        try machine.publish(at: .zero)
        #expect(isInside.wait())
        machine.clock.jump(to: .milliseconds(300))
        try machine.publish(at: .milliseconds(100))
        mayReturn.send()
        #expect(observer.drops.wait(count: 1))
        #expect(observer.drops.all == [.milliseconds(100)])
        end(output, on: machine)
        #expect(machine.reports.all == [])
    }

    @Test("a frame that is late because the queue waits for the machine is no fault of the delegate: AV-QUALITY-001")
    func queue() throws {
        let (machine, observer, mayBegin) = (try LateMachine(), FrameObserver(), Signal())
        let output = try output(observer, on: machine)
        machine.queue.async { _ = mayBegin.wait() }
        try machine.publish(at: .zero)
        machine.clock.jump(to: .milliseconds(300))
        try machine.publish(at: .milliseconds(100))
        mayBegin.send()
        #expect(observer.drops.wait(count: 1))
        #expect(observer.drops.all == [.milliseconds(100)])
        end(output, on: machine)
        #expect(machine.reports.all == [])
    }

    @Test("audio that waits for the machine is no fault of the delegate: AV-CALL-003")
    func audio() throws {
        let (machine, observer, mayBegin) = (try LateMachine(), AudioObserver(), Signal())
        machine.host.addMicrophone("Microphone", AudioFormat(sampleRate: 44_100, channels: 1)) {}
        let microphone = try #require(machine.host.microphone)
        let output = CaptureAudioOutput()
        try output.setObserver(observer, on: machine.queue)
        machine.queue.async { _ = mayBegin.wait() }
        #expect(output.claim(ObjectIdentifier(machine.host)))
        output.attach(.microphone(microphone), by: ObjectIdentifier(machine.host), revision: 1)
        machine.clock.jump(to: .milliseconds(200))
        // The second one shows that the first one was queued at this time.
        try waitUntil("two blocks wait") { output.usedBlocks >= 2 }
        machine.clock.jump(to: .seconds(3))
        mayBegin.send()
        #expect(observer.blocks.wait(count: 1))
        output.attach(nil, by: ObjectIdentifier(machine.host), revision: 2)
        #expect(machine.reports.all == [])
    }
}
