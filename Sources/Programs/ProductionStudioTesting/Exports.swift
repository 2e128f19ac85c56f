// One import is enough for a test: it re-exports the meeting, the studio, the clock and the rules.
@_exported public import ProductionStudio
// The commands and events of a session, and the errors of scenario files.
@_exported public import SessionProtocol
@_exported public import StudioScenario
