import Glibc
import ProgramConsole

/// The library of Zoom's C++ interface, loaded into a command before its own libraries.
enum PreloadedLibrary {
    /// The variable of the dynamic loader.
    static let variable = "LD_PRELOAD"
    private static let name = "libmeetingsdk.so.1"

    /// Where the library may be, for a program that is installed at a path; the first that exists is loaded.
    static func candidates(beside program: String) -> [String] {
        let folder = program.split(separator: "/").dropLast(2).map { "/" + $0 }.joined()
        return ["lib", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"].map { "\(folder)/\($0)/\(name)" }
    }

    /// The value of the variable, with the libraries that it names already.
    ///
    /// - Throws: `CommandFailure` when the library is not installed. The loader would only warn, and the command would use
    ///   another library of that interface.
    static func value(
        program: String, before existing: String?, exists: (String) -> Bool
    ) throws(CommandFailure) -> String {
        let paths = candidates(beside: program)
        guard let path = paths.first(where: exists) else {
            let message = "cannot find \(name) beside \(program); expected \(paths[0]); install it with make install"
            throw CommandFailure(message: message, reason: .usage, code: "library")
        }
        return [path, existing ?? ""].filter { !$0.isEmpty }.joined(separator: ":")
    }

    /// The value for commands of this process.
    ///
    /// - Throws: `CommandFailure` when the library is not installed.
    static func value(before existing: String?) throws(CommandFailure) -> String {
        return try value(program: SiblingProgram.ownPath, before: existing) { access($0, R_OK) == 0 }
    }
}
