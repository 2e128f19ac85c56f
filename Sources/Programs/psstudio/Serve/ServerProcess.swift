import CProcess
import FoundationEssentials
import Glibc
import StudioRuntime

/// The server of one session: a process of the same program, which ends with the session. It has its own process group, so that
/// Ctrl-C ends the session first; media may be on standard output, which it does not keep open.
enum ServerProcess {
    /// Starts it.
    ///
    /// - Parameters:
    ///   - socket: the control socket of the session, or a folder of such sockets that ends in `/`.
    ///   - words: further words of the command line.
    ///   - secrets: variables with secrets, which no list of processes shows.
    /// - Returns: the process.
    /// - Throws: a `SystemError`.
    @discardableResult
    static func start(_ socket: String, _ words: [String], secrets: [String: String]) throws(SystemError) -> pid_t {
        let arguments = (["psstudio", "serve", "--session", socket] + words).map { strdup($0) } + [nil]
        let variables = (Self.variables + secrets.map { "\($0)=\($1)" }).map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let pid = psprocess_start_aside(executable, arguments, variables, nil, -1)
        if pid < 0 { throw SystemError(-pid) }
        return pid
    }

    /// The path of this program, which is its name in lists of processes. One that was replaced has none any more.
    static var executable: String {
        let link = "/proc/self/exe"
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink(link, &bytes, bytes.count))
        let path = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return access(path, X_OK) == 0 ? path : link
    }

    /// Those of this process, without secrets and what concerns only a service itself. That it is one shall be known.
    static var variables: [String] {
        var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PSSTUDIO_") }
        if variables.removeValue(forKey: "NOTIFY_SOCKET") != nil, variables["INVOCATION_ID"] == nil {
            variables["INVOCATION_ID"] = ""
        }
        return variables.map { "\($0.key)=\($0.value)" }
    }
}
