import AgoraRawAudio
public import FacadeSupport
public import ProductionStudio
public import StudioMeeting

extension AgoraRtcEngineKit {
    /// The emulated service, for tests. Not part of the vendor's SDK.
    public static var emulation: Emulation { Emulation() }

    /// Configures and controls the emulated service. May be called from any thread.
    public struct Emulation: Sendable {
        /// A call that was accepted and recorded, without any effect.
        public typealias RecordedCall = FacadeSupport.RecordedCall

        /// Provides a channel on a manual clock while `body` runs, with exclusive use of the engine, then destroys the
        /// engine.
        ///
        /// A process has one engine, and tests run concurrently; this call serialises them. It must not be nested.
        ///
        /// - Parameters:
        ///   - channel: the channel that the client joins.
        ///   - isStrict: whether what is otherwise served is rejected: an empty app ID, blocks without whole samples.
        ///   - body: uses the engine.
        public func withChannel<Result, Failure: Error>(
            _ channel: EmulatedChannel = EmulatedChannel(), isStrict: Bool = false,
            _ body: (EmulatedChannel) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try AgoraEngine.shared.process.withService(channel, isStrict, body)
        }

        /// The asynchronous form, for example for clients on the main actor.
        ///
        /// - Parameters:
        ///   - channel: the channel that the client joins.
        ///   - isStrict: whether what is otherwise served is rejected: an empty app ID, blocks without whole samples.
        ///   - isolation: the actor of `body`: the caller's.
        ///   - body: uses the engine.
        public func withChannelAsync<Result, Failure: Error>(
            _ channel: EmulatedChannel = EmulatedChannel(), isStrict: Bool = false,
            isolation: isolated (any Actor)? = #isolation,
            _ body: (EmulatedChannel) async throws(Failure) -> Result
        ) async throws(Failure) -> Result {
            try await AgoraEngine.shared.process.withServiceAsync(channel, isStrict, isolation: isolation, body)
        }

        /// The meeting of the joined channel; `nil` outside a channel.
        public var meeting: Meeting? { AgoraEngine.shared.process.engine?.native.meeting }

        /// The violations of the client and the warnings, in the order of their first occurrence.
        public var violations: [Violation] { AgoraEngine.shared.process.violations.all }

        /// The last 1000 recorded calls, in order.
        public var recordedCalls: [RecordedCall] { AgoraEngine.shared.process.calls.all }

        /// The number of older calls that were dropped.
        public var droppedCalls: Int { AgoraEngine.shared.process.calls.dropped }
    }
}
