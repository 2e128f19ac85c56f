import CameraCapture
import FacadeEnvironment
public import FacadeSupport
import MediaInputs
public import StudioCore
public import StudioMeeting
import StudioRuntime

/// Cameras and a microphone for tests. Their clock advances only on request.
public final class EmulatedCameras: EmulatedService {
    /// A camera and its source.
    public struct Camera: Hashable, Sendable {
        /// The name.
        public var name: String
        /// Where it is.
        public var position: AVCaptureDevice.Position
        /// A media file, `coded:` for the coded card, `nil` for the test pattern. A file loops.
        public var source: String?
        /// The width of a generated source in pixels, even.
        public var width: Int
        /// The height of a generated source in pixels, even.
        public var height: Int
        /// The rate of a generated source; 29.97 is 30000/1001.
        public var framesPerSecond: Double
        /// The largest deviation of a capture time, in seconds; much less than half a frame.
        public var jitter: Double

        /// Describes a camera; by default, as devices are: 1280x720 at 29.97 frames per second with a jitter of 2 ms, less at
        /// higher rates: a sixteenth of a frame (chosen).
        public init(
            _ name: String = "Back Camera", position: AVCaptureDevice.Position = .back, source: String? = nil,
            width: Int = 1280, height: Int = 720, framesPerSecond: Double = 29.97, jitter: Double? = nil
        ) {
            (self.name, self.position, self.source) = (name, position, source)
            (self.width, self.height) = (width, height)
            self.framesPerSecond = framesPerSecond
            self.jitter = jitter ?? min(0.002, 1 / 16 / max(1, framesPerSecond))
        }

        fileprivate var video: EmulatedVideo {
            let isFile = source.map { !CodedName.isMeant(by: $0) } ?? false
            return isFile
                ? EmulatedVideo(path: source)
                : EmulatedVideo(path: source, width: width, height: height, framesPerSecond: framesPerSecond)
        }

        /// A camera at exactly 30 frames per second.
        public static func exact(width: Int = 640, height: Int = 360) -> Camera {
            Camera(width: width, height: height, framesPerSecond: 30, jitter: 0)
        }
    }

    /// The microphone.
    public struct Microphone: Hashable, Sendable {
        /// The name.
        public var name: String
        /// What it picks up.
        public var audio: EmulatedAudio
        /// Samples per second: 8000, 16000, 32000, 44100 or 48000.
        public var sampleRate: Int
        /// 1 or 2.
        public var channels: Int
        /// Whether the user permits its use.
        public var isAuthorized: Bool

        /// Describes a microphone; by default, as devices are: 44.1 kHz mono. It picks up a voice: a tone of 440 Hz.
        public init(
            _ audio: EmulatedAudio = .tone(440), name: String = "Microphone", sampleRate: Int = 44_100,
            channels: Int = 1, isAuthorized: Bool = true
        ) {
            (self.audio, self.name, self.isAuthorized) = (audio, name, isAuthorized)
            (self.sampleRate, self.channels) = (sampleRate, channels)
        }

        /// One that picks up nothing.
        public static let silent = Microphone(.silence)

        fileprivate var format: AudioFormat? {
            let isPossible = [8000, 16_000, 32_000, 44_100, 48_000].contains(sampleRate) && (1...2).contains(channels)
            return isPossible ? AudioFormat(sampleRate: Int32(sampleRate), channels: Int32(channels)) : nil
        }
    }

    package let world: EmulatedWorld
    let host: CaptureHost
    let hostClock: CMClock

    /// Creates cameras that capture from now on, whether or not a session runs.
    ///
    /// - Parameters:
    ///   - cameras: at least one for most clients; the first one is the default camera.
    ///   - microphone: `nil` for a machine without one.
    ///   - poolSize: the number of buffers that an output has, at least 2.
    ///   - rows: how the rows of buffers are padded.
    ///   - seed: the seed of the jitter.
    ///   - guardsBuffers: whether an access to the bytes of a captured buffer outside its lock or after its release, or a
    ///     write under a lock for reading, ends the program with a line that names the rule. It costs a copy of each frame.
    ///   - isAuthorized: whether the user permits the use of cameras.
    /// - Throws: an error for a source that cannot be opened, an invalid size or rate.
    public init(
        _ cameras: [Camera] = [Camera()], microphone: Microphone? = Microphone(), poolSize: Int = 15,
        rows: RowPadding = .uneven, seed: UInt64 = 1, guardsBuffers: Bool = false, isAuthorized: Bool = true
    ) throws {
        let world = EmulatedWorld("capture")
        self.world = world
        hostClock = CMClock(world.clock)
        host = CaptureHost(in: world.meeting, poolSize: poolSize, rows: rows, isGuarded: guardsBuffers) {
            [weak world] error, isRefusal in
            // A session that outlives the world of its test says nothing to the next one.
            guard let world, CaptureEngine.shared.process.service?.world === world else { return }
            CaptureEngine.shared.report(error, isRefusal: isRefusal)
        }
        host.isAuthorized = isAuthorized
        for (index, camera) in cameras.enumerated() { try add(camera, seed: seed &+ UInt64(index)) }
        if let microphone { try add(microphone) }
    }

