package import StudioCore
package import StudioRuntime

/// The initial state of an emulated service.
package struct EntryDefaults: Sendable {
    /// The role in the implicit meeting.
    package var role = MeetingRole.host
    /// The kind of the meetings that the service creates.
    package var kind = MeetingKind.meeting
    /// The responses to init, authentication and joining.
    package var responses = EntryResponses()
    /// The responses of the studio.
    package var studioResponses = StudioResponses()
    /// The seed of all delays; `nil` for a random one.
    package var seed: UInt64?
    /// The options of all studios; `nil` for the default ones with the seed.
    package var studioOptions: StudioController.Options?
    /// The clock of all meetings; `nil` for one of the entry.
    package var clock: (any StudioClock)?
    /// The queue of all callbacks, on this clock; `nil` for the main queue.
    package var callbackQueue: CallbackQueue?

    package init() {}
}
