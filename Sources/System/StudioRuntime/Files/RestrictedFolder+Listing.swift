import Glibc

extension RestrictedFolder {
    /// A folder or a regular file in a folder.
    package struct Entry: Hashable, Sendable {
        package let name: String
        /// The bytes of a file; `nil` for a folder.
        package let size: Int64?

        package var isFolder: Bool { size == nil }

        package init(name: String, size: Int64?) {
            (self.name, self.size) = (name, size)
        }
    }

    /// What a folder contains, as far as it may be used: links, FIFOs and devices are left out, and so are hidden names and those that are
    /// not UTF-8.
    package struct Listing: Hashable, Sendable {
        /// The path below the restricted folder; empty for that folder itself.
        package let path: String
        /// Folders first, each kind in the order of its names.
        package let entries: [Entry]
        /// Whether nothing is left out because the folder is too large.
        package let isComplete: Bool
    }

    /// How many names of a folder are read.
    private static let readLimit = 10_000

    /// Lists this folder, or one below it.
    ///
    /// - Parameters:
    ///   - text: the path of the folder; empty for this one.
    ///   - limit: how many entries are listed.
    /// - Throws: a ``Refusal`` for a path that leads elsewhere, and for what is not a folder.
    package func listing(of text: String, atMost limit: Int) throws(Refusal) -> Listing {
        guard !path.isEmpty else { throw .noFolder }
        var text = text[...]
        while text.count > 1, text.hasSuffix("/") { text = text.dropLast() }
        let names = text.isEmpty || text == "." || text == path ? [] : try names(String(text))
        let folder = try openFolder(names)
        guard let stream = fdopendir(folder) else {
            let error = SystemError(errno)
            close(folder)
            throw .system(error)
        }
        defer { closedir(stream) }
        let (entries, isComplete) = Self.entries(of: stream)
        let sorted = entries.sorted { ($0.isFolder ? 0 : 1, $0.name) < ($1.isFolder ? 0 : 1, $1.name) }
        return Listing(
            path: names.joined(separator: "/"), entries: Array(sorted.prefix(limit)),
            isComplete: isComplete && sorted.count <= limit)
    }

    private static func entries(of stream: OpaquePointer) -> (entries: [Entry], isComplete: Bool) {
        var (entries, count) = ([Entry](), 0)
        while let member = readdir(stream) {
            count += 1
            guard count <= readLimit else { return (entries, false) }
            let name = withUnsafeBytes(of: member.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            // What is named by HTTP is UTF-8.
            guard let name, !name.hasPrefix(".") else { continue }
            var status = stat()
            guard fstatat(dirfd(stream), name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR: entries.append(Entry(name: name, size: nil))
            case S_IFREG: entries.append(Entry(name: name, size: Int64(status.st_size)))
            default: break
            }
        }
        return (entries, true)
    }
}