    private func add(_ microphone: Microphone) throws {
        guard let format = microphone.format else {
            throw AVError(
                code: .unknown,
                description:
                    "'\(microphone.name)' has \(microphone.sampleRate) Hz and \(microphone.channels) channels; use "
                    + "8000, 16000, 32000, 44100 or 48000 Hz, and 1 or 2 channels")
        }
        host.isMicrophoneAuthorized = microphone.isAuthorized
        // Generated only for sessions that capture it.
        host.addMicrophone(microphone.name, format) { [world] in world.play(microphone.audio) }
    }

    private func add(_ camera: Camera, seed: UInt64) throws {
        var source: ParticipantSource
        do {
            source = try camera.video.source(seed: seed)
        } catch {
            throw AVError(code: .unknown, description: "'\(camera.name)': \(error)")
        }
        (source.isCamera, source.jitter) = (true, .seconds(camera.jitter))
        let video = try source.videoDescription()
        let user = world.addUser(camera.name)
        try world.show(source, of: user)
        _ = host.add(
            CaptureSource(
                camera.name, camera.position.native, width: Int(video.width), height: Int(video.height),
                rate: video.rate),
            of: user)
    }

    /// The emulated meeting whose participants are the cameras.
    public var meeting: Meeting { world.meeting }

    // MARK: Time

    /// The present, which is that of the host's clock.
    public var now: CMTime { CMTime(world.clock.now) }

    /// How long each call of a delegate takes, in seconds of this clock; 0 by default. It decides which frames are late, and
    /// how long audio waits, without waiting.
    public var occupancy: Double {
        get { host.occupancy.seconds }
        set { host.occupancy = .seconds(newValue) }
    }

    /// Advances the clock, and waits for the callbacks of each moment. Must not be called inside a callback, or on the
    /// queue of a delegate other than the main queue; a callback that does not return within 10 s of real time ends the program.
    public func advance(seconds: Double) { world.advance(seconds: seconds) }

    /// The asynchronous form: the caller's actor is free meanwhile, so that tasks of the client proceed.
    public func advance(seconds: Double) async { await world.advance(seconds: seconds) }

    // MARK: Events

    private func camera(_ index: Int) -> CaptureCamera {
        precondition(host.cameras.indices.contains(index), "there is no camera \(index)")
        return host.cameras[index]
    }

    /// Loses the next frames of a camera: an output that has had frames gets one `Discontinuity`.
    public func loseFrames(_ count: Int, camera index: Int = 0) { host.lose(count, of: camera(index)) }

    /// A camera captures nothing until ``resume(camera:catchesUp:)``.
    public func stall(camera index: Int = 0) { change(.stall, index) }

    /// A camera captures again.
    ///
    /// - Parameters:
    ///   - index: the number of the camera.
    ///   - catchesUp: whether the frames of the stall, at most the last second, arrive at once.
    public func resume(camera index: Int = 0, catchesUp: Bool = false) { change(.resume(catchesUp: catchesUp), index) }

    /// The microphone picks up something else from now on, or nothing.
    public func play(_ audio: EmulatedAudio) {
        host.microphone?.replaceFirstUse()
        world.play(audio)
    }

    /// The system takes a camera away from its sessions until ``endInterruption(camera:)``: they are interrupted. When another
    /// app uses the microphone, sessions with the microphone are also interrupted.
    public func interrupt(_ reason: AVCaptureSession.InterruptionReason, camera index: Int = 0) {
        change(.interrupt(reason: reason.native), index)
        world.settle()
    }

    /// Sessions have a camera again: those that were started run.
    public func endInterruption(camera index: Int = 0) {
        change(.endInterruption, index)
        world.settle()
    }

    private func change(_ change: TrackChange, _ index: Int) {
        world.change(.camera, of: camera(index).user, change)
    }
}
