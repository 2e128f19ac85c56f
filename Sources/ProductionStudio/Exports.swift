// One import is enough for an app: formats and errors, the meeting and the clocks belong to the studio's interface.
@_exported public import StudioCore
@_exported public import StudioMeeting
@_exported public import StudioRuntime
