// The commands of steps are those of a session.
@_exported public import SessionProtocol
