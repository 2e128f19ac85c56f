import Foundation
import Glibc
import StudioRuntime
import StudioTestSupport

/// The memory, threads and descriptors of a process, sampled once a second.
struct ResourceSamples: Sendable {
    struct Sample: Sendable {
        /// KiB.
        let resident: Int
        let threads: Int
        let descriptors: Int

        /// - Returns: `nil` when the process has ended.
        init?(of pid: pid_t) {
            // Files of /proc vanish with their process.
            guard let status = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
                let descriptors = try? FileManager.default.contentsOfDirectory(atPath: "/proc/\(pid)/fd"),
                let resident = Self.number("VmRSS:", status), let threads = Self.number("Threads:", status)
            else { return nil }
            (self.resident, self.threads, self.descriptors) = (resident, threads, descriptors.count)
        }

        private static func number(_ name: String, _ status: String) -> Int? {
            status.split(separator: "\n").first { $0.hasPrefix(name) }?.split(whereSeparator: \.isWhitespace)
                .dropFirst().first.flatMap { Int($0) }
        }
    }

    /// The resident set may grow by this many KiB after the warm-up.
    private static let growthLimit = 8192

    private var samples: [Sample] = []
    /// The number of samples at the beginning that are the warm-up.
    let warmUp: Int
    /// The number of samples that are compared with as many at the end. A thread or a descriptor that is used for a
    /// moment is in some of them only.
    let window: Int

    init(warmUp: Int, window: Int) {
        (self.warmUp, self.window) = (warmUp, window)
    }

    /// Samples a process until it ends or `seconds` have passed.
    mutating func take(of process: ChildProcess, seconds: Int) {
        for _ in 0..<seconds where process.isRunning {
            sleep(1)
            if let sample = Sample(of: process.pid) { samples.append(sample) }
        }
    }

    /// The differences between the end of the warm-up and the end.
    func findings() -> [String] {
        let rest = samples.dropFirst(warmUp)
        guard rest.count >= 2 * window, let first = rest.first else {
            return ["only \(samples.count) samples were taken"]
        }
        let highest = rest.map(\.resident).max() ?? 0
        let (before, after) = (rest.prefix(window), rest.suffix(window))
        let (threads, laterThreads) = (before.map(\.threads).min() ?? 0, after.map(\.threads).min() ?? 0)
        let (descriptors, laterDescriptors) = (
            before.map(\.descriptors).min() ?? 0, after.map(\.descriptors).min() ?? 0
        )
        let growth = highest - first.resident
        // A leak grows as much in each quarter; caches of allocators grow less and less.
        let quarters = (1...4).compactMap { rest.prefix(rest.count * $0 / 4).last?.resident }
        Soak.report(
            "\(samples.count) s, resident \(first.resident) KiB after \(warmUp) s, \(highest) KiB at most, growth "
                + "\(growth) KiB, after each quarter of the rest "
                + quarters.map { "\($0)" }.joined(separator: ", ")
                + " KiB; threads \(threads), \(laterThreads) at the end; descriptors \(descriptors), "
                + "\(laterDescriptors) at the end")
        var findings: [String] = []
        if growth >= Self.growthLimit { findings.append("memory grew by \(growth) KiB") }
        if laterThreads > threads { findings.append("\(threads) threads became \(laterThreads)") }
        if laterDescriptors > descriptors { findings.append("\(descriptors) descriptors became \(laterDescriptors)") }
        return findings
    }
}
