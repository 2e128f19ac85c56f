import Foundation
import FoundationXML
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("Curves")
struct TimeSeriesChartTests {
    private func chart(
        _ points: [(Double, Double)], minSpan: Double = 10, includesZero: Bool = true
    ) -> TimeSeriesChart {
        TimeSeriesChart(
            title: "Delay", unit: "ms", points: points.map { ProbeReport.TimeSeriesPoint(time: $0.0, value: $0.1) },
            minSpan: minSpan, includesZero: includesZero)
    }

    /// A parsed chart: its path in pixels and the labels of both axes.
    private struct Drawing {
        let points: [(x: Double, y: Double)]
        let values: [(label: Double, y: Double)]
        let times: [(label: Double, x: Double)]
        let lines: [Double]

        init(_ figure: String) throws {
            let root = try #require(try XMLDocument(xmlString: figure).rootElement())
            func all(_ name: String) throws -> [XMLElement] {
                try root.nodes(forXPath: ".//*[local-name()='\(name)']").compactMap { $0 as? XMLElement }
            }
            func number(_ element: XMLElement, _ name: String) throws -> Double {
                try #require(Double(element.attribute(forName: name)?.stringValue ?? ""))
            }
            let path = try #require(try all("path").first?.attribute(forName: "d")?.stringValue)
            #expect(path.hasPrefix("M"))
            #expect(path.filter { $0 == "M" }.count == 1)
            let numbers = try path.split { " ML".contains($0) }.map { try #require(Double($0)) }
            points = stride(from: 0, to: numbers.count - 1, by: 2).map { (numbers[$0], numbers[$0 + 1]) }
            var (values, times): ([(Double, Double)], [(Double, Double)]) = ([], [])
            for text in try all("text") {
                let label = try #require(text.stringValue)
                if label.hasSuffix(" s") {
                    times.append((try #require(Double(label.dropLast(2))), try number(text, "x")))
                } else {
                    values.append((try #require(Double(label)), try number(text, "y") - 4))
                }
            }
            (self.values, self.times) = (values, times)
            lines = try all("line").map { try number($0, "y1") }
        }

        /// Whether all points lie within the chart.
        var isInside: Bool {
            points.allSatisfy { (0...720).contains($0.x) && (0...200).contains($0.y) }
                && (values.map(\.y) + lines).allSatisfy { (0...200).contains($0) }
                && times.allSatisfy { (0...720).contains($0.x) }
        }
    }

    @Test(
        "fewer than two times give no chart", arguments: [[], [(1, 5)], [(2, 1), (2, 3)]] as [[(Double, Double)]])
    func nothing(_ points: [(Double, Double)]) {
        #expect(chart(points).figure == "")
    }

    @Test("points match the axes")
    func axes() throws {
        let drawing = try Drawing(chart([(0, 0), (5, 50), (10, 100)]).figure)
        #expect(drawing.points.count == 3)
        try #require(drawing.values.count > 1)
        try #require(drawing.times.count > 1)
        let (low, high) = (drawing.values[0], drawing.values[drawing.values.count - 1])
        let scale = (high.y - low.y) / (high.label - low.label)
        #expect(abs(low.y + (50 - low.label) * scale - drawing.points[1].y) < 0.3)
        #expect(scale < 0, "more is higher")
        let (first, last) = (drawing.times[0], drawing.times[drawing.times.count - 1])
        #expect((first.label, last.label) == (0, 10))
        #expect(abs((first.x + last.x) / 2 - drawing.points[1].x) < 0.3)
        #expect(drawing.isInside)
        #expect(drawing.lines.count == drawing.values.count)
    }

    @Test("the axis has a minimum span, so that noise is not exaggerated")
    func minSpan() throws {
        for includesZero in [true, false] {
            let quiet = try Drawing(chart([(0, 1), (1, 1.001)], minSpan: 10, includesZero: includesZero).figure)
            #expect(abs(quiet.points[0].y - quiet.points[1].y) <= 0.2)
            let span = try #require(quiet.values.last).label - (try #require(quiet.values.first)).label
            #expect(span >= 5)
        }
        let negative = try Drawing(chart([(0, -1), (1, -2)]).figure)
        #expect(negative.values.contains { $0.label == 0 })
        #expect(negative.isInside)
    }

    @Test("the axis includes zero if required", arguments: [[(0, 100), (1, 101)], [(0, -100), (1, -101)]])
    func zero(_ points: [(Double, Double)]) throws {
        #expect(try Drawing(chart(points).figure).values.contains { $0.label == 0 })
        #expect(try !Drawing(chart(points, minSpan: 1, includesZero: false).figure).values.contains { $0.label == 0 })
    }

    @Test("thinning keeps the extremes")
    func thinning() throws {
        var points = (0..<50_000).map { (Double($0) / 30, sin(Double($0) / 900) * 3) }
        points[12_345].1 = 40
        points[40_001].1 = -30
        let drawing = try Drawing(chart(points).figure)
        #expect(drawing.points.count < 2000)
        #expect(zip(drawing.points, drawing.points.dropFirst()).allSatisfy { $0.x <= $1.x })
        func place(_ index: Int) -> Double { 64 + Double(index) / 49_999 * 644 }
        let (top, bottom) = (drawing.points.min { $0.y < $1.y }, drawing.points.max { $0.y < $1.y })
        #expect(abs(try #require(top).x - place(12_345)) < 1)
        #expect(abs(try #require(bottom).x - place(40_001)) < 1)
        let few = try Drawing(chart(Array(points.prefix(1280))).figure)
        #expect(few.points.count == 1280, "few points are not thinned")
    }

    @Test("decreasing times stay within the chart")
    func timeGoesBack() throws {
        for points in [[(0, 1), (10, 2), (3, 3), (5, 4)], [(5, 1), (0, 2), (2, 3)], [(5, 1), (9, 2), (5, 3)]] {
            let drawing = try Drawing(chart(points.map { (Double($0.0), Double($0.1)) }).figure)
            #expect(drawing.isInside, "\(points)")
            #expect(drawing.points.count == points.count, "\(points)")
        }
    }

    @Test("extreme values give a valid chart")
    func degenerate() throws {
        let values: [Double] = [
            0, .leastNonzeroMagnitude, .leastNormalMagnitude, 1e-9, 1, 1e12, 1e15, 1e100, .greatestFiniteMagnitude,
        ]
        for low in values + values.map({ -$0 }) {
            for high in values + values.map({ -$0 }) {
                for end in [1e-300, 1e-9, 1, 9e9, .greatestFiniteMagnitude] {
                    for includesZero in [true, false] {
                        let figure = chart([(0, low), (end, high)], includesZero: includesZero).figure
                        guard !figure.isEmpty else { continue }
                        #expect(try Drawing(figure).isInside, "\(low) to \(high) in \(end) s")
                    }
                }
            }
        }
        // Real sources always give a chart.
        #expect(chart([(0, 1e9), (9e9, -1e9)]).figure != "")
    }

    @Test("ticks are round, evenly spaced, and between the bounds", arguments: 0..<4)
    func ticks(_ seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        for _ in 0..<500 {
            let scale = generator.pick([1e-6, 0.01, 1, 30, 1e4, 1e9])
            let low = Double.random(in: -1...1, using: &generator) * scale
            let high = low + Double.random(in: 0.001...1, using: &generator) * scale
            let ticks = ChartPlot.ticks(low, high)
            let step = ticks.count > 1 ? ticks[1] - ticks[0] : 0
            let air = (high - low) * 1e-9
            #expect((2...6).contains(ticks.count), "\(ticks.count) from \(low) to \(high)")
            #expect(ticks.allSatisfy { (low - air...high + air).contains($0) })
            let digit = step / pow(10, floor(log10(step * 1.000001)))
            #expect([1, 2, 5, 10].contains { abs(digit - $0) < 1e-3 * $0 }, "a step of \(step)")
            #expect(zip(ticks, ticks.dropFirst()).allSatisfy { abs($1 - $0 - step) < step * 1e-6 })
            #expect(ticks.allSatisfy { abs($0 / step - ($0 / step).rounded()) < 1e-3 })
        }
    }

    @Test("no span, no ticks")
    func noTicks() {
        #expect(ChartPlot.ticks(5, 5) == [])
        #expect(ChartPlot.ticks(5, 4) == [])
        #expect(ChartPlot.ticks(0, .infinity) == [])
        #expect(ChartPlot.ticks(-.greatestFiniteMagnitude, .greatestFiniteMagnitude) == [])
        #expect(ChartPlot.ticks(0, .nan) == [])
        #expect(ChartPlot.ticks(0, .leastNonzeroMagnitude) == [])
        #expect(ChartPlot.ticks(0, 10) == [0, 2, 4, 6, 8, 10])
    }
}
