import Glibc
import StudioRuntime

/// What a process has used.
package struct ProcessUsage: Hashable, Sendable {
    /// The processor time in seconds.
    package let processorSeconds: Double
    package let residentBytes: Int
    package let virtualBytes: Int
    /// Seconds from the start of the system to that of the process.
    package let startSeconds: Double

    /// - Parameters:
    ///   - stat: the content of `/proc/PID/stat`.
    ///   - ticksPerSecond: the unit of its times.
    ///   - pageBytes: the unit of its memory.
    package init?(stat: String, ticksPerSecond: Int, pageBytes: Int) {
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
        startSeconds = Double(start) / Double(ticksPerSecond)
    }

    /// The present ones; `nil` for a process that has ended.
    package static func now(of process: Int32) -> ProcessUsage? {
        guard let text = ProcFile.text("/proc/\(process)/stat") else { return nil }
        return ProcessUsage(
            stat: text, ticksPerSecond: sysconf(Int32(_SC_CLK_TCK)), pageBytes: sysconf(Int32(_SC_PAGESIZE)))
    }
}

/// What the system says of this process.
package struct ProcessFigures: Hashable, Sendable {
    package let usage: ProcessUsage
    package let openDescriptors: Int
    package let descriptorLimit: Int
    /// Seconds since 1970.
    package let startTime: Double

    package init(_ usage: ProcessUsage, bootTime: Double, openDescriptors: Int, descriptorLimit: Int) {
        (self.usage, self.openDescriptors, self.descriptorLimit) = (usage, openDescriptors, descriptorLimit)
        startTime = bootTime + usage.startSeconds
    }

    /// The present ones; `nil` where the system does not tell them.
    package static var current: ProcessFigures? {
        guard let usage = ProcessUsage.now(of: getpid()), let boot = bootTime, let open = openDescriptors else {
            return nil
        }
        var limit = rlimit()
        guard getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 else { return nil }
        return ProcessFigures(
            usage, bootTime: boot, openDescriptors: open, descriptorLimit: Int(clamping: limit.rlim_cur))
    }

    /// Seconds since 1970.
    private static var bootTime: Double? {
        ProcFile.text("/proc/stat")?.split(separator: "\n").first { $0.hasPrefix("btime ") }.flatMap {
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

/// A file in which the system tells something.
enum ProcFile {
    /// Its first 64 KiB; `nil` when it cannot be read.
    static func text(_ path: String) -> String? {
        (try? FileContent.start(of: path, atMost: 65_536)).map { String(decoding: $0, as: UTF8.self) }
    }
}
