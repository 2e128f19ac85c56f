public import ProductionStudio
public import StudioMeeting

/// The SDK with an emulated meeting. May be called from any thread.
///
/// By default the meeting has been joined as host, so that client code runs unchanged. Tests configure it through
/// ``emulation``, the only member of this module that is not the vendor's.
public final class ZoomSDK: Sendable {
    private static let instance = ZoomSDK()
    private let service = ZoomSDKMeetingService()

    private init() {}

    /// The shared instance.
    public static func shared() -> ZoomSDK { instance }

    /// The meeting and its controllers; never `nil` here.
    public func getMeetingService() -> ZoomSDKMeetingService! { service }

    /// The emulated meeting, for tests. Not part of the vendor's SDK.
    public var emulation: Emulation { Emulation(service: service) }

    /// Configures and controls the emulated meeting. May be called from any thread.
    public struct Emulation: Sendable {
        let service: ZoomSDKMeetingService

        /// The meeting: `ZoomSDK.shared().emulation.meeting.revokeCoHost()`.
        public var meeting: Meeting { service.session.meeting }

        /// Its studio: responses, statistics and contract violations of the client.
        public var studio: StudioController { service.session.studio }

        /// Leaves the current meeting and replaces it by another one, with a controller of its own.
        ///
        /// The client's references to the old meeting become invalid; its last callbacks are still delivered.
        ///
        /// - Parameter studio: the studio of the new meeting; the SDK takes over its delegate.
        public func enter(_ studio: StudioController) {
            service.enter(studio)
        }

        /// Leaves the current meeting and replaces it by another one.
        ///
        /// - Parameters:
        ///   - meeting: the new meeting; by default joined as host, with callbacks on the main queue.
        ///   - options: the options of the studio.
        ///   - responses: the responses of the emulated server; immediate success by default.
        /// - Returns: the meeting's studio.
        @discardableResult
        public func enter(
            _ meeting: Meeting = Meeting(), options: StudioController.Options = .init(),
            responses: StudioResponses = .immediate
        ) -> StudioController {
            let studio = StudioController(in: meeting, options: options, responses: responses)
            enter(studio)
            return studio
        }

        /// Leaves the current meeting and removes all delegates: the SDK is then in the state of a new process.
        public func reset() {
            service.reset()
        }

        /// Replaces the meeting while `body` runs, with exclusive use of the SDK, then resets.
        ///
        /// A process has one SDK, and tests run concurrently; this call serialises them. It must not be nested.
        public func withMeeting<Result, Failure: Error>(
            _ studio: StudioController, _ body: () throws(Failure) -> Result
        ) throws(Failure) -> Result {
            try ZoomSDKMeetingService.turns.withLock { (turns) throws(Failure) -> Result in
                turns += 1
                enter(studio)
                defer { reset() }
                return try body()
            }
        }
    }
}
