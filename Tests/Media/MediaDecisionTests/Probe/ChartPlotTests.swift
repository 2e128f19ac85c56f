import StudioCore
import Testing

@testable import StudioProbe

@Suite("The plot of a chart")
struct ChartPlotTests {
    @Test("the time axis has round times, each at its place; the last one stays inside")
    func timeAxis() {
        let plot = ChartPlot(left: 76, right: 710, start: 0, end: 10)
        let labels =
            [("76.0", "middle", 0), ("202.8", "middle", 2), ("329.6", "middle", 4), ("456.4", "middle", 6)]
            + [("583.2", "middle", 8), ("710.0", "end", 10)]
        #expect(
            plot.timeAxis(at: 5)
                == labels.map { "<text x=\"\($0.0)\" y=\"5.0\" text-anchor=\"\($0.1)\">\($0.2) s</text>" })
    }
}
