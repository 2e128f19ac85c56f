import Glibc
import StudioRuntime

/// Where a trace is written: a file, or a folder that gets one file per session.
package struct TraceDestination: Hashable, Sendable {
    /// The file; or the folder, with a `/` at its end.
    package let path: String
    /// Whether an existing file is overwritten.
    package let overwrites: Bool

    /// - Parameters:
    ///   - path: a path that ends in `/` is a folder, which is created where it is missing.
    ///   - overwrites: whether an existing file is overwritten. A file in a folder always has a new name.
    package init(_ path: String, overwrites: Bool = false) {
        self.path = path
        self.overwrites = overwrites
    }

    /// Whether each session gets a file of its own.
    package var isFolder: Bool { path.hasSuffix("/") }

    /// The path for the session with this number in this process: `show-2.jsonl`, because files are not overwritten.
    package func numbered(_ number: Int) -> TraceDestination {
        guard !isFolder, number > 1 else { return self }
        return TraceDestination(NumberedPath.of(path, number), overwrites: overwrites)
    }
}

/// An open trace file.
package struct TraceFile: Sendable {
    /// The path of the file.
    package let path: String
    let writer: ByteWriter

    /// The error of opening a file, in one line.
    package struct OpenError: Error, Hashable, Sendable, CustomStringConvertible {
        package let description: String
    }

    /// More sessions than one process has in one folder.
    private static let attempts = 1_000_000

    /// Creates the file, and the folder where it is missing.
    ///
    /// - Throws: an ``OpenError`` for a file that exists and must not be overwritten, and for the system's error.
    package init(_ destination: TraceDestination) throws(OpenError) {
        guard destination.isFolder else {
            do throws(WritableFile.OpenError) {
                let file = try WritableFile(destination.path, overwrites: destination.overwrites)
                self.init(destination.path, file)
                return
            } catch {
                throw Self.error(destination.path, error)
            }
        }
        try Self.createFolder(destination.path)
        for number in 1...Self.attempts {
            let path = "\(destination.path)session-\(getpid())-\(number).jsonl"
            do throws(WritableFile.OpenError) {
                self.init(path, try WritableFile(path, overwrites: false))
                return
            } catch {
                if error != .exists { throw Self.error(path, error) }
            }
        }
        throw OpenError(description: "\(destination.path): too many traces; choose another folder")
    }

    private init(_ path: String, _ file: WritableFile) {
        self.path = path
        writer = file.writer
    }

    /// Creates every missing folder of a path.
    private static func createFolder(_ path: String) throws(OpenError) {
        var end = path.startIndex
        while let slash = path[end...].firstIndex(of: "/") {
            end = path.index(after: slash)
            let folder = String(path[..<end])
            guard mkdir(folder, 0o777) != 0, errno != EEXIST else { continue }
            // A folder above may exist and not be writable.
            let code = errno
            var status = stat()
            if stat(folder, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR { throw error(folder, .system(code)) }
        }
    }

    private static func error(_ path: String, _ error: WritableFile.OpenError) -> OpenError {
        guard case .system(let code) = error else { return OpenError(description: error.message(path)) }
        return OpenError(description: "cannot write the trace '\(path)': \(SystemError(code))")
    }
}
