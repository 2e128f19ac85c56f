import Testing

/// Tests that run in real time: one after the other, so that they do not make each other late.
@Suite("Real time", .serialized)
enum RealTime {}
