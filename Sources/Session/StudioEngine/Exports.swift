// Clients of a session also use its inputs, encoder and outputs.
@_exported public import MediaInputs
@_exported public import MediaOutputs
@_exported public import ProgramEncoding
// The commands of a session.
@_exported public import StudioScenario
