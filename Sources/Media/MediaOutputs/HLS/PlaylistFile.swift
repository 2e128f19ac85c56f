import Glibc
package import StudioRuntime

/// The file of a playlist. A reader sees whole lines and whole segments at any time.
///
/// The lines of a segment are appended with one write. The file is replaced as a whole where its head changes. So a
/// playlist that lists all segments of a long session costs no more than its own length.
package final class PlaylistFile {
    /// A file with its size: a new file may get the number of one that was removed.
    package struct Identity: Hashable, Sendable {
        let file: FileID
        fileprivate(set) var byteCount: UInt64

        /// `nil` unless the path leads to a regular file.
        package init?(_ path: String) {
            var status = stat()
            guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
            self.init(status)
        }

        fileprivate init(_ status: stat) {
            (file, byteCount) = (FileID(status), UInt64(status.st_size))
        }
    }

    /// What was written last.
    private struct Written {
        let writer: ByteWriter
        let head: String
        var identity: Identity
    }

    private let path: String
    private var written: Written?

    /// - Parameter path: the playlist, without links at its end.
    package init(_ path: String) {
        self.path = path
    }

    /// The present file; `nil` before the first version.
    package var identity: Identity? { written?.identity }

    /// Writes the next version of the playlist.
    ///
    /// - Parameters:
    ///   - head: the lines before the segments.
    ///   - addition: what this version has behind the lines of the one before; whole lines.
    ///   - text: the whole version, for a file that is new or whose head has changed.
    ///   - replaces: whether a file with this name is replaced.
    /// - Throws: `EEXIST` for a file that is not replaced, or another error number.
    package func publish(
        head: String, adding addition: String, of text: () -> String, replaces: Bool
    ) throws(SystemError) {
        // What others did to the file is replaced.
        if let written, written.head == head, Identity(path) == written.identity {
            try append(Array(addition.utf8), to: written)
        } else {
            try replace(by: Array(text().utf8), head, replaces: replaces)
        }
    }

    /// Appends a last line to what the file has, whatever its next version would have been. It stays as it is when it cannot be written,
    /// or when others have replaced it.
    package func end(with line: String) {
        guard let written, Identity(path) == written.identity else { return }
        try? append(Array(line.utf8), to: written)
    }

    private func append(_ lines: [UInt8], to file: Written) throws(SystemError) {
        let bytes = PageAlignment.aligned(lines, at: file.identity.byteCount)
        let error = bytes.withUnsafeBytes { file.writer.write($0) }
        guard error == 0 else {
            // Half of a segment's lines are worse than none.
            _ = file.writer.truncate(to: file.identity.byteCount)
            throw SystemError(error)
        }
        written?.identity.byteCount += UInt64(bytes.count)
    }

    private func replace(by text: [UInt8], _ head: String, replaces: Bool) throws(SystemError) {
        let temporary = try TemporaryFile(beside: path)
        let writer = ByteWriter(owning: try temporary.duplicate())
        let error = text.withUnsafeBytes { writer.write($0) }
        guard error == 0 else { throw SystemError(error) }
        var status = stat()
        guard fstat(temporary.descriptor, &status) == 0 else { throw SystemError(errno) }
        if replaces { try temporary.replace(path, isDurable: false) } else { try temporary.create(path) }
        written = Written(writer: writer, head: head, identity: Identity(status))
    }

    /// Closes the file. The next version replaces it.
    ///
    /// - Returns: 0 or the error number; some file systems report a full disk only then.
    package func close() -> Int32 {
        return written.take()?.writer.finish() ?? 0
    }
}

/// Keeps appended lines within the pages of a file.
///
/// A file system copies a write page by page, and readers see each page when it is copied. Lines that cross the end of a page
/// would be seen in part.
package enum PageAlignment {
    /// The size of the smallest page.
    static let pageBytes: UInt64 = 4096

    /// The lines, behind as many empty lines as fill the page that they would cross.
    ///
    /// - Parameter offset: the end of the file.
    package static func aligned(_ lines: [UInt8], at offset: UInt64) -> [UInt8] {
        let rest = (pageBytes - offset % pageBytes) % pageBytes
        guard rest < UInt64(lines.count) else { return lines }
        return [UInt8](repeating: UInt8(ascii: "\n"), count: Int(rest)) + lines
    }
}
