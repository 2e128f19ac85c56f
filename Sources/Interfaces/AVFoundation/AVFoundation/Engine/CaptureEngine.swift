import CameraCapture
import CoreMedia
import FacadeEnvironment
import FacadeSupport
import StudioCore
import StudioEngine
import StudioRuntime

/// The engine of the process: its cameras.
final class CaptureEngine: Sendable {
    static let shared = CaptureEngine()
    /// Opened once, at the first use.
    private static let machine = MachineCameras(.process, shared.process.violations, clock: CMClock.machine.clock) {
        shared.report($0, isRefusal: $1)
    }

    /// The option is whether a refused call ends the program.
    let process = ProcessEngine<EmulatedCameras, Bool, CameraList>(true, in: .process, clock: CMClock.machine.clock) {
        CMClock.manual = $1?.hostClock
        unemulated.set([])
    }
    /// The members that were reported.
    private static let unemulated = Lock<Set<String>>([])

    /// The cameras: the test's, or those of the environment.
    var cameras: CameraList {
        process.engine {
            guard let service = process.service else { return Self.machine.list }
            ProcessEnvironment.process.traceTest(service.meeting, .capture, process.violations)
            return CameraList(service.host)
        }
    }

    var host: CaptureHost { cameras.host }

    // MARK: Calls

    /// Performs a call of the client. A refused one is reported, and ends the program unless a test says otherwise: the
    /// vendor's framework throws an exception that Swift cannot catch.
    ///
    /// - Returns: whether it was accepted.
    @discardableResult
    func perform(_ body: () throws(StudioError) -> Void) -> Bool {
        do throws(StudioError) {
            try body()
            return true
        } catch {
            report(error, isRefusal: true)
            if process.options { preconditionFailure("\(error)") }
            return false
        }
    }

    func report(_ error: StudioError, isRefusal: Bool) { process.report(error, isRefusal: isRefusal) }

    /// Reports the first use of a member that is not emulated.
    func reportUnemulated(_ member: String) {
        guard Self.unemulated.withLock({ $0.insert(member).inserted }) else { return }
        let error = StudioError(.captureUnemulated, "\(member) has no effect", hint: "remove it, or test without it")
        report(error, isRefusal: false)
    }

    /// Publishes what a camera of the machine captures to the outputs of the environment.
    ///
    /// - Returns: `nil` without outputs, when another interface of the process uses them, and for a camera of a test.
    func publish(_ camera: CaptureCamera) -> ClientPublication? {
        process.service == nil && camera.host === host ? Self.machine.publish(camera) : nil
    }
}

/// The cameras and the microphone of a host, always the same objects.
final class CameraList: Sendable {
    let host: CaptureHost
    private let known = Lock<[ObjectIdentifier: AVCaptureDevice]>([:])

    init(_ host: CaptureHost) {
        self.host = host
    }

    var devices: [AVCaptureDevice] {
        host.cameras.map { device(ObjectIdentifier($0), .camera($0)) }
    }

    /// `nil` without a microphone.
    var microphone: AVCaptureDevice? {
        host.microphone.map { device(ObjectIdentifier($0), .microphone($0)) }
    }

    private func device(_ key: ObjectIdentifier, _ native: CaptureDevice) -> AVCaptureDevice {
        let fresh = AVCaptureDevice(native)
        return known.withLock { known in
            let device = known[key] ?? fresh
            known[key] = device
            return device
        }
    }
}
