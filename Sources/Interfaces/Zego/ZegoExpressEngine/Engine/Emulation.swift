public import FacadeSupport
public import ProductionStudio
public import StudioCore
public import StudioMeeting
import ZegoCustomRendering

extension ZegoExpressEngine {
    /// The emulated service, for tests. Not part of the vendor's SDK.
    public static var emulation: Emulation { Emulation() }

    /// Configures and controls the emulated service. May be called from any thread.
    public struct Emulation: Sendable {
        /// How the engine differs from its default. Read when the engine is created.
        public struct Options: Hashable, Sendable {
            /// Whether app ID and app sign are checked.
            public var isStrict = false
            /// Whether the engine counts as stopped only when `onEngineStateUpdate(.stop)` was called; otherwise as soon
            /// as the last stop returns.
            public var stopsWithEvent = false
            /// How the rows of planes and pixel buffers are padded.
            public var rows = RowPadding.uneven
            /// Each padded stride is a multiple of this number of bytes, a power of 2 from 1 to 4096.
            public var strideAlignment = 64
            /// Whether raw planes fault when they are used after their callback. Pixel buffers fault when they are used
            /// outside their lock or after their release, or written under a lock for reading; a line names the rule.
            public var guardsRawPlanes = false
            /// How long each callback of the render handler takes on the room's clock, at least.
            public var callbackSeconds = 0.0

            /// The default.
            public init() {}
        }

        /// A rejected call, as the client's event handler is notified of it.
        public struct DebugError: Hashable, Sendable {
            /// A number of ``ZegoErrorCode``.
            public let errorCode: Int32
            /// The method.
            public let funcName: String
            /// The rule, what is wrong, and what to do.
            public let info: String
        }

        /// The counts of a rendered source.
        public struct Statistics: Hashable, Sendable {
            /// Frames that a callback got.
            public let delivered: Int
            /// Frames without a render handler.
            public let withoutHandler: Int
            /// Frames for which the render handler has no callback.
            public let unreached: Int
            /// Dropped frames by reason.
            public let dropped: [DropReason: Int]

            init(_ native: RenderStatistics) {
                (delivered, withoutHandler) = (native.delivered, native.withoutHandler)
                (unreached, dropped) = (native.unreached, native.dropped)
            }
        }

        /// A call that was accepted and recorded, without any effect.
        public typealias RecordedCall = FacadeSupport.RecordedCall

        /// Provides a room on a manual clock while `body` runs, with exclusive use of the engine, then destroys the
        /// engine.
        ///
        /// A process has one engine, and tests run concurrently; this call serialises them. It must not be nested.
        ///
        /// - Parameters:
        ///   - room: the room that the client enters.
        ///   - options: how the engine differs from its default.
        ///   - body: uses the engine.
        public func withRoom<Result, Failure: Error>(
            _ room: EmulatedRoom = EmulatedRoom(), _ options: Options = Options(),
            _ body: (EmulatedRoom) throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try ZegoEngine.shared.process.withService(room, options, body)
        }

        /// The asynchronous form, for example for clients on the main actor.
        ///
        /// - Parameters:
        ///   - room: the room that the client enters.
        ///   - options: how the engine differs from its default.
        ///   - isolation: the actor of `body`: the caller's.
        ///   - body: uses the engine.
        public func withRoomAsync<Result, Failure: Error>(
            _ room: EmulatedRoom = EmulatedRoom(), _ options: Options = Options(),
            isolation: isolated (any Actor)? = #isolation, _ body: (EmulatedRoom) async throws(Failure) -> Result
        ) async throws(Failure) -> Result {
            try await ZegoEngine.shared.process.withServiceAsync(room, options, isolation: isolation, body)
        }

        /// The meeting of the entered room; `nil` outside a room.
        public var meeting: Meeting? { ZegoEngine.shared.engine.native.meeting }

        /// The violations of the client and the warnings, in the order of their first occurrence. Findings of quality are not among
        /// them.
        public var violations: [Violation] { ZegoEngine.shared.process.violations.contract }

        /// Findings that are not violations, but cost quality: a render handler without frames, because there is no preview
        /// (ZG-QUALITY-001), and encoded frames without key frames (ZG-QUALITY-002).
        public var qualityFindings: [Violation] { ZegoEngine.shared.process.violations.quality }

        /// The last 1000 rejected calls, in order.
        public var debugErrors: [DebugError] { ZegoEngine.shared.errors.all }

        /// The counts of a channel's preview since the engine was created.
        public func statistics(of channel: ZegoPublishChannel) -> Statistics {
            Statistics(ZegoEngine.shared.engine.native.statistics(of: .captured(channel: channel.native)))
        }

        /// The counts of a played stream since the engine was created.
        public func statistics(of streamID: String) -> Statistics {
            Statistics(ZegoEngine.shared.engine.native.statistics(of: .remote(stream: streamID)))
        }

        /// The last 1000 recorded calls, in order.
        public var recordedCalls: [RecordedCall] { ZegoEngine.shared.process.calls.all }

        /// The number of older calls that were dropped.
        public var droppedCalls: Int { ZegoEngine.shared.process.calls.dropped }
    }
}
