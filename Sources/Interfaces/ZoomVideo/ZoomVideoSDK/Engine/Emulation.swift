public import FacadeSupport
public import MediaReceiving
public import ProductionStudio
public import StudioMeeting
import ZoomVideoRawData

extension ZoomVideoSDK {
    /// The emulated service, for tests. Not part of the vendor's SDK.
    public static var emulation: Emulation { Emulation() }

    /// Configures and controls the emulated service. May be called from any thread.
    public struct Emulation: Sendable {
        /// A call that was accepted and recorded.
        public typealias RecordedCall = FacadeSupport.RecordedCall

        /// Provides a session on a manual clock while `body` runs, with exclusive use of the SDK, then leaves it.
        ///
        /// A process has one SDK, and tests run concurrently; this call serialises them. It must not be nested.
        ///
        /// - Parameters:
        ///   - session: the session that the client joins.
        ///   - isStrict: whether an empty token is rejected, and a release without a reference traps.
        ///   - body: uses the SDK.
        public func withSession<Result, Failure: Error>(
            _ session: EmulatedSession = EmulatedSession(), isStrict: Bool = false,
            _ body: (EmulatedSession) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try VideoSDKEngine.shared.process.withService(session, isStrict, body)
        }

        /// The asynchronous form, for example for clients on the main actor.
        ///
        /// - Parameters:
        ///   - session: the session that the client joins.
        ///   - isStrict: whether an empty token is rejected, and a release without a reference traps.
        ///   - isolation: the actor of `body`: the caller's.
        ///   - body: uses the SDK.
        public func withSessionAsync<Result, Failure: Error>(
            _ session: EmulatedSession = EmulatedSession(), isStrict: Bool = false,
            isolation: isolated (any Actor)? = #isolation,
            _ body: (EmulatedSession) async throws(Failure) -> Result
        ) async throws(Failure) -> Result {
            try await VideoSDKEngine.shared.process.withServiceAsync(session, isStrict, isolation: isolation, body)
        }

        /// The meeting of the session; `nil` outside a session.
        public var meeting: Meeting? { VideoSDKEngine.shared.native.meeting }

        /// The violations of the client and the warnings, in the order of their first occurrence. Findings of quality are not among
        /// them.
        public var violations: [Violation] { VideoSDKEngine.shared.process.violations.contract }

        /// Findings that are not violations, but cost quality: a pipe whose delegate implements both frame callbacks (ZV-QUALITY-001).
        public var qualityFindings: [Violation] { VideoSDKEngine.shared.process.violations.quality }

        /// The lines of code whose references were not released yet: most frames and blocks first.
        public var heldFrames: [FrameBudget.Holder] { VideoSDKEngine.shared.native.holders }

        /// The number of views that are subscribed to canvases.
        public var subscribedViews: Int { VideoSDKEngine.shared.native.canvasCount }

        /// The frames of this or the last session that were dropped for a slow delegate or for want of buffers.
        public var droppedFrames: Int {
            VideoSDKEngine.shared.native.droppedFrames.values.reduce(0) { $0 + $1.values.reduce(0, +) }
        }

        /// The audio blocks of this or the last session that were dropped for want of buffers.
        public var droppedBlocks: Int { VideoSDKEngine.shared.native.droppedBlocks }

        /// The last 1000 recorded calls, in order.
        public var recordedCalls: [RecordedCall] { VideoSDKEngine.shared.process.calls.all }

        /// The number of older calls that were dropped.
        public var droppedCalls: Int { VideoSDKEngine.shared.process.calls.dropped }
    }
}
