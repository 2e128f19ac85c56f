@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("LineFit")
struct LineFitTests {
    private typealias Points = [(x: Double, y: Double)]

    @Test("points on a line give its slope with zero error", arguments: [-2.5, 0, 1e-5])
    func exact(_ slope: Double) throws {
        let fit = try #require(LineFit([(0..<20).map { (x: Double($0) + 1000, y: slope * Double($0) + 7) }]))
        #expect(abs(fit.slope - slope) < 1e-12)
        #expect(fit.error < 1e-9)
        #expect(fit.span == 19)
    }

    @Test("a computed example")
    func known() throws {
        // By hand: means 2.5 and 5; sums of products 5 and 7; the residual of 10 - 49/5 is 0.2, over 2 degrees of
        // freedom and 5.
        let fit = try #require(LineFit([[(x: 1, y: 3), (x: 2, y: 4), (x: 3, y: 6), (x: 4, y: 7)]]))
        #expect(abs(fit.slope - 1.4) < 1e-12)
        #expect(abs(fit.error - (0.2 / 2 / 5).squareRoot()) < 1e-12)
        #expect(fit.span == 3)
    }

    @Test("segments share one slope, whatever the steps between them")
    func pieces() throws {
        let first: Points = (0..<10).map { (x: Double($0), y: 0.25 * Double($0)) }
        let second: Points = (20..<30).map { (x: Double($0), y: 0.25 * Double($0) + 1000) }
        let fit = try #require(LineFit([first, second, [(x: 40, y: -1e6)]]))
        #expect(abs(fit.slope - 0.25) < 1e-9)
        #expect(fit.error < 1e-6)
        #expect(fit.span == 40)
    }

    @Test("behind a gap, the difference of two clocks starts anew")
    func clocks() throws {
        let first: Points = (0..<50).map { (x: Double($0) / 10, y: 0) }
        let second: Points = (150..<200).map { (x: Double($0) / 10, y: 0.003) }
        #expect(abs(try #require(LineFit(driftOf: first + second)).slope) < 1e-9)
        let adjacent = second.map { (x: $0.x - 10, y: $0.y) }
        #expect(try #require(LineFit(driftOf: first + adjacent)).slope > 1e-4)
    }

    @Test("the standard error matches repeated trials")
    func error() throws {
        var generator = SeededRandom(seed: 1)
        var (errors, squares) = (0.0, 0.0)
        let tries = 400
        for _ in 0..<tries {
            let points: Points = (0..<50).map {
                (x: Double($0), y: 3 * Double($0) + Double.random(in: -1...1, using: &generator))
            }
            let fit = try #require(LineFit([points]))
            errors += fit.error
            squares += (fit.slope - 3) * (fit.slope - 3)
        }
        let (mean, real) = (errors / Double(tries), (squares / Double(tries)).squareRoot())
        #expect(abs(mean - real) < 0.12 * real)
    }

    @Test("too few points and points with equal x have no slope")
    func none() {
        #expect(LineFit([]) == nil)
        #expect(LineFit([[(x: 0, y: 0), (x: 1, y: 1), (x: 2, y: 2)]]) == nil)
        #expect(LineFit([[(x: 0, y: 0), (x: 1, y: 1)], [(x: 2, y: 2), (x: 3, y: 3)]]) == nil)
        #expect(LineFit([(0..<9).map { (x: 4, y: Double($0)) }]) == nil)
        #expect(LineFit((0..<9).map { [(x: Double($0), y: 0)] }) == nil)
    }

    @Test(
        "the median",
        arguments: [([], nil), ([4], 4), ([9, 1], 5), ([3, 1, 2], 2), ([4, 1, 3, 100], 3.5)] as [([Double], Double?)])
    func median(_ values: [Double], expected: Double?) {
        #expect(values.median == expected)
    }
}
