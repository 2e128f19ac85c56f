import ArgumentParser
import Glibc
import ProgramConsole
import StudioCore
import StudioRuntime

/// Creates the files of a recording, and its folder.
final class RecordingFiles {
    private let folder: String
    private let overwrites: Bool
    private var created: [String] = []
    /// The folders that were missing, the outermost first.
    private var createdFolders: [String] = []

    /// - Throws: a `ValidationError` when a file has the folder's name, a ``CommandFailure`` when the folder cannot be
    ///   created.
    init(_ folder: String, overwrites: Bool) throws {
        self.folder = folder
        self.overwrites = overwrites
        var status = stat()
        if stat(folder, &status) == 0 {
            guard status.st_mode & S_IFMT == S_IFDIR else { throw ValidationError("'\(folder)' is not a folder") }
            return
        }
        try createFolder()
    }

    private func createFolder() throws {
        var path = folder.hasPrefix("/") ? "/" : ""
        for part in folder.split(separator: "/") {
            path += path.isEmpty || path.hasSuffix("/") ? String(part) : "/\(part)"
            if mkdir(path, 0o777) == 0 {
                createdFolders.append(path)
            } else if errno != EEXIST {
                let cause = SystemError(errno)
                removeEmpty()
                throw CommandFailure(message: "cannot create '\(path)': \(cause)", reason: .output, code: "output")
            }
        }
    }

    /// Opens a file of the folder for writing.
    ///
    /// - Throws: a ``CommandFailure``: usage when it exists and must not be overwritten, or is in use, output otherwise.
    func open(_ name: String) throws -> ByteWriter {
        let file = try Self.file(folder == "." ? name : "\(folder)/\(name)", overwrites: overwrites)
        if file.claim != nil { created.append(file.path) }
        return file.writer
    }

    /// Opens a file for writing; the same errors.
    static func open(_ path: String, overwrites: Bool) throws -> ByteWriter {
        try file(path, overwrites: overwrites).writer
    }

    private static func file(_ path: String, overwrites: Bool) throws -> WritableFile {
        do throws(WritableFile.OpenError) {
            return try WritableFile(path, overwrites: overwrites)
        } catch {
            switch error {
            case .exists, .inUse: throw CommandFailure(message: error.message(path), reason: .usage, code: "usage")
            case .noReader, .refused, .system:
                throw CommandFailure(message: error.message(path), reason: .output, code: "output")
            }
        }
    }

    /// A session that could not start leaves no file and no new folder.
    func removeEmpty() {
        for path in created {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= 44 else { continue }
            unlink(path)
        }
        for path in createdFolders.reversed() { rmdir(path) }
    }
}
