import Foundation
import Glibc

/// A child process.
struct ChildProcess {
    /// Its exit status.
    struct End {
        let status: Int32
        /// User and system time of the process and the children that it waited for, in seconds.
        let processorSeconds: Double
    }

    private let id: pid_t
    private let name: String

    /// - Parameters:
    ///   - command: the program, looked up in PATH, and its arguments.
    ///   - environment: variables added to this process's environment.
    ///   - input: its standard input; none if nil. The same applies to the others.
    init(
        _ command: [String], environment: [String: String] = [:], input: Descriptor? = nil, output: Descriptor? = nil,
        errors: Descriptor? = nil
    ) throws {
        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (target, descriptor) in [(STDIN_FILENO, input), (STDOUT_FILENO, output), (STDERR_FILENO, errors)] {
            if let descriptor {
                posix_spawn_file_actions_adddup2(&actions, descriptor.number, target)
            } else {
                posix_spawn_file_actions_addopen(&actions, target, "/dev/null", O_RDWR, 0)
            }
        }
        let variables = ProcessInfo.processInfo.environment.merging(environment) { $1 }.map { "\($0)=\($1)" }
        let (arguments, environment) = (command.map { strdup($0) } + [nil], variables.map { strdup($0) } + [nil])
        defer { for pointer in arguments + environment { free(pointer) } }
        var id = pid_t()
        let error = posix_spawnp(&id, command[0], &actions, nil, arguments, environment)
        guard error == 0 else { throw Invalid("cannot start \(command[0]): \(String(cString: strerror(error)))") }
        self.id = id
        name = URL(fileURLWithPath: command[0]).lastPathComponent
    }

    /// Waits for the process to exit.
    @discardableResult
    func wait() throws -> End {
        var (status, usage) = (Int32(0), rusage())
        while wait4(id, &status, 0, &usage) < 0 {
            guard errno == EINTR else { throw Invalid("\(name) is gone") }
        }
        let times = [usage.ru_utime, usage.ru_stime].map { Double($0.tv_sec) + Double($0.tv_usec) / 1e6 }
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : 128 + (status & 0x7F)
        return End(status: code, processorSeconds: times[0] + times[1])
    }

    /// Waits for the process to exit and throws unless it succeeded.
    @discardableResult
    func succeed(log: String? = nil) throws -> End {
        let end = try wait()
        guard end.status == 0 else {
            let text = log.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
            throw Invalid("\(name) ended with \(end.status): \(text.suffix(600))")
        }
        return end
    }

    func kill() { signal(SIGKILL) }

    func signal(_ number: Int32) {
        Glibc.kill(id, number)
    }
}

/// A file or one end of a pipe. It is closed with the value and not inherited by other children.
final class Descriptor: Sendable {
    let number: Int32

    init(_ number: Int32) {
        self.number = number
    }

    /// Creates a file.
    convenience init(writing path: String) throws {
        let number = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard number >= 0 else { throw Invalid("cannot write '\(path)'") }
        self.init(number)
    }

    deinit {
        close(number)
    }

    static func pipe() throws -> (reading: Descriptor, writing: Descriptor) {
        var ends: [Int32] = [0, 0]
        // Swift hides `pipe2`; no other thread starts a process meanwhile.
        guard Glibc.pipe(&ends) == 0 else { throw Invalid("no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        return (Descriptor(ends[0]), Descriptor(ends[1]))
    }
}

/// Seconds on the machine's monotonic clock.
func monotonicSeconds() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Measures `body`, in seconds.
func seconds(_ body: () throws -> Void) rethrows -> Double {
    let start = monotonicSeconds()
    try body()
    return monotonicSeconds() - start
}
