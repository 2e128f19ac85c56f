@testable import CodedMedia
import StudioCore
import StudioTestSupport
import Testing

@Suite("StampSmoother")
struct StampSmootherTests {
    private static let rates = [24, 25, 30, 50, 60, 24 / 1.001, 30 / 1.001, 60 / 1.001, 48, 15, 12.5, 1]

    private func smoothed(
        _ numbers: [Int], rate: Double, stamp: (Int) -> Double
    ) -> [Double] {
        StampSmoother(numbers.map { PresentationTimes.Frame(number: UInt32($0), time: stamp($0)) }, rate: rate).times
    }

    /// The largest difference, in milliseconds.
    private func error(_ times: [Double], _ numbers: [Int], _ real: (Int) -> Double) -> Double {
        zip(times, numbers).map { abs($0 - real($1)) * 1000 }.max() ?? 0
    }

    @Test("whole milliseconds become exact to 0.1 ms", arguments: rates, [1.0, 3.2, 10])
    func milliseconds(_ rate: Double, seconds: Double) {
        for first in [0, 77_777] {
            let numbers = (0..<Int(seconds * rate)).map { first + $0 }
            func real(_ number: Int) -> Double { 3 + Double(number - first) / rate }
            let times = smoothed(numbers, rate: rate) { (real($0) * 1000).rounded() / 1000 }
            #expect(error(times, numbers, real) < 0.1)
        }
    }

    @Test("a drift of the time stamps is kept up to both ends", arguments: rates, [20.0, 200, -1000])
    func drift(_ rate: Double, partsPerMillion: Double) {
        let numbers = Array(0..<Int(4 * rate))
        func real(_ number: Int) -> Double { Double(number) / rate * (1 + partsPerMillion * 1e-6) }
        #expect(error(smoothed(numbers, rate: rate, stamp: real), numbers, real) < 1e-6)
        let rounded = smoothed(numbers, rate: rate) { (real($0) * 1000).rounded() / 1000 }
        #expect(error(rounded, numbers, real) < 0.51, "never worse than the time stamps")
    }

    @Test("time stamps that differ by more than rounding are kept")
    func jumps() {
        let numbers = Array(0..<120)
        func real(_ number: Int) -> Double {
            Double(number) / 30 + (number < 60 ? 0 : 0.002) + (number == 20 ? 0.004 : 0)
        }
        #expect(error(smoothed(numbers, rate: 30, stamp: real), numbers, real) < 0.01)
        // Half the speed: no two frames have the nominal distance.
        func slow(_ number: Int) -> Double { Double(number) / 15 }
        #expect(error(smoothed(numbers, rate: 30, stamp: slow), numbers, slow) < 1e-9)
    }

    @Test("few frames")
    func few() {
        #expect(smoothed([], rate: 30) { Double($0) } == [])
        #expect(smoothed([7], rate: 30) { _ in 1.5 } == [1.5])
    }
}
