import FoundationEssentials
import Glibc

/// A process as `/proc` describes it.
struct ProcessStatus: Hashable, Comparable, CustomStringConvertible {
    let pid: pid_t
    let parent: pid_t
    /// The file name of its program, which the process may change.
    let name: String
    /// Whether it has ended, and its parent has not waited for it.
    let hasEnded: Bool

    /// - Parameter stat: the content of `/proc/PID/stat`.
    init?(stat: String) {
        // The second field is the name in parentheses; a name may contain parentheses and spaces.
        guard let open = stat.firstIndex(of: "("), let close = stat.lastIndex(of: ")"), open < close else { return nil }
        let fields = stat[stat.index(after: close)...].split(separator: " ")
        guard let pid = pid_t(stat[..<open].filter { $0 != " " }), fields.count > 1, let parent = pid_t(fields[1])
        else {
            return nil
        }
        (self.pid, self.parent) = (pid, parent)
        name = String(stat[stat.index(after: open)..<close])
        hasEnded = ["Z", "X"].contains(fields[0])
    }

    static func < (left: ProcessStatus, right: ProcessStatus) -> Bool { left.pid < right.pid }

    var description: String { "\(name) (pid \(pid))" }
}

/// The descendants of a process.
enum ProcessFamily {
    /// - Parameter processes: those of the machine, in any order.
    static func descendants(of ancestor: pid_t, among processes: [ProcessStatus]) -> [ProcessStatus] {
        let children = Dictionary(grouping: processes, by: \.parent)
        var found: [ProcessStatus] = []
        var rest = children[ancestor] ?? []
        // A process that gets the number of another one meanwhile could make a circle.
        var seen: Set<pid_t> = [ancestor]
        while let next = rest.popLast() {
            guard seen.insert(next.pid).inserted else { continue }
            found.append(next)
            rest += children[next.pid] ?? []
        }
        return found.sorted()
    }

    /// Those of now.
    static func descendants(of ancestor: pid_t) -> [ProcessStatus] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
        return descendants(of: ancestor, among: names.compactMap { pid_t($0) }.compactMap(status))
    }

    /// `nil` when the process has ended.
    private static func status(of pid: pid_t) -> ProcessStatus? {
        let descriptor = open("/proc/\(pid)/stat", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        // A line has fewer than 400 bytes.
        return withUnsafeTemporaryAllocation(byteCount: 1024, alignment: 1) { buffer in
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            return count > 0 ? ProcessStatus(stat: String(decoding: buffer.prefix(count), as: UTF8.self)) : nil
        }
    }
}

/// What became of the processes that a command left behind.
struct CommandLeftovers: Hashable {
    /// Those that got SIGTERM.
    private var ended: Set<ProcessStatus> = []
    /// Those that got SIGKILL.
    private var killed: Set<ProcessStatus> = []
    /// Those that are still there.
    var survivors: [ProcessStatus] = []

    /// The number of processes that a line names.
    private static let shown = 5

    /// Records that a process gets a signal.
    ///
    /// - Returns: false when it had it before.
    mutating func signal(_ process: ProcessStatus, _ number: Int32) -> Bool {
        number == SIGKILL
            ? killed.insert(process).inserted
            : ended.allSatisfy { $0.pid != process.pid } && ended.insert(process).inserted
    }

    /// One line for those that were ended or killed; `nil` for none.
    var message: String? {
        let ended = ended.filter { process in !killed.contains { $0.pid == process.pid } }
        let parts = [("ended", ended), ("killed", killed)].filter { !$0.1.isEmpty }
        guard !parts.isEmpty else { return nil }
        return "the command left processes behind: "
            + parts.map { "\($0) \(Self.list($1.sorted()))" }.joined(separator: "; ")
    }

    private static func list(_ processes: [ProcessStatus]) -> String {
        let more = processes.count > shown ? " and \(processes.count - shown) more" : ""
        return processes.prefix(shown).map(\.description).joined(separator: ", ") + more
    }
}
