import ArgumentParser
import FoundationEssentials
import Glibc
import ProgramConsole
import StudioRuntime
import StudioTrace

/// The folder of the traces of a command.
struct TraceFolder: Sendable {
    /// What the command left in the folder.
    struct Contents {
        /// The paths of the traces, ordered by process and session.
        var traces: [String] = []
        /// What is named like a trace and is not a file: reading a FIFO would wait for a writer.
        var unreadable: [TraceVerification.Unreadable] = []
        /// Whether the traces stay after the command.
        var areKept = true

        /// What reports call a trace: its path if it stays there, otherwise its file name.
        func name(of trace: String) -> String {
            guard !areKept, let slash = trace.lastIndex(of: "/") else { return trace }
            return String(trace[trace.index(after: slash)...])
        }
    }

    /// Absolute, with a `/` at its end.
    let path: String
    /// The folder that gets the traces at the end: `PSSTUDIO_TRACE`, which another `psstudio exec` sets.
    private let outer: String?
    private let temporary: TemporaryFolder?
    /// One line for a folder that is not the one of the user; `nil` otherwise.
    private(set) var placeInstead: String?

    /// Creates the folder.
    ///
    /// - Parameter path: the folder of the user; a temporary one if nil.
    init(_ path: String?) throws {
        guard let path else {
            let temporary = try TemporaryFolder()
            (self.path, self.temporary) = (temporary.path + "/", temporary)
            outer = ProcessInfo.processInfo.environment["PSSTUDIO_TRACE"].flatMap { $0.hasSuffix("/") ? $0 : nil }
            return
        }
        (outer, temporary) = (nil, nil)
        let chosen = try Self.folder(path)
        self.path = absolute(chosen) + "/"
        guard access(self.path, W_OK) == 0 else { throw Self.notWritable(chosen) }
        if chosen + "/" != path, chosen != path {
            placeInstead = "'\(path)' contains earlier traces; the new ones are in '\(chosen)'"
        }
    }

    /// The folder of a path, or the next one with a number that does not exist: the traces of a former run stay.
    private static func folder(_ path: String) throws -> String {
        do {
            try FileManager.default.createDirectory(atPath: absolute(path), withIntermediateDirectories: true)
            let names = try FileManager.default.contentsOfDirectory(atPath: absolute(path))
            if names.isEmpty { return path }
            guard names.allSatisfy({ $0.hasPrefix("session-") && $0.hasSuffix(".jsonl") }) else {
                throw ValidationError("'\(path)' is not empty; choose another folder for the traces")
            }
        } catch let error as ValidationError {
            throw error
        } catch {
            throw notWritable(path)
        }
        let base = String(path.reversed().drop { $0 == "/" }.reversed())
        for number in 2... {
            // Another run may create it at the same time.
            if mkdir("\(base)-\(number)", 0o777) == 0 { return "\(base)-\(number)" }
            guard errno == EEXIST else { break }
        }
        throw notWritable(base)
    }

    private static func notWritable(_ path: String) -> ValidationError {
        ValidationError("cannot write traces to the folder '\(path)'; check that it exists and is writable")
    }

    /// Moves the traces to the outer folder, if there is one.
    func collect() throws -> Contents {
        var contents = contents
        guard let outer else {
            contents.areKept = temporary == nil
            return contents
        }
        do {
            try FileManager.default.createDirectory(atPath: outer, withIntermediateDirectories: true)
            contents.traces = try contents.traces.map { trace in
                let target = outer + trace.dropFirst(path.count)
                try FileManager.default.moveItem(atPath: trace, toPath: target)
                return target
            }
        } catch {
            throw Self.notWritable(outer)
        }
        return contents
    }

    private var contents: Contents {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        let ordered = names.filter { $0.hasSuffix(".jsonl") }.sorted { left, right in
            Self.numbers(left).lexicographicallyPrecedes(Self.numbers(right))
        }
        return ordered.reduce(into: Contents()) { contents, name in
            if FileID.isRegularFile(path + name) {
                contents.traces.append(path + name)
            } else {
                contents.unreadable.append(.init(path: path + name, message: "not a file"))
            }
        }
    }

    private static func numbers(_ name: String) -> [Int] {
        name.split { !$0.isNumber }.map { Int($0) ?? 0 }
    }

    /// Removes a temporary folder with all that the command has put into it.
    func removeIfTemporary() { temporary?.remove() }
}

/// A folder of its own for one command.
struct TemporaryFolder: Sendable {
    /// Those that exist, for a signal that ends the program.
    private static let paths = Lock<Set<String>>([])

    /// Absolute.
    let path: String

    init() throws(ValidationError) {
        // An empty variable is one that is not set.
        let base = getenv("TMPDIR").map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 } ?? "/tmp"
        guard let path = Self.create(in: absolute(base)) else {
            throw ValidationError(
                "cannot create a folder in '\(base)': \(SystemError(errno)); set TMPDIR to another one")
        }
        self.path = path
    }

    /// - Returns: its path; `nil` with the reason in `errno`.
    private static func create(in base: String) -> String? {
        var template = Array("\(base)/psstudio-exec-\(String(repeating: "X", count: 6))".utf8CString)
        // Afterwards nobody would remove it.
        return Signals.unlessEnding {
            guard mkdtemp(&template) != nil else { return nil }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            _ = paths.withLock { $0.insert(path) }
            return path
        }
    }

    /// Removes the folder with its contents.
    func remove() {
        _ = Self.paths.withLock { $0.remove(path) }
        Self.remove(path)
    }

    /// Removes all folders, when a signal ends the program; none is created any more.
    static func removeAll() {
        for path in paths.withLock({ $0 }) { remove(path) }
    }

    /// What cannot be removed stays in the folder for temporary files; the result of the command counts.
    private static func remove(_ path: String) { try? FileManager.default.removeItem(atPath: path) }
}
