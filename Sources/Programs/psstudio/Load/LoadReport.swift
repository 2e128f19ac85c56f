import Histogram
import ProgramConsole
import StudioCore
import StudioEngine

/// What a load has measured.
struct LoadReport: Encodable {
    /// The percentiles of a quantity.
    struct Distribution: Encodable, Equatable {
        /// How many values there are.
        let count: Int
        let p50: Double
        let p90: Double
        let p99: Double
        let worst: Double

        /// Three significant digits of the values, in thousandths of their unit.
        ///
        /// - Parameter isLowWorst: whether low values are the bad ones: the percentiles are then counted from above.
        /// - Returns: `nil` without a value.
        init?(_ values: [Double], isLowWorst: Bool = false) {
            guard let highest = values.max(), let lowest = values.min() else { return nil }
            var histogram = Histogram<UInt32>(
                highestTrackableValue: max(2, UInt64((highest * 1000).rounded())),
                numberOfSignificantValueDigits: .three)
            for value in values { histogram.record(UInt64((max(0, value) * 1000).rounded())) }
            func percentile(_ percent: Double) -> Double {
                let value = histogram.valueAtPercentile(isLowWorst ? 100 - percent : percent)
                return min(highest, max(lowest, Double(value) / 1000))
            }
            count = values.count
            (p50, p90, p99) = (percentile(50), percentile(90), percentile(99))
            worst = isLowWorst ? lowest : highest
        }
    }

    /// What is known of a publisher at the end.
    struct Publisher {
        let output: SessionOutput
        /// How long the server took to accept its first connection; `nil` without an answer.
        var connectTime: MediaTime?
        /// What was due before it started at a key frame.
        var framesBeforeStart = 0
        var audioBlocksBeforeStart = 0
    }

    /// Units of all publishers together: offered = taken + lost. What was due before a publisher began is not offered to it.
    struct Units: Encodable, Equatable {
        var offered = 0
        var taken = 0
        var lost = 0

        mutating func add(_ units: Units) {
            offered += units.offered
            taken += units.taken
            lost += units.lost
        }

        init() {}

        init(offered: Int, lost: Int, before: Int) {
            let before = min(before, lost)
            (self.offered, self.lost) = (offered - before, lost - before)
            taken = offered - lost
        }
    }

    /// The publishers that were asked for.
    let publishers: Int
    /// Those that were started.
    let started: Int
    /// Those that were connected at least once.
    let connected: Int
    /// Those that failed for good.
    let failed: Int
    /// Connections that were lost and came back.
    let reconnects: Int
    /// Seconds from the first connection to the end.
    let seconds: Double
    /// Milliseconds from beginning to connect until the server accepted the connection.
    @Nullable var connectMilliseconds: Distribution?
    /// Milliseconds from the first attempt until the server had taken the first media, with the delay of the encoder.
    @Nullable var firstMediaMilliseconds: Distribution?
    /// Milliseconds from losing a connection until the server has taken media again.
    @Nullable var outageMilliseconds: Distribution?
    /// The kbit/s that the server took of each publisher while it was connected; low values are the worst.
    @Nullable var kilobitsPerSecond: Distribution?
    /// The share of frames that each publisher lost, in percent.
    @Nullable var lossPercent: Distribution?
    var frames = Units()
    var audioBlocks = Units()
    /// Bytes that the server took of all publishers.
    let bytes: UInt64
    /// How often each cause ended an attempt or a connection.
    let causes: [String: Int]
    /// Frames that this machine dropped before the publishers, by reason: then it limits the load, not the server.
    let drops: [String: Int]
    var budgets: [LoadBudget.Result] = []

    /// - Parameters:
    ///   - publishers: those that were started.
    ///   - count: how many were asked for.
    ///   - end: the end on the clock of the events.
    init(_ ledger: PublisherLedger, _ publishers: [Publisher], of count: Int, end: MediaTime, drops: [String: Int]) {
        let outputs = publishers.map(\.output)
        (self.publishers, started) = (count, outputs.count)
        (connected, causes) = (ledger.connected, ledger.causes)
        self.drops = drops
        failed = outputs.count { $0.phase == .failed }
        reconnects = outputs.reduce(0) { $0 + $1.reconnects }
        seconds = ledger.firstConnection.map { (end - $0).seconds } ?? 0
        bytes = outputs.reduce(0) { $0 + $1.outputBytes }
        connectMilliseconds = Distribution(publishers.compactMap(\.connectTime).map { $0.seconds * 1000 })
        firstMediaMilliseconds = Distribution(ledger.firstMedia.map { $0.seconds * 1000 })
        outageMilliseconds = Distribution(ledger.outages.map { $0.seconds * 1000 })
        kilobitsPerSecond = Distribution(
            outputs.compactMap { output in
                let time = ledger.connectedTime(of: output.output, at: end).seconds
                return time > 0 ? Double(output.outputBytes) * 8 / 1000 / time : nil
            }, isLowWorst: true)
        var losses: [Double] = []
        for publisher in publishers {
            let output = publisher.output
            let video = Units(
                offered: output.outputTotalFrames, lost: output.outputSkippedFrames, before: publisher.framesBeforeStart
            )
            frames.add(video)
            audioBlocks.add(
                Units(
                    offered: output.outputTotalAudio, lost: output.outputSkippedAudio,
                    before: publisher.audioBlocksBeforeStart))
            if video.offered > 0 { losses.append(Double(video.lost) / Double(video.offered) * 100) }
        }
        lossPercent = Distribution(losses)
    }
}

// MARK: Text

extension LoadReport {
    /// The report for people, several lines.
    var text: String {
        var rows = [
            ("publishers", "\(started) started, \(connected) connected, \(failed) failed, \(reconnects) reconnects"),
            ("connect", Self.text(connectMilliseconds, NumberText.milliseconds)),
            ("first media", Self.text(firstMediaMilliseconds, NumberText.milliseconds)),
        ]
        if outageMilliseconds != nil {
            rows.append(("outages", Self.text(outageMilliseconds, NumberText.milliseconds)))
        }
        rows.append(("throughput", Self.text(kilobitsPerSecond) { NumberText.number($0, decimals: 0) + " kbit/s" }))
        rows.append(("loss", Self.text(lossPercent) { NumberText.number($0, decimals: 2) + " %" }))
        rows.append(("frames", "\(frames.offered) offered = \(frames.taken) taken + \(frames.lost) lost"))
        rows.append(("total", "\(TimeText.bytes(bytes)) in \(NumberText.seconds(seconds)), \(megabits) Mbit/s"))
        for (cause, count) in causes.sorted(by: { ($1.value, $0.key) < ($0.value, $1.key) }) {
            rows.append(("ended by", "\(cause): \(count)"))
        }
        for (reason, count) in drops.sorted(by: { $0.key < $1.key }) where count > 0 {
            rows.append(("here", "\(count) dropped before the publishers (\(reason)): this machine limits the load"))
        }
        rows += budgets.map { ("budget", "\($0)") }
        return rows.map { $0.padded(to: 12) + $1 }.joined(separator: "\n")
    }

    private var megabits: String { NumberText.tenths(seconds > 0 ? Double(bytes) * 8 / 1e6 / seconds : 0) }

    private static func text(_ distribution: Distribution?, _ unit: (Double) -> String) -> String {
        guard let distribution else { return "not measured" }
        return "p50 \(unit(distribution.p50)), p90 \(unit(distribution.p90)), p99 \(unit(distribution.p99)), "
            + "worst \(unit(distribution.worst))"
    }
}
