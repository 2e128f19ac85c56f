// Clients of a session also use its inputs, encoder and outputs.
@_exported public import MediaInputs
@_exported public import MediaOutputs
@_exported public import ProgramEncoding
// The commands, events and snapshot of a session, and scenarios.
@_exported public import SessionProtocol
@_exported public import StudioScenario
