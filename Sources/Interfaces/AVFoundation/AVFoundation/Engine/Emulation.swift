import CameraCapture
import FacadeSupport
public import ProductionStudio
public import StudioMeeting

extension AVCaptureSession {
    /// The emulated cameras, for tests. Not part of the vendor's framework.
    public static var emulation: Emulation { Emulation() }

    /// Configures and controls the emulated cameras. May be called from any thread.
    public struct Emulation: Sendable {
        /// Provides cameras on a manual clock while `body` runs, with exclusive use of the module.
        ///
        /// Tests run concurrently; this call serialises them. It must not be nested.
        ///
        /// - Parameters:
        ///   - cameras: the cameras of the machine. Their clock is the host's clock.
        ///   - endsProgram: whether a call that throws an exception on the vendor's systems ends the program; otherwise it
        ///     has no effect, and is a violation.
        ///   - body: uses the module.
        public func withCameras<Result, Failure: Error>(
            _ cameras: EmulatedCameras, endsProgram: Bool = true, _ body: (EmulatedCameras) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try CaptureEngine.shared.process.withService(cameras, endsProgram, body)
        }

        /// The asynchronous form, for example for clients on the main actor.
        ///
        /// - Parameters:
        ///   - cameras: the cameras of the machine. Their clock is the host's clock.
        ///   - endsProgram: whether a call that throws an exception on the vendor's systems ends the program; otherwise it
        ///     has no effect, and is a violation.
        ///   - isolation: the actor of `body`: the caller's.
        ///   - body: uses the module.
        public func withCamerasAsync<Result, Failure: Error>(
            _ cameras: EmulatedCameras, endsProgram: Bool = true, isolation: isolated (any Actor)? = #isolation,
            _ body: (EmulatedCameras) async throws(Failure) -> Result
        ) async throws(Failure) -> Result {
            try await CaptureEngine.shared.process.withServiceAsync(cameras, endsProgram, isolation: isolation, body)
        }

        /// The violations of the client and the warnings, in the order of their first occurrence. Each dropped frame
        /// counts as an occurrence of its rule.
        /// Findings of quality are not among them.
        public var violations: [Violation] { CaptureEngine.shared.process.violations.contract }

        /// Findings that are not violations, but cost quality: late frames of a slow delegate, a start on the main thread, too many
        /// starts. Late frames are reported with their counts until now.
        public var qualityFindings: [Violation] {
            CaptureEngine.shared.host.reportLoads()
            return CaptureEngine.shared.process.violations.quality
        }

        /// The meeting whose participants are the cameras.
        public var meeting: Meeting { CaptureEngine.shared.host.meeting }

        /// The counts of an output since it was created.
        public func statistics(of output: AVCaptureVideoDataOutput) -> Statistics {
            let native = output.video.statistics
            let dropped = native.dropped.map { ($0.key.text, $0.value) }
            return Statistics(
                delivered: native.delivered, dropped: Dictionary(uniqueKeysWithValues: dropped),
                usedBuffers: output.video.usedBuffers)
        }

        /// The counts of an audio output since it was created.
        public func statistics(of output: AVCaptureAudioDataOutput) -> AudioStatistics {
            let native = output.audio.statistics
            return AudioStatistics(
                delivered: native.delivered, dropped: native.dropped, usedBuffers: output.audio.usedBlocks)
        }
    }

    /// The counts of an audio output.
    public struct AudioStatistics: Hashable, Sendable {
        /// Buffers whose callback has returned.
        public let delivered: Int
        /// Buffers that found no memory, because 512 of them wait or are kept.
        public let dropped: Int
        /// The buffers that are waiting, in a callback, or kept now.
        public let usedBuffers: Int
    }

    /// The counts of an output.
    public struct Statistics: Hashable, Sendable {
        /// Frames whose callback has returned.
        public let delivered: Int
        /// Dropped frames by reason, as in the attachment. Each frame of a discontinuity counts, though it has one notice.
        public let dropped: [String: Int]
        /// The buffers that are waiting, in a callback, or kept now.
        public let usedBuffers: Int
    }
}
