// One import is enough for a test: the meeting, the studio, the clock and the rules belong to it.
@_exported public import ProductionStudio
