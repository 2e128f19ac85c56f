import StudioCore
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("Budgets")
struct BudgetTests {
    /// A report in which what the kind limits is `value`.
    private func report(_ kind: ProbeQuantity, measuring value: Double) -> ProbeReport {
        let count = Int(value)
        let report = Reports.faultless
        switch kind {
        case .offset: return report.with { $0.sync = Reports.sync(worst: -value) }
        case .drift: return report.with { $0.sync = Reports.sync(drift: -value) }
        case .missing: return report.withFrames { $0.missing = count }
        case .repeated: return report.withFrames { $0.repeated = Reports.frameEvents(count) }
        case .outOfOrder: return report.withFrames { $0.outOfOrder = Reports.frameEvents(count) }
        case .frozen:
            return report.withFrames {
                $0.frozen = [0.5, value / 1000].map { ProbeReport.FrameEvent(number: 1, time: 2, duration: $0) }
            }
        case .damaged:
            return report.withFrames {
                $0.damaged = Reports.frameEvents(count - count / 2)
                $0.unreadable = Reports.frameEvents(count / 2)
            }
        case .gap:
            return report.withAudio {
                $0.gaps = [Reports.audioEvent(.silent, 5)]
                $0.overlaps = [Reports.audioEvent(.repeated, value)]
            }
        case .clipped: return report.withAudio { $0.clippedSamples = count }
        case .lumaError: return report.with { $0.color = Reports.color(lumaError: value) }
        case .chromaError: return report.with { $0.color = Reports.color(chromaError: value) }
        case .keyFrameInterval:
            let spread = ProbeReport.Spread([0.1, value / 1000])
            return report.with { $0.streams = [Reports.stream("audio"), Reports.stream(keyFrameInterval: spread)] }
        case .delay: return report.with { $0.delay = Reports.delay(worst: value) }
        case .firstFrame: return report.withFrames { $0.firstDelay = value }
        case .frames: return report.withFrames { $0.highest = UInt32(count - 1) }
        }
    }

    @Test("a limit is kept up to itself and missed beyond", arguments: ProbeQuantity.allCases)
    func limits(_ kind: ProbeQuantity) {
        // Frozen and gap have a shorter one beside it: the longest counts.
        let report = report(kind, measuring: 600)
        for (limit, isKept) in [(599.0, false), (600, true), (601, true), (0, false)] {
            let result = ProbeBudget(kind, limit).judge(report)
            // Of the frames, only those that were asked for are counted.
            #expect(result.measured == (kind == .frames ? min(600, limit) : 600))
            #expect(result.isMet == (kind == .frames ? limit <= 600 : isKept), "\(result)")
            #expect(result.name == kind)
            #expect(result.limit == limit)
        }
    }

    @Test("a value that was not measured misses its budget", arguments: ProbeQuantity.allCases)
    func unmeasured(_ kind: ProbeQuantity) {
        for report in [Reports.empty, Reports.unmarked] {
            let result = ProbeBudget(kind, 1_000_000).judge(report)
            #expect(result.measured == nil)
            #expect(!result.isMet)
            #expect(result.description.hasSuffix(": not measured"))
        }
    }

    @Test(
        "audio without marks misses audio budgets, video without a session all video budgets but the first frame's"
    )
    func withoutMarks() {
        let noSession = Reports.faultless.with { $0.session = nil }.withFrames { $0.firstDelay = 12 }
        let noMarks = Reports.faultless.withAudio { $0.marks = 0 }
        #expect(ProbeBudget(.missing, 0).judge(noSession).measured == nil)
        #expect(ProbeBudget(.firstFrame, 12).judge(noSession).isMet)
        #expect(ProbeBudget(.gap, 1).judge(noMarks).measured == nil)
        #expect(ProbeBudget(.clipped, 1).judge(noMarks).measured == nil)
        #expect(ProbeBudget(.gap, 1).judge(Reports.faultless).measured == 0)
        #expect(ProbeBudget(.frozen, 1).judge(Reports.faultless).measured == 0)
        #expect(
            ProbeBudget(.drift, 100).judge(Reports.faultless.with { $0.sync = Reports.sync(drift: nil) }).measured
                == nil)
    }

    // MARK: The expected frames

    @Test("the number of received frames below a limit agrees with a set")
    func expectedFrames() {
        for bits in 0..<256 {
            let numbers = Set((0..<8 as Range<UInt32>).filter { bits & 1 << $0 != 0 })
            let report = Reports.faultless.withFrames { $0.take(numbers) }
            for limit in 0...10 {
                let result = ProbeBudget(.frames, Double(limit)).judge(report)
                let expected = numbers.filter { $0 < limit }.count
                #expect(result.measured == Double(expected), "\(numbers.sorted()) below \(limit)")
                #expect(result.isMet == (expected == limit))
            }
        }
    }

    @Test("expected frames up to the largest number", arguments: [0, 1, 4_294_967_295, 4_294_967_296, 1e300])
    func longestSession(_ limit: Double) {
        let report = Reports.faultless.withFrames {
            ($0.lowest, $0.highest) = (0, .max)
            $0.missingNumbers = [[1, .max - 1]]
        }
        let result = ProbeBudget(.frames, limit).judge(report)
        #expect(result.measured == (limit == 0 ? 0 : limit <= 4_294_967_295 ? 1 : 2))
        #expect(result.isMet == (limit <= 1))
    }

    // MARK: Descriptions

    @Test(
        "the description contains the limit and the measured value",
        arguments: [
            (ProbeQuantity.offset, 20, "--max-offset 20.0 ms: missed (measured 600.0 ms)"),
            (.drift, 600, "--max-drift 600.0 ppm: met (measured 600.0 ppm)"),
            (.missing, 0, "--max-missing 0: missed (measured 600)"),
            (.lumaError, 700, "--max-luma-error 700.0: met (measured 600.0)"),
            (.frames, 600, "--expect-frames 600: met (measured 600)"),
        ])
    func lines(_ kind: ProbeQuantity, _ limit: Double, _ text: String) {
        #expect(ProbeBudget(kind, limit).judge(report(kind, measuring: 600)).description == text)
    }

    @Test("a limit is always finite", arguments: [Double.nan, .infinity, -.infinity])
    func impossibleLimits(_ limit: Double) {
        #expect(ProbeBudget(.missing, limit).limit.isFinite)
        #expect(ProbeBudget(.missing, limit).judge(Reports.faultless).isMet == (limit == .infinity || limit.isNaN))
        #expect(!ProbeBudget(.missing, limit).judge(report(.missing, measuring: 1)).isMet || limit == .infinity)
    }
}

extension ProbeReport.Video {
    /// The report of these numbers.
    fileprivate mutating func take(_ numbers: Set<UInt32>) {
        (lowest, highest) = (numbers.min(), numbers.max())
        missingNumbers = []
        guard let lowest, let highest else { return }
        for number in lowest...highest where !numbers.contains(number) {
            if let last = missingNumbers.last, last[1] + 1 == number {
                missingNumbers[missingNumbers.count - 1][1] = number
            } else {
                missingNumbers.append([number, number])
            }
        }
        missing = missingNumbers.reduce(0) { $0 + Int($1[1] - $1[0]) + 1 }
    }
}
