package import Foundation
import Glibc
import StudioRuntime

/// A child process of a test. It is killed together with its children when this object is released.
package final class ChildProcess: Sendable {
    /// The exit status of a process.
    package enum Status: Hashable, Sendable {
        case exited(Int32)
        case killed(signal: Int32)

        /// The exit code, as a shell reports it.
        package var code: Int32 {
            switch self {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            }
        }
    }

    package let pid: pid_t
    package let name: String
    private let status: Monitor<Status?>

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - program: a path, or a name that is searched in `PATH`.
    ///   - input: standard input; empty by default.
    ///   - output: standard output; discarded by default.
    ///   - errors: standard error; discarded by default.
    package init(
        _ program: String, _ arguments: [String], environment: [String: String]? = nil, input: Int32? = nil,
        output: Int32? = nil, errors: Int32? = nil
    ) throws {
        let null = open("/dev/null", O_RDWR | O_CLOEXEC)
        defer { close(null) }
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (number, descriptor) in [input, output, errors].enumerated() {
            posix_spawn_file_actions_adddup2(&actions, descriptor ?? null, Int32(number))
        }
        // Children would inherit descriptors of GStreamer pipelines in this process.
        _ = Self.closeFrom?(&actions, 3)

        // A process group of its own, so that its children can be killed as well, and default signal settings.
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var signals = sigset_t()
        sigemptyset(&signals)
        posix_spawnattr_setsigmask(&attributes, &signals)
        sigfillset(&signals)
        posix_spawnattr_setsigdefault(&attributes, &signals)
        posix_spawnattr_setpgroup(&attributes, 0)
        let flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
        posix_spawnattr_setflags(&attributes, Int16(flags))

        let variables = (environment ?? ProcessInfo.processInfo.environment).map { "\($0.key)=\($0.value)" }
        var pid: pid_t = 0
        let error = Self.withCStrings([program] + arguments) { arguments in
            Self.withCStrings(variables) { posix_spawnp(&pid, program, &actions, &attributes, arguments, $0) }
        }
        guard error == 0 else { throw TestFailure("cannot start \(program): \(String(cString: strerror(error)))") }
        self.pid = pid
        name = program.split(separator: "/").last.map(String.init) ?? program
        let status = Monitor<Status?>(nil)
        self.status = status
        _ = try Worker("reaper") { [pid] in Self.reap(pid, into: status) }
    }

    deinit {
        kill()
    }

    private typealias CloseFrom = @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

    /// `posix_spawn_file_actions_addclosefrom_np`, which Glibc hides from Swift.
    private static let closeFrom = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np").map {
        unsafeBitCast($0, to: CloseFrom.self)
    }

    private static func withCStrings<Result>(
        _ strings: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
    ) -> Result {
        var pointers = strings.map { strdup($0) } + [nil]
        defer { pointers.forEach { free($0) } }
        return pointers.withUnsafeMutableBufferPointer { pointers in
            guard let base = pointers.baseAddress else {
                preconditionFailure("the array contains at least its terminator")
            }
            return body(base)
        }
    }

    /// Waits without reaping the process first, so that no signal reaches a reused process ID.
    private static func reap(_ pid: pid_t, into status: Monitor<Status?>) {
        var info = siginfo_t()
        while waitid(P_PID, id_t(pid), &info, Int32(WEXITED) | Int32(WNOWAIT)) < 0, errno == EINTR {}
        status.update { status in
            var code: Int32 = 0
            while waitpid(pid, &code, 0) < 0, errno == EINTR {}
            status = code & 0x7F == 0 ? .exited(code >> 8 & 0xFF) : .killed(signal: code & 0x7F)
        }
    }

    /// Sends a signal; no effect after the end.
    package func signal(_ number: Int32) {
        status.withLock { if $0 == nil { _ = Glibc.kill(pid, number) } }
    }

    /// Kills it and its children.
    package func kill() {
        status.withLock { if $0 == nil { _ = Glibc.kill(-pid, SIGKILL) } }
    }

    package var isRunning: Bool { status.withLock { $0 == nil } }

    /// Waits for the end.
    ///
    /// - Throws: a ``TestFailure`` after killing it, when it has not ended within `seconds`.
    package func wait(seconds: Double = deadlineSeconds) throws -> Status {
        if let ended = status.wait(seconds: seconds, until: { $0 }) { return ended }
        kill()
        throw TestFailure("\(name) did not end within \(seconds) s")
    }
}

/// Runs a tool to its end, for example ffmpeg or ffprobe.
package enum Tool {
    /// - Returns: its standard output.
    /// - Throws: a ``TestFailure`` with its output when it fails or hangs.
    @discardableResult
    package static func run(_ program: String, _ arguments: [String], input: Int32? = nil) throws -> Data {
        try runForBoth(program, arguments, input: input).output
    }

    /// - Returns: its standard output and standard error.
    package static func runForBoth(
        _ program: String, _ arguments: [String], input: Int32? = nil
    ) throws -> (output: Data, errors: String) {
        let folder = try TestFolder()
        let output = open(folder.file("out"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let errors = open(folder.file("err"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer {
            close(output)
            close(errors)
        }
        let process = try ChildProcess(program, arguments, input: input, output: output, errors: errors)
        let status = try process.wait()
        let text = String(decoding: try folder.read("err"), as: UTF8.self)
        guard status == .exited(0) else {
            throw TestFailure("\(program) \(arguments.joined(separator: " ")): \(status)\n\(text)")
        }
        return (try folder.read("out"), text)
    }
}
