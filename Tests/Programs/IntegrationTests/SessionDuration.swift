import StudioTestSupport
import Testing

/// Expects that a track lasts as long as its output reports, and as long as its frames at 30 fps require.
func expectDuration(
    _ seconds: Double, _ output: SessionReport.Output, _ summary: SessionReport,
    sourceLocation: SourceLocation = #_sourceLocation
) {
    // The reported position is the start of the last unit. The tracks end within a frame of each other.
    let position = Double(output.outputDuration) / 1000
    #expect(abs(seconds - position) < 0.0344, "\(position) s reported", sourceLocation: sourceLocation)
    let frames = Double(summary.video.accepted) / 30
    #expect(seconds > frames - 0.0344, "\(frames) s sent", sourceLocation: sourceLocation)
    // A late machine delays the rest of the session by a time that is not reported.
    if summary.delays == 0 { #expect(seconds < frames + 0.05, "\(frames) s sent", sourceLocation: sourceLocation) }
}
