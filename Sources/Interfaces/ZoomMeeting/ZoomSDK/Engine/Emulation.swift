public import FacadeSupport
public import ProductionStudio
public import StudioCore
public import StudioMeeting
import StudioRuntime

extension ZoomSDK {
    /// The emulated service, for tests. Not part of the vendor's SDK.
    public var emulation: Emulation { Emulation() }

    /// Configures and controls the emulated service. May be called from any thread.
    public struct Emulation: Sendable {
        /// The meeting: `ZoomSDK.shared().emulation.meeting.revokeCoHost()`.
        ///
        /// Without one, for example after init, this creates the meeting that will be joined.
        public var meeting: Meeting { studio.meeting }

        /// Its studio: responses, statistics and contract violations of the client.
        public var studio: StudioController { MeetingEngine.shared.entry.presentStudio }

        /// The responses to init, authentication and joining.
        public var entry: EntryResponses {
            get { MeetingEngine.shared.entry.responses }
            nonmutating set { MeetingEngine.shared.entry.responses = newValue }
        }

        /// The identity expires: the client is notified and must authenticate again before it joins.
        public func expireIdentity() {
            MeetingEngine.shared.entry.expireIdentity()
        }

        // MARK: Setup

        /// Leaves the current meeting and replaces it by another one, with a controller of its own.
        ///
        /// The client's references to the old meeting become invalid; its last callbacks are still delivered. The client's
        /// next join or start call enters a meeting that is not joined yet.
        ///
        /// - Parameter studio: the studio of the new meeting; the SDK takes over its delegate.
        public func enter(_ studio: StudioController) {
            MeetingEngine.shared.entry.enter(studio)
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

        /// Leaves the current meeting and removes all state: the SDK is then in the state of a new process.
        public func reset() {
            MeetingEngine.shared.reset()
        }

        /// Replaces the meeting while `body` runs, with exclusive use of the SDK, then resets.
        ///
        /// A process has one SDK, and tests run concurrently; this call serialises them. It must not be used inside itself. Where one
        /// test on the main actor uses ``withMeetingAsync(_:entry:isolation:_:)``, all others there have to: a test that waits without
        /// `await` keeps the main actor from it, and the process ends with a message.
        ///
        /// - Parameters:
        ///   - studio: the studio of the new meeting; create it with `isJoined: false` for a client that joins by itself.
        ///   - entry: the responses to init, authentication and joining; by default those of the `TestMeeting`'s scenario, or
        ///     immediate success.
        ///   - body: uses the SDK.
        public func withMeeting<Result, Failure: Error>(
            _ studio: StudioController, entry: EntryResponses? = nil, _ body: () throws(Failure) -> Result
        ) throws(Failure) -> Result {
            MeetingEngine.access.take()
            defer { MeetingEngine.access.release() }
            self.entry = entry ?? studio.entryResponses ?? .immediate
            enter(studio)
            defer { reset() }
            return try body()
        }

        /// The asynchronous form, for example for clients on the main actor.
        ///
        /// - Parameters:
        ///   - studio: the studio of the new meeting; create it with `isJoined: false` for a client that joins by itself.
        ///   - entry: the responses to init, authentication and joining; by default those of the `TestMeeting`'s scenario, or
        ///     immediate success.
        ///   - isolation: the actor of `body`: the caller's.
        ///   - body: uses the SDK.
        public func withMeetingAsync<Result, Failure: Error>(
            _ studio: StudioController, entry: EntryResponses? = nil,
            isolation: isolated (any Actor)? = #isolation, _ body: () async throws(Failure) -> Result
        ) async throws(Failure) -> Result {
            // Synchronous tests that wait for access may block all threads of the cooperative pool. The test that has access
            // must proceed, so code that the body awaits without an actor runs on a queue of its own.
            let executor = ExclusiveExecutor(MeetingEngine.access)
            return try await withTaskExecutorPreference(executor) { () async throws(Failure) -> Result in
                await executor.takeAccess(isolation: isolation)
                defer { MeetingEngine.access.release() }
                self.entry = entry ?? studio.entryResponses ?? .immediate
                enter(studio)
                defer { reset() }
                return try await body()
            }
        }

        // MARK: Records

        /// The violations of the client, before and in the current meeting.
        public var violations: [Violation] {
            MeetingEngine.shared.entry.violations + (MeetingEngine.shared.entry.studio?.violations.all ?? [])
        }

        /// What works here but not on macOS, and other warnings. The first of each rule is logged.
        public var warnings: [Violation] { MeetingEngine.shared.entry.warnings }

        /// The last 1000 recorded calls, in order.
        public var recordedCalls: [RecordedCall] { MeetingEngine.shared.calls.all }

        /// The number of older calls that were dropped.
        public var droppedCalls: Int { MeetingEngine.shared.calls.dropped }

        /// A call that was accepted and recorded, without any effect.
        public typealias RecordedCall = FacadeSupport.RecordedCall

        // MARK: Devices and users

        /// The cameras; one by default.
        public var cameras: [Device] {
            get { MeetingEngine.shared.values.cameras }
            nonmutating set { MeetingEngine.shared.values.cameras = newValue }
        }

        /// A device.
        public struct Device: Hashable, Sendable {
            /// The identifier.
            public let id: String
            /// The name.
            public let name: String

            /// Creates a device.
            public init(id: String, name: String) {
                self.id = id
                self.name = name
            }
        }

        /// Sets the details of a user other than ID, name, role and video.
        public func setDetails(_ details: UserDetails, of user: UserID) {
            MeetingEngine.shared.values.setDetails(details, of: user)
        }

        /// The details of a user other than ID, name, role and video.
        public struct UserDetails: Hashable, Sendable {
            /// Whether the user is muted.
            public var audioStatus = ZoomSDKAudioStatus_UnMuted
            /// How the user's audio is connected.
            public var audioType = ZoomSDKAudioType_Voip
            /// Whether the user is talking.
            public var isTalking = false
            /// Whether the user's hand is raised.
            public var isRaisingHand = false
            /// Whether the user has a camera.
            public var hasCamera = false
            /// Whether the user may become co-host.
            public var canBeCoHost = false
            /// Whether the user joined by phone.
            public var isPurePhoneUser = false
            /// Whether the user joined from a room system.
            public var isH323User = false
            /// Whether the user is a bot.
            public var isBotUser = false
            /// The customer key.
            public var customerKey: String?
            /// The ID that is stable across rejoins.
            public var persistentId: String?
            /// The path of the profile picture.
            public var avatarPath: String?

            /// Not muted, connected by VoIP; all others false or `nil`.
            public init() {}
        }

        /// Another user sends a chat message to everyone: `onChatMessageNotification` is called.
        ///
        /// - Parameters:
        ///   - text: the text.
        ///   - sender: the sender.
        public func receiveChatMessage(_ text: String, from sender: UserID) {
            MeetingEngine.shared.receiveChatMessage(text, from: sender)
        }
    }
}
