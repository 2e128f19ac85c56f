import Glibc
package import PipelineFiles
import StudioCore
import StudioRuntime

extension PipelineFile {
    /// The longest file in bytes; the ready ones have less than two thousand.
    private static let largestFile = 1 << 20

    /// Reads a user's file. No output of the process overwrites it.
    ///
    /// - Throws: an error for a file that cannot be read, for one that is not text, and for the first invalid setting.
    init(reading path: String) throws(PipelineFileError) {
        let bytes = try Self.bytes(of: path)
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw PipelineFileError(path, line: Self.lineOfInvalidText(bytes), "not UTF-8 text; \(Self.expected)")
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if let index = lines.firstIndex(where: { $0.unicodeScalars.contains { $0.value < 32 && $0 != "\t" } }) {
            throw PipelineFileError(path, line: index + 1, "a control character; \(Self.expected)")
        }
        self.init(name: Self.name(of: path), source: text, path: path)
        if let error = settingErrors.first { throw PipelineFileError(path, line: error.line, error.message) }
        guard !self.text.isEmpty else { throw PipelineFileError(path, "only comments; \(Self.expected)") }
        // GStreamer's message would show a part of any other file, such as a stream key.
        guard self.text.split(whereSeparator: \.isWhitespace).contains(where: { $0 == "!" || $0.contains("name=") })
        else {
            throw PipelineFileError(path, "not a pipeline; \(Self.expected)")
        }
        FileClaim.protect(path)
    }

    private static let expected = "expected a pipeline in gst-launch syntax, as psstudio pipelines show prints them"

    /// The name of the file without folder and suffix.
    private static func name(of path: String) -> String {
        let name = path.split(separator: "/").last.map(String.init) ?? path
        return name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : name
    }

    private static func lineOfInvalidText(_ bytes: [UInt8]) -> Int {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        return (lines.firstIndex { String(validating: $0, as: UTF8.self) == nil } ?? 0) + 1
    }

    private static func bytes(of path: String) throws(PipelineFileError) -> [UInt8] {
        do throws(FileContent.Failure) {
            let bytes = try FileContent.regularFile(path, limit: largestFile)
            if bytes.count <= largestFile { return bytes }
        } catch {
            switch error {
            case .notRegular: throw PipelineFileError(path, "not a regular file; \(expected)")
            case .system(let error): throw PipelineFileError(path, "cannot read the pipeline: \(error)")
            }
        }
        throw PipelineFileError(path, "longer than \(largestFile >> 20) MiB; \(expected)")
    }
}

extension PipelineSet {
    /// Reads the files of a folder, which replace the ready pipelines with their names, and checks all of them.
    ///
    /// - Throws: an error for a folder without such files, for a file with another name, and for the first file that does not
    ///   fulfil its contract.
    package init(inFolder folder: String) throws(PipelineFileError) {
        var files: [PipelineFile] = []
        for name in try Self.names(in: folder) {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            let contract = try Self.contract(of: name, path)
            let file = try PipelineFile(reading: path)
            try PipelineCheck(file).fulfils(contract)
            files.append(file)
        }
        guard !files.isEmpty else {
            throw PipelineFileError(folder, "the folder has no file of a pipeline, such as encode-h264.pipeline")
        }
        self.init(replacing: files)
    }

    /// The visible files, without those that describe the folder.
    private static func names(in folder: String) throws(PipelineFileError) -> [String] {
        guard let directory = opendir(folder) else {
            throw PipelineFileError(folder, "cannot read the folder: \(String(cString: strerror(errno)))")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let member = readdir(directory) {
            let name = withUnsafeBytes(of: member.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if !name.hasPrefix("."), !name.hasSuffix(".md") { names.append(name) }
        }
        return names.sorted()
    }

    private static func contract(of name: String, _ path: String) throws(PipelineFileError) -> PipelineContract {
        let suffix = PipelineFile.suffix
        let stem = name.hasSuffix(suffix) ? String(name.dropLast(suffix.count)) : nil
        if let stem, let contract = PipelineContract.of(stem) { return contract }
        if let stem, PipelineFiles.file(stem) != nil {
            throw PipelineFileError(path, "'\(stem)' cannot be replaced; \(Self.replaceable)")
        }
        let names = PipelineContract.names.map { $0 + suffix }
        let nearest = NearestWord.of(name, in: names).map { "did you mean '\($0)'?" }
        throw PipelineFileError(path, "no ready pipeline has this name; \(nearest ?? Self.replaceable)")
    }

    private static var replaceable: String {
        "the names of those that can be replaced are \(PipelineContract.names.joined(separator: ", "))"
    }
}
