/// What a process reads and writes. A file that is written has one writer and no reader.
package struct FileUses: Sendable {
    /// Something that can be in use.
    package enum Key: Hashable, Sendable {
        case file(FileID)
        case location(FileLocation)
    }

    /// Why a file may not be used.
    package enum Conflict: Error, Hashable, Sendable {
        /// It is read, and writing would destroy what is still to be read.
        case isRead
        /// It is written.
        case isWritten
    }

    /// A key for each use. They are few: a dictionary takes longer to make than to search them.
    private var readers: [Key] = []
    private var writers: Set<Key> = []

    package init() {}

    /// Whether nothing is used.
    package var isEmpty: Bool { readers.isEmpty && writers.isEmpty }

    /// Adds a reader; several may read one file.
    package mutating func beginReading(_ keys: [Key]) throws(Conflict) {
        if keys.contains(where: writers.contains) { throw .isWritten }
        readers += keys
    }

    /// Removes a reader.
    package mutating func endReading(_ keys: [Key]) {
        for key in keys {
            if let index = readers.firstIndex(of: key) { readers.remove(at: index) }
        }
    }

    /// Adds the only writer.
    package mutating func beginWriting(_ keys: [Key]) throws(Conflict) {
        if keys.contains(where: { readers.contains($0) }) { throw .isRead }
        if keys.contains(where: writers.contains) { throw .isWritten }
        writers.formUnion(keys)
    }

    /// Removes the writer.
    package mutating func endWriting(_ keys: [Key]) { writers.subtract(keys) }
}
