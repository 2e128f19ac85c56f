// One import is enough for a test: it re-exports the meeting, the studio, the clock and the rules.
@_exported public import ProductionStudio
// The errors of scenario files.
@_exported public import StudioScenario
