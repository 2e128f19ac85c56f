import Glibc
import StudioRuntime

/// What the system says of this process.
package struct ProcessFigures: Hashable, Sendable {
    /// The processor time in seconds.
    package let processorSeconds: Double
    package let residentBytes: Int
    package let virtualBytes: Int
    package let openDescriptors: Int
    package let mostDescriptors: Int
    /// Seconds since 1970.
    package let startTime: Double

    /// The present ones; `nil` where the system does not tell them.
    package static var current: ProcessFigures? {
        guard let text = text("/proc/self/stat"), let boot = bootTime, let open = openDescriptors else { return nil }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return ProcessFigures(
            stat: text, bootTime: boot, openDescriptors: open,
            mostDescriptors: Int(clamping: limit.rlim_cur), ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)),
            pageBytes: sysconf(Int32(_SC_PAGESIZE)))
    }

    /// - Parameter stat: the content of `/proc/PID/stat`.
    package init?(
        stat: String, bootTime: Double, openDescriptors: Int, mostDescriptors: Int, ticksPerSecond: Int, pageBytes: Int
    ) {
        // The name of the program is in parentheses, and may contain anything.
        guard let end = stat.lastIndex(of: ")"), ticksPerSecond > 0 else { return nil }
        let fields = stat[stat.index(after: end)...].split(separator: " ")
        // The first of them is the third field of the manual.
        func field(_ number: Int) -> Int? { fields.count > number - 3 ? Int(fields[number - 3]) : nil }
        guard let user = field(14), let system = field(15), let start = field(22), let size = field(23),
            let pages = field(24)
        else { return nil }
        processorSeconds = Double(user + system) / Double(ticksPerSecond)
        (residentBytes, virtualBytes) = (pages * pageBytes, size)
        (self.openDescriptors, self.mostDescriptors) = (openDescriptors, mostDescriptors)
        startTime = bootTime + Double(start) / Double(ticksPerSecond)
    }

    private static func text(_ path: String) -> String? {
        (try? FileContent.start(of: path, atMost: 65_536)).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Seconds since 1970.
    private static var bootTime: Double? {
        text("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap {
            Double($0.dropFirst("btime ".count))
        }
    }

    private static var openDescriptors: Int? {
        guard let folder = opendir("/proc/self/fd") else { return nil }
        defer { closedir(folder) }
        var count = 0
        while readdir(folder) != nil { count += 1 }
        // Without `.`, `..` and the descriptor of the list itself.
        return max(0, count - 3)
    }
}
