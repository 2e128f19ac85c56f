import GStreamer
import Glibc
import StudioCore
import StudioRuntime

/// A folder into which the graphs of running pipelines are written. A file has a name that is free,
/// `03-output-mp4-2.dot` after `03-output-mp4.dot`, unless files may be overwritten.
struct PipelineGraphFolder: Sendable {
    let path: String
    let overwrites: Bool
    /// The folder outside of which nothing is written; `nil` for no limit.
    let limit: RestrictedFolder?

    /// - Parameter path: the folder; an empty text is the current one.
    init(_ path: String, overwrites: Bool = false, below limit: RestrictedFolder? = nil) {
        let path = path.isEmpty ? "." : path
        self.path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        (self.overwrites, self.limit) = (overwrites, limit)
    }

    /// Why a graph is not written or drawn, in one line.
    struct WriteError: Error, Hashable, Sendable, CustomStringConvertible {
        let description: String
    }

    /// No folder has more graphs of one pipeline.
    private static let maximumNumber = 10_000

    /// Writes the graphs of all running pipelines of the process. The folder is created when it is missing.
    ///
    /// - Returns: the paths of the files.
    func write() throws(WriteError) -> [String] {
        let graphs = PipelineGraph.ofProcess()
        guard !graphs.isEmpty else { return [] }
        if limit == nil { mkdir(path, 0o777) }  // Whether it is there is known when a file is opened.
        var paths: [String] = []
        for graph in graphs { paths.append(try write(graph)) }
        return paths
    }

    /// Draws written graphs: `03-output-mp4.svg` beside `03-output-mp4.dot`.
    func draw(_ paths: [String], with program: GraphProgram) throws(WriteError) {
        for path in paths {
            let picture = Self.picture(of: path)
            let file = try open(picture)
            let writer = file.writer
            let failure = program.draw(path, into: file.descriptor)
            let error = writer.finish()
            if let failure { throw WriteError(description: "'\(path)' is not drawn: \(failure)") }
            if error != 0 { throw WriteError(description: "cannot write '\(picture)': \(SystemError(error))") }
        }
    }

    private func write(_ graph: PipelineGraph) throws(WriteError) -> String {
        for number in 1...Self.maximumNumber {
            let plain = "\(path)/\(graph.name).dot"
            let path = try whole(number == 1 ? plain : NumberedPath.of(plain, number))
            if !overwrites, access(Self.picture(of: path), F_OK) == 0 { continue }
            do throws(WritableFile.OpenError) {
                let writer = try opened(path).writer
                let error = Array(graph.dot.utf8).withUnsafeBytes { writer.write($0) }
                let ending = writer.finish()
                guard error == 0, ending == 0 else { throw .system(error == 0 ? ending : error) }
                return path
            } catch {
                if error == .exists { continue }
                throw WriteError(description: error.message(path))
            }
        }
        throw WriteError(description: "'\(path)' has \(Self.maximumNumber) graphs of one pipeline; use another folder")
    }

    private func open(_ path: String) throws(WriteError) -> WritableFile {
        do throws(WritableFile.OpenError) {
            return try opened(path)
        } catch {
            throw WriteError(description: error.message(path))
        }
    }

    private func opened(_ path: String) throws(WritableFile.OpenError) -> WritableFile {
        guard let limit else { return try WritableFile(path, overwrites: overwrites) }
        return try WritableFile(path, below: limit, overwrites: overwrites)
    }

    /// The path of a file; below the limit, with the folders that it needs.
    private func whole(_ path: String) throws(WriteError) -> String {
        guard let limit else { return path }
        do throws(RestrictedFolder.Refusal) {
            _ = try limit.locate(path, createsFolders: true)
            return try limit.path(of: path)
        } catch {
            throw WriteError(description: "\(error)")
        }
    }

    private static func picture(of path: String) -> String { path.dropLast("dot".count) + "svg" }
}
