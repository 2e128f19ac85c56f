import Glibc
import OBSWebSocket
import StudioRuntime

/// What the process of a session uses, and the free space of the folder.
struct ProcessUsage {
    private let process: Int32
    private let folder: String
    private var last: (time: ContinuousClock.Instant, ticks: Int)?
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
        if let ticks {
            if let last {
                let seconds = (now - last.time) / .seconds(1)
                let used = Double(ticks - last.ticks) / Double(sysconf(Int32(_SC_CLK_TCK)))
                let processors = Double(max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))))
                facts.cpuUsage = seconds > 0 ? max(0, used / seconds / processors * 100) : 0
            }
            last = (now, ticks)
        }
        facts.memoryUsage = memory / 1_048_576
        facts.freeSpace = freeSpace / 1_048_576
    }

    /// The processor time so far.
    private var ticks: Int? {
        guard let text = Self.text("/proc/\(process)/stat"), let end = text.lastIndex(of: ")") else { return nil }
        // Behind the name of the program: its state is field 3, the times are 14 and 15.
        let fields = text[text.index(after: end)...].split(separator: " ")
        guard fields.count > 12, let user = Int(fields[11]), let system = Int(fields[12]) else { return nil }
        return user + system
    }

    /// In bytes.
    private var memory: Double {
        let fields = Self.text("/proc/\(process)/statm")?.split(separator: " ") ?? []
        guard fields.count > 1, let pages = Double(fields[1]) else { return 0 }
        return pages * Double(sysconf(Int32(_SC_PAGESIZE)))
    }

    /// In bytes.
    private var freeSpace: Double {
        var status = statvfs()
        guard statvfs(folder.isEmpty ? "/" : folder, &status) == 0 else { return 0 }
        return Double(status.f_bavail) * Double(status.f_frsize)
    }

    /// The name of the system, as OBS has it: `debian`.
    private static var platform: String {
        let lines = text("/etc/os-release")?.split(separator: "\n") ?? []
        let name = lines.first { $0.hasPrefix("ID=") }?.dropFirst(3).filter { $0 != "\"" }
        return name.map { String($0) } ?? "linux"
    }

    private static func text(_ path: String) -> String? {
        do throws(SystemError) {
            return String(decoding: try FileContent.start(of: path, atMost: 4096), as: UTF8.self)
        } catch {
            // The process has ended.
            return nil
        }
    }
}
