import Testing

/// Tests that run in real time. They are serialized, so that they do not delay each other.
@Suite("Real time", .serialized)
enum RealTime {}
