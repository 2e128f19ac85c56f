import CameraCapture
import FacadeSupport
import Logging
import MediaInputs
import ProductionStudio
import StudioCore
import StudioEngine
import StudioMeeting
import StudioRuntime
import StudioScenario

/// The state behind the facade; one per process.
final class CaptureCore: Sendable {
    static let shared = CaptureCore()
    /// Held by a test with exclusive use of the cameras.
    static let access = ExclusiveAccess()

    private struct State: Sendable {
        var emulated: EmulatedCameras?
        var machine: MachineCameras?
        var devices: [ObjectIdentifier: AVCaptureDevice] = [:]
        var endsProgram = true
        var violations = ViolationLog(clock: CMClock.machine.clock)
    }

    private let state = Lock(State())
    /// Held while the machine's cameras are opened, so that it happens once.
    private let opening = Monitor(false)

    var violations: ViolationLog { state.withLock { $0.violations } }

    /// The machine: the test's, or the one of the environment.
    var host: CaptureHost {
        if let host = state.withLock({ $0.emulated?.host ?? $0.machine?.host }) { return host }
        _ = opening.wait { isOpening -> Bool? in
            if isOpening { return nil }
            isOpening = true
            return true
        }
        defer { opening.update { $0 = false } }
        if let host = state.withLock({ $0.emulated?.host ?? $0.machine?.host }) { return host }
        let machine = MachineCameras(.process, violations, clock: CMClock.machine.clock) { [weak self] in
            self?.report($0, isRefusal: $1)
        }
        state.withLock { $0.machine = machine }
        return machine.host
    }

    /// The cameras, always the same objects.
    var devices: [AVCaptureDevice] {
        host.cameras.map { camera in
            let fresh = AVCaptureDevice(camera)
            return state.withLock { state in
                let device = state.devices[ObjectIdentifier(camera)] ?? fresh
                state.devices[ObjectIdentifier(camera)] = device
                return device
            }
        }
    }

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
            violations.report(error)
            if state.withLock({ $0.endsProgram }) { preconditionFailure("\(error)") }
            return false
        }
    }

    func report(_ error: StudioError, isRefusal: Bool) {
        if isRefusal { violations.report(error) } else { violations.warn(error) }
    }

    // MARK: Outputs

    /// Publishes what a camera of the machine captures to the outputs of the environment.
    ///
    /// - Returns: `nil` without outputs, when another interface of the process uses them, and for a camera of a test.
    func publish(_ camera: CaptureCamera) -> ClientPublication? {
        guard let machine = state.withLock({ $0.machine }), machine.host === camera.host else { return nil }
        return machine.publish(camera)
    }

    // MARK: Tests

    func prepare(_ cameras: EmulatedCameras?, endsProgram: Bool) {
        let violations = ViolationLog(clock: cameras?.clock ?? CMClock.machine.clock)
        let before = state.withLock { state in
            let before = (state.emulated, state.devices, state.violations)
            (state.emulated, state.endsProgram) = (cameras, endsProgram)
            // The machine's devices stay the same objects.
            state.devices = state.devices.filter { $0.value.native.host === state.machine?.host }
            state.violations = violations
            return before
        }
        CMClock.manual = cameras?.hostClock
        withExtendedLifetime(before) {}
    }
}

/// The cameras of a process without a test: the participants of the scenario, or two with the test pattern.
final class MachineCameras: Sendable {
    let host: CaptureHost
    private let environment: ClientEnvironment
    private let studio: StudioController
    private let feeds = ParticipantFeeds()

    init(
        _ environment: ClientEnvironment, _ violations: ViolationLog, clock: any StudioClock,
        report: @escaping @Sendable (StudioError, _ isRefusal: Bool) -> Void
    ) {
        self.environment = environment
        let seed = environment.seed ?? .random(in: .min ... .max)
        environment.publishesCameras()
        studio = environment.enterAsReceiver(
            .capture, violations, clock: clock, queue: DispatchQueue(label: "psstudio.capture"), seed: seed,
            isCapture: true)
        let meeting = studio.meeting
        host = CaptureHost(in: meeting, report: report)
        var participants = meeting.serverParticipants.filter { !$0.isMyself }
        if participants.isEmpty {
            participants = ["Back Camera", "Front Camera"].map { meeting.add($0) }
        }
        let positions = [CapturePosition.back, .front]
        for (index, participant) in participants.enumerated() {
            let published = environment.firstSource(of: participant.name)
            let position = index < positions.count ? positions[index] : .unspecified
            let source = ParticipantSource.camera(
                published?.path, loops: published?.loops ?? false, seed: seed &+ UInt64(index))
            add(participant, source, position, isPublished: published != nil)
        }
    }

    /// - Parameter isPublished: whether the scenario publishes the source, when it is time.
    private func add(
        _ participant: Participant, _ source: ParticipantSource, _ position: CapturePosition, isPublished: Bool
    ) {
        do {
            let video = try source.videoDescription()
            _ = host.add(
                CaptureSource(
                    participant.name, position, width: Int(video.width), height: Int(video.height), rate: video.rate),
                of: participant.id)
            if !isPublished { try feeds.begin(source, of: participant.id, in: host.meeting) }
        } catch {
            Logger(label: "psstudio").warning("\(participant.name): no camera: \(error)")
        }
    }

    /// Publishes what a camera captures to the outputs, in the size and at the rate of now.
    ///
    /// - Returns: `nil` without outputs, and when another interface of the process uses them.
    func publish(_ camera: CaptureCamera) -> ClientPublication? {
        let format = camera.activeFormat
        let publication = environment.publish(
            ClientPublication.Form(width: format.width, height: format.height, rate: camera.rate, hasAudio: false),
            clock: host.meeting.clock, isCamera: true)
        publication?.setCamera(host.meeting.track(.camera, of: camera.user))
        return publication
    }
}
