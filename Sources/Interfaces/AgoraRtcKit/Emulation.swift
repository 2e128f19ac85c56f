public import FacadeSupport
public import ProductionStudio
public import StudioMeeting

extension AgoraRtcEngineKit {
    /// The emulated service, for tests. Not part of the vendor's SDK.
    public static var emulation: Emulation { Emulation() }

    /// Configures and controls the emulated service. May be called from any thread.
    public struct Emulation: Sendable {
        /// Defects of the vendor's sample wrapper that an engine reproduces on request.
        public struct SampleDefects: OptionSet, Hashable, Sendable {
            /// The bits.
            public let rawValue: Int

            /// Creates a set.
            public init(rawValue: Int) {
                self.rawValue = rawValue
            }

            /// The size of a stereo block lacks the factor 2.
            public static let halfStereoSize = SampleDefects(rawValue: 1)
            /// Every callback runs as soon as one is registered.
            public static let ignoresFlags = SampleDefects(rawValue: 2)
            /// Removing a callback that is not registered adds it.
            public static let togglesOnDeregister = SampleDefects(rawValue: 4)
            /// Only edits in place count.
            public static let ignoresReturnedBuffers = SampleDefects(rawValue: 8)
        }

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
        ///   - defects: defects of the vendor's sample to reproduce.
        ///   - body: uses the engine.
        public func withChannel<Result, Failure: Error>(
            _ channel: EmulatedChannel = EmulatedChannel(), isStrict: Bool = false, defects: SampleDefects = [],
            _ body: (EmulatedChannel) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            AgoraCore.access.take()
            defer { AgoraCore.access.release() }
            AgoraCore.shared.prepare(channel, isStrict: isStrict, defects: defects)
            defer { AgoraCore.shared.prepare(nil, isStrict: false, defects: []) }
            return try body(channel)
        }

        /// The meeting of the joined channel; `nil` outside a channel.
        public var meeting: Meeting? { AgoraCore.shared.joinedMeeting }

        /// The violations of the client and the warnings, in the order of their first occurrence.
        public var violations: [Violation] { AgoraCore.shared.violations.all }

        /// The last 1000 recorded calls, in order.
        public var recordedCalls: [RecordedCall] { AgoraCore.shared.calls.all }

        /// The number of older calls that were dropped.
        public var droppedCalls: Int { AgoraCore.shared.calls.dropped }
    }
}
