import Foundation

/// Runs all groups of rows, prints the table and the verdict.
final class Run {
    private struct Group {
        let name: String
        let measure: () throws -> [Measurement]
    }

    private let settings: Settings
    private let thresholds: [String: Threshold]
    private var measured: [Measurement] = []

    init(_ settings: Settings) throws {
        self.settings = settings
        let data = try Data(contentsOf: settings.folder.appendingPathComponent("thresholds.json"))
        thresholds = try JSONDecoder().decode([String: Threshold].self, from: data)
    }

    private var groups: [Group] {
        let (counts, encoding, probing) = (CountRows(settings), EncodeRows(settings), ProbeRows(settings))
        let outputs = OutputRows(settings)
        let (receiving, embedding) = (ReceiveRows(settings), EmbeddingRows(settings))
        var groups = [
            Group(name: "allocations", measure: counts.allocations),
            Group(name: "instructions", measure: counts.instructions),
        ]
        for size in Size.measured {
            groups.append(Group(name: "send", measure: SendRows(size, iterations: settings.iterations).measure))
        }
        groups.append(Group(name: "facade", measure: FacadeRows(settings).measure))
        for size in Size.measured { groups.append(Group(name: "pipe", measure: PipeRows(settings, size).measure)) }
        return groups + [
            Group(name: "encode", measure: encoding.processorTime),
            Group(name: "file", measure: encoding.fileProcessorTime),
            Group(name: "start", measure: encoding.firstByte),
            Group(name: "outputs", measure: outputs.processorTime),
            Group(name: "segments", measure: outputs.segments),
            Group(name: "stall", measure: StallRows(settings).measure),
            Group(name: "coded", measure: probing.drawing),
            Group(name: "probe", measure: probing.speed),
            Group(name: "trace", measure: TraceRows(settings).measure),
            Group(name: "control", measure: ControlRows(settings).measure),
            Group(name: "receive", measure: receiving.subscribers),
            Group(name: "receive", measure: receiving.conversion),
            Group(name: "receive", measure: receiving.deadlines),
            Group(name: "embedding", measure: embedding.send),
            Group(name: "embedding", measure: embedding.firstSession),
            Group(name: "embedding", measure: embedding.sink),
        ]
    }

    /// - Returns: whether every threshold holds.
    func perform() throws -> Bool {
        let unknown = settings.groups.subtracting(groups.map(\.name))
        guard unknown.isEmpty else { throw Invalid("unknown rows '\(unknown.sorted().joined(separator: ", "))'") }
        print(Machine.description)
        print("\(settings.iterations) interleaved iterations; medians; speed is theirs/ours, cost is ours/theirs\n")
        print(Self.line("row", "with", "ours", "twin", "ratio", "gate", ""))
        var (missed, isValid, durations) = (0, true, [String: Double]())
        let began = monotonicSeconds()
        defer { keep() }
        for group in groups where settings.groups.isEmpty || settings.groups.contains(group.name) {
            let start = monotonicSeconds()
            defer { durations[group.name, default: 0] += monotonicSeconds() - start }
            do {
                missed += try perform(group)
            } catch let error as Invalid {
                print("\(group.name): INVALID: \(error)")
                isValid = false
            }
        }
        let longest = durations.sorted { $0.value > $1.value }.map { "\($0.key) \(Int($0.value.rounded()))" }
        print("\nseconds: \(Int((monotonicSeconds() - began).rounded())): \(longest.joined(separator: ", "))")
        print(missed == 0 && isValid ? "every gate holds" : "\(missed) missed\(isValid ? "" : ", some invalid")")
        return missed == 0 && isValid
    }

    /// A group that misses a gate is measured once more, because other load can spoil one measurement. Both results
    /// are printed; the second one counts.
    private func perform(_ group: Group) throws -> Int {
        let first = try group.measure()
        guard report(first) > 0 else { return 0 }
        print("  … again:")
        return report(try group.measure())
    }

    /// The values of every iteration, which the median hides.
    private func keep() {
        let folder = settings.folder.appendingPathComponent("results")
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        try? encoder.encode(measured).write(to: folder.appendingPathComponent("latest.json"))
    }

    private func report(_ measurements: [Measurement]) -> Int {
        var missed = 0
        measured += measurements
        for measurement in measurements {
            let threshold = thresholds[measurement.row]
            let twinRow = measurements.first { $0.row == threshold?.unlessMissedBy }
            let isJudged = twinRow.map { threshold?.holds(for: $0) ?? true } ?? (threshold != nil)
            let holds = threshold?.holds(for: measurement) ?? true
            if isJudged, !holds { missed += 1 }
            let verdict = threshold == nil ? "" : holds ? "ok" : isJudged ? "MISSED" : "C misses it, too"
            let digits = measurement.unit == .instructions ? 0 : measurement.unit == .allocations ? 4 : 2
            let twin = measurement.twin.isEmpty ? "-" : measurement.twin.median.text(digits)
            let ratio = threshold.map { $0.ratio(of: measurement) } ?? measurement.speed
            print(
                Self.line(
                    measurement.row, measurement.detail,
                    "\(measurement.ours.median.text(digits)) \(measurement.unit.rawValue)", twin,
                    ratio?.text(3) ?? "-", threshold?.description ?? "-",
                    verdict))
        }
        fflush(nil)  // Visible immediately, also through a pipe.
        return missed
    }

    private static func line(_ columns: String...) -> String {
        let widths = [38, 26, 15, 10, 7, 8, 0]
        return zip(columns, widths).map { text, width in
            text + String(repeating: " ", count: max(0, width - text.count))
        }.joined(separator: " ")
    }
}

/// The machine: ratios are comparable between machines, absolute numbers are not.
enum Machine {
    static var description: String {
        let information = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
        let model = information.split(separator: "\n").first { $0.hasPrefix("model name") }?
            .split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
        let release = (try? String(contentsOfFile: "/proc/sys/kernel/osrelease", encoding: .utf8)) ?? ""
        return "\(model ?? "unknown processor"), \(ProcessInfo.processInfo.activeProcessorCount) cores, "
            + "Linux \(release.trimmingCharacters(in: .whitespacesAndNewlines))"
    }
}
