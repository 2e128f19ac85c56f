package import StudioCore

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

    package init() {}
}
