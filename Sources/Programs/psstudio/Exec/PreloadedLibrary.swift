import Glibc
import ProgramConsole

/// The library of Zoom's C++ interface, loaded into a command before its own libraries.
enum PreloadedLibrary {
    /// The variable of the dynamic loader.
    static let variable = "LD_PRELOAD"
    private static let name = "libmeetingsdk.so.1"
    /// Its name in a build folder.
    private static let builtName = "libmeetingsdk.so"

    /// Where the library may be, in this order; the first that exists is loaded.
    ///
    /// - Parameters:
    ///   - program: the path of psstudio: the library is installed beside it, or in its build folder.
    ///   - folders: those of the dynamic loader, `LD_LIBRARY_PATH`.
    static func candidates(beside program: String, in folders: String?) -> [String] {
        let parts = program.split(separator: "/")
        let prefix = parts.dropLast(2).map { "/" + $0 }.joined()
        let installed = ["lib", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"].map { "\(prefix)/\($0)/\(name)" }
        let searched = (folders ?? "").split(separator: ":").map { "\(absolute(String($0)))/\(name)" }
        return installed + searched + [parts.dropLast().map { "/" + $0 }.joined() + "/" + builtName]
    }

    /// The value of the variable, with the libraries that it names already.
    ///
    /// - Throws: `CommandFailure` when the library is not found. The loader would only warn, and the command would use
    ///   another library of that interface.
    static func value(
        program: String, in folders: String? = nil, before existing: String?, exists: (String) -> Bool
    ) throws(CommandFailure) -> String {
        let paths = candidates(beside: program, in: folders)
        guard let path = paths.first(where: exists) else {
            let message =
                "cannot find \(name): neither installed beside \(program) (\(paths[0])), nor in LD_LIBRARY_PATH, nor built "
                + "(\(paths.last ?? "")); install it with make install, or build it with make meetingsdk"
            throw CommandFailure(message: message, reason: .usage, code: "library")
        }
        return [path, existing ?? ""].filter { !$0.isEmpty }.joined(separator: ":")
    }

    /// The value for commands of this process.
    ///
    /// - Throws: `CommandFailure` when the library is not installed.
    static func value(before existing: String?) throws(CommandFailure) -> String {
        let folders = getenv("LD_LIBRARY_PATH").map { String(cString: $0) }
        return try value(program: SiblingProgram.ownPath, in: folders, before: existing) { access($0, R_OK) == 0 }
    }
}
