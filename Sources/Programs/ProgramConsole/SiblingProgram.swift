import CProcess
import FoundationEssentials
import Glibc
package import StudioRuntime

/// Another program of psstudio, which is installed with this one.
package struct SiblingProgram: Hashable, Sendable {
    /// Its name, `psstudio-server` for example.
    package let name: String
    package let path: String

    /// The folders, relative to that of a program, in which its siblings are: beside it, as in a build folder; in `libexec`, as in an
    /// installation; and in `bin`, for a program that is in `libexec` itself.
    package static let folders = [".", "../libexec", "../bin"]

    /// Finds a program.
    ///
    /// - Parameters:
    ///   - program: the path of this program.
    ///   - exists: whether a path can be executed.
    /// - Returns: `nil` when none of ``folders`` contains it.
    package init?(_ name: String, besides program: String, exists: (String) -> Bool) {
        let folder = program.split(separator: "/").dropLast().map { "/" + $0 }.joined()
        let paths = Self.folders.map { $0 == "." ? "\(folder)/\(name)" : "\(folder)/\($0)/\(name)" }
        guard let path = paths.first(where: exists) else { return nil }
        (self.name, self.path) = (name, path)
    }

    /// Finds the program for this process.
    package init?(_ name: String) {
        self.init(name, besides: Self.ownPath) { access($0, X_OK) == 0 }
    }

    /// The path of the program of this process. After an upgrade, it is that of the new one.
    package static var ownPath: String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/exe", &bytes, bytes.count)
        // Without /proc, the path that was given to the system.
        guard count > 0 else { return absolute(psprocess_program().map { String(cString: $0) } ?? "") }
        let path = String(decoding: bytes.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let mark = " (deleted)"
        return path.hasSuffix(mark) ? String(path.dropLast(mark.count)) : path
    }

    private static func absolute(_ path: String) -> String {
        path.hasPrefix("/") ? path : FileManager.default.currentDirectoryPath + "/" + path
    }

    /// Starts the program beside this one. It has a process group of its own and reads nothing; media may be on standard output, which it
    /// does not keep open.
    ///
    /// - Parameters:
    ///   - words: its command line.
    ///   - secrets: variables with secrets, which no list of processes shows.
    ///   - folder: its current folder; `nil` for that of this process.
    ///   - input: the descriptor of its standard input; `nil` for none.
    ///   - output: that of its standard output; `nil` for none.
    ///   - errors: that of its standard error; `nil` for that of this process.
    /// - Returns: the process.
    /// - Throws: a `SystemError`.
    package func start(
        _ words: [String], secrets: [String: String] = [:], in folder: String? = nil, input: Int32? = nil,
        output: Int32? = nil, errors: Int32? = nil
    ) throws(SystemError) -> Int32 {
        let arguments = ([name] + words).map { strdup($0) } + [nil]
        let variables = (Self.variables + secrets.map { "\($0)=\($1)" }).map { strdup($0) } + [nil]
        defer { for text in arguments + variables { free(text) } }
        let streams = psprocess_streams(input: input ?? -1, output: output ?? -1, errors: errors ?? -1)
        let pid = psprocess_start_aside(path, arguments, variables, folder, streams)
        if pid < 0 { throw SystemError(-pid) }
        return pid
    }

    /// Replaces this program, with the same environment and descriptors. It returns only when that fails.
    ///
    /// - Returns: why.
    package func replaceThisProgram(_ words: [String]) -> SystemError {
        let arguments = ([name] + words).map { strdup($0) } + [nil]
        defer { for text in arguments { free(text) } }
        execv(path, arguments)
        return SystemError(errno)
    }

    /// The environment of this process, without secrets and what concerns only a service itself. That it is a service shall be known.
    private static var variables: [String] {
        var variables = ProcessInfo.processInfo.environment.filter { !$0.key.hasPrefix("PSSTUDIO_") }
        if variables.removeValue(forKey: "NOTIFY_SOCKET") != nil, variables["INVOCATION_ID"] == nil {
            variables["INVOCATION_ID"] = ""
        }
        return variables.map { "\($0.key)=\($0.value)" }
    }
}
