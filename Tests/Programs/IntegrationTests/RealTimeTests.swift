import Testing

/// Tests that run in real time.
@Suite("Real time", .endToEnd)
enum RealTime {}
