// One import is enough for a client: it re-exports formats, errors, the meeting and the clocks.
@_exported public import StudioCore
@_exported public import StudioMeeting
@_exported public import StudioRuntime
