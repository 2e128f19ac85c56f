// Whoever uses a session uses its inputs, encoder and outputs as well.
@_exported public import MediaInputs
@_exported public import MediaOutputs
@_exported public import ProgramEncoding
