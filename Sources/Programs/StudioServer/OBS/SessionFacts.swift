import Glibc
import OBSWebSocket
import StudioRuntime

/// What clients hear of the process of a session, and of the folder for files.
struct SessionFacts {
    private let process: Int32
    private let folder: String
    private var last: (time: ContinuousClock.Instant, usage: ProcessUsage)?
    private(set) var facts = ServerFacts(platform: Self.platform)

    init(of process: Int32, folder: String) {
        (self.process, self.folder) = (process, folder)
    }

    /// The folder to which relative paths of the process refer; `nil` when it is not known.
    var folderOfProcess: String? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
        let count = readlink("/proc/\(process)/cwd", &buffer, buffer.count - 1)
        guard count > 0 else { return nil }
        let path = String(decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return path == "/" ? "" : path
    }

    /// Measures since the last call.
    mutating func measure() {
        let now = ContinuousClock.now
        let usage = ProcessUsage.now(of: process)
        if let usage {
            if let last {
                let seconds = (now - last.time) / .seconds(1)
                let used = usage.processorSeconds - last.usage.processorSeconds
                let processors = Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
                facts.cpuUsage = seconds > 0 ? max(0, used / seconds / processors * 100) : 0
            }
            last = (now, usage)
        }
        facts.memoryUsage = Double(usage?.residentBytes ?? 0) / 1_048_576
        facts.freeSpace = freeSpace / 1_048_576
    }

    /// In bytes.
    private var freeSpace: Double {
        var status = statvfs()
        guard statvfs(folder.isEmpty ? "/" : folder, &status) == 0 else { return 0 }
        return Double(status.f_bavail) * Double(status.f_frsize)
    }

    /// The name of the system, as OBS has it: `debian`.
    private static var platform: String {
        let lines = ProcFile.text("/etc/os-release")?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("ID=") }?.dropFirst(3).filter { $0 != "\"" }
        return name.map { String($0) } ?? "linux"
    }
}
