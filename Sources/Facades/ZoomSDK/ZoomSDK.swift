public import ProductionStudio
public import StudioMeeting

/// The SDK, with an emulated meeting behind it. Any thread may call.
///
/// Unprepared, that meeting has been joined as host, so that code runs as it is. A test prepares it through
/// ``emulation``, the only part of this module that is not the vendor's.
public final class ZoomSDK: Sendable {
    private static let instance = ZoomSDK()
    private let service = ZoomSDKMeetingService()

    private init() {}

    /// The one object.
    public static func shared() -> ZoomSDK { instance }

    /// The meeting and its controllers; never `nil` here.
    public func getMeetingService() -> ZoomSDKMeetingService! { service }

    /// The meeting behind the SDK: not the vendor's, for tests.
    public var emulation: Emulation { Emulation(service: service) }

    /// How a test prepares and steers the meeting behind the SDK. Any thread may call.
    public struct Emulation: Sendable {
        let service: ZoomSDKMeetingService

        /// The meeting: `ZoomSDK.shared().emulation.meeting.revokeCoHost()`.
        public var meeting: Meeting { service.session.meeting }

        /// Its studio: what each step answers, what was counted, and what the app did wrong.
        public var studio: StudioController { service.session.studio }

        /// Leaves the present meeting and puts another one behind the SDK, with a controller of its own.
        ///
        /// What the app kept of the old one goes stale; its last callbacks still come.
        ///
        /// - Parameter studio: the meeting's studio, whose delegate belongs to the SDK from now on.
        public func enter(_ studio: StudioController) {
            service.enter(studio)
        }

        /// Leaves the present meeting and puts another one behind the SDK.
        ///
        /// - Parameters:
        ///   - meeting: the meeting; by default one that was joined as host, with callbacks on the main queue.
        ///   - options: how the producer is treated.
        ///   - responses: what each step answers, and after how long; at once by default.
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

        /// Leaves the present meeting and forgets all delegates: the next one who asks finds the SDK as in a new process.
        public func reset() {
            service.reset()
        }

        /// Puts a meeting behind the SDK for the time of `body`, with the SDK to itself, then resets.
        ///
        /// There is one SDK in a process, and tests run at the same time: those that use it take turns here. Must not be
        /// used inside itself.
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
