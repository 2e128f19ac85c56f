import Foundation
import Glibc

/// The kernel's information about a process and its children.
enum ProcessInspection {
    /// Command lines of all descendants of a process.
    static func childCommands(of pid: pid_t) -> [String] {
        children(of: pid).flatMap { [command($0)] + childCommands(of: $0) }
    }

    private static func children(of pid: pid_t) -> [pid_t] {
        threads(of: pid).flatMap { thread in
            text("/proc/\(pid)/task/\(thread)/children").split(separator: " ").compactMap { pid_t($0) }
        }
    }

    private static func command(_ pid: pid_t) -> String {
        text("/proc/\(pid)/cmdline").replacing("\0", with: " ")
    }

    /// Processes of a group that have not ended.
    static func group(_ group: pid_t) -> [String] {
        names("/proc").compactMap { pid_t($0) }.filter { pid in
            let fields = statusFields(pid)
            // State and process group; a zombie has ended, but its parent has not reaped it.
            return fields.count > 2 && fields[2] == "\(group)" && fields[0] != "Z"
        }.map { "\($0) \(command($0))" }
    }

    /// The fields after the name in `/proc/PID/stat`; the name may contain anything.
    private static func statusFields(_ pid: pid_t) -> [Substring] {
        let text = text("/proc/\(pid)/stat")
        guard let end = text.lastIndex(of: ")") else { return [] }
        return text[text.index(after: end)...].split(separator: " ")
    }

    /// Whether a process has not ended; a zombie has.
    static func isAlive(_ pid: pid_t) -> Bool { statusFields(pid).first.map { $0 != "Z" } ?? false }

    /// Whether the program itself runs, no longer its wrapper.
    static func isRunning(_ program: String, as pid: pid_t) -> Bool {
        // It has exited or not started yet: it is not running in either case.
        (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(pid)/exe")) == program
    }

    /// The wait channel of each thread, for a process that hangs.
    static func threadReport(of pid: pid_t) -> String {
        threads(of: pid).map { thread in
            let folder = "/proc/\(pid)/task/\(thread)/"
            let parts = ["comm", "wchan", "syscall"].map { text(folder + $0).trimmingCharacters(in: .newlines) }
            return "\(thread) \(parts.joined(separator: " | "))"
        }.joined(separator: "\n")
    }

    private static func threads(of pid: pid_t) -> [String] { names("/proc/\(pid)/task") }

    private static func names(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []  // The process has ended.
    }

    private static func text(_ path: String) -> String {
        String(decoding: FileManager.default.contents(atPath: path) ?? Data(), as: UTF8.self)
    }
}
