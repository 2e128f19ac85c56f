import CProcess
import Glibc
import StudioRuntime

/// The program `dot` of Graphviz, which draws graphs.
package struct GraphProgram: Hashable, Sendable {
    private let path: String

    private static let name = "dot"
    /// In seconds. A large pipeline takes less than one.
    private static let limit = 20.0
    /// What it may know of the environment: no secrets.
    private static let variables = ["PATH", "HOME", "LANG", "LC_ALL", "XDG_CACHE_HOME", "FONTCONFIG_PATH"]

    /// One line for a machine without it.
    package static let absence = "the graphs are not drawn, because dot is missing; apt-get install graphviz"

    /// Finds the program.
    ///
    /// - Parameter folders: the value of `PATH`; by default that of this process.
    /// - Returns: `nil` when it is not installed.
    package init?(in folders: String? = getenv("PATH").map { String(cString: $0) }) {
        let paths = (folders ?? "").split(separator: ":").map { "\($0)/\(Self.name)" }
        guard let path = paths.first(where: { access($0, X_OK) == 0 }) else { return nil }
        self.path = path
    }

    /// Draws a graph as SVG.
    ///
    /// - Parameters:
    ///   - file: the path of the graph.
    ///   - output: the descriptor of the file for the picture.
    /// - Returns: why it is not complete; `nil` when it is.
    func draw(_ file: String, into output: Int32) -> String? {
        let words = [Self.name, "-Tsvg", file]
        let arguments = words.map { strdup($0) } + [nil]
        let known = Self.variables.compactMap { name in getenv(name).map { "\(name)=\(String(cString: $0))" } }
        let variables = known.map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
        defer { if nowhere >= 0 { close(nowhere) } }
        let streams = psprocess_streams(input: -1, output: output, errors: nowhere)
        let process = psprocess_start_aside(path, arguments, variables, nil, streams)
        guard process > 0 else { return "\(Self.name): \(SystemError(-process))" }
        return Self.wait(for: process)
    }

    /// Waits for the end of a process, which is killed when it takes too long.
    ///
    /// - Returns: why it failed; `nil` when it succeeded.
    private static func wait(for process: pid_t) -> String? {
        let status = Lock<Int32?>(nil)
        let collect: @Sendable () -> Void = {
            var value: Int32 = 0
            while waitpid(process, &value, 0) < 0 {
                guard errno == EINTR else { return }
            }
            status.set(value)
        }
        guard let worker = try? Worker("graphviz", collect) else {
            collect()  // Without another thread, this one must wait.
            return failure(of: status.withLock { $0 })
        }
        if worker.join(seconds: limit) { return failure(of: status.withLock { $0 }) }
        kill(process, SIGKILL)
        worker.join()
        return "\(name) took longer than \(Int(limit)) s"
    }

    /// - Parameter status: that of the ended process; `nil` when another part of the program has taken it.
    private static func failure(of status: Int32?) -> String? {
        switch status {
        case 0?: nil
        case let status? where status & 0x7F == 0: "\(name) exited with \(status >> 8 & 0xFF)"
        case let status?: "\(name) was killed by signal \(status & 0x7F)"
        case nil: "the end of \(name) is unknown"
        }
    }
}
