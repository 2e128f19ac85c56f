import Glibc
import StudioCore
import StudioRuntime

/// The files that the outputs of a session have opened. No later output of that session overwrites one of them, with permission
/// to overwrite existing files as well.
///
/// They are known by their places, a folder and a name: the number of a file that was removed may be that of another one by now,
/// and a finished MP4 or a playlist is another file than the one that was opened.
package final class SessionFiles: Sendable {
    /// A regular file at present.
    struct Sighting: Hashable, Sendable {
        let file: FileID
        /// The number of its names.
        let links: Int
    }

    private struct Place: Sendable {
        let location: FileLocation
        let path: String
        /// Whether a file was there. A playlist is published later than it is opened.
        var wasUsed: Bool
    }

    private struct State: Sendable {
        /// By their locations without the case of letters, which some file systems do not distinguish.
        var places: [FileLocation: [Place]] = [:]
        var count = 0
        var fifos: Set<String> = []
        /// The number of places at which those of removed files are forgotten.
        var limit = SessionFiles.firstLimit
    }

    /// Chosen: more than a session has at a time, and few enough to look at all of them.
    static let firstLimit = 256

    private let state = Lock(State())
    private let look: @Sendable (String) -> Sighting?

    package convenience init() { self.init(look: Self.sighting) }

    /// - Parameter look: looks at a path, behind links; `nil` for what is not a regular file.
    init(look: @escaping @Sendable (String) -> Sighting?) { self.look = look }

    private static func sighting(of path: String) -> Sighting? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Sighting(file: FileID(status), links: Int(status.st_nlink))
    }

    /// The number of known places.
    var count: Int { state.withLock { $0.count } }

    /// Whether this path leads to one of them, also by a link or under another of its names.
    package func contains(_ path: String) -> Bool {
        guard let sighting = look(path) else { return false }
        if let location = FileLocation(LinkTarget.of(path)) {
            let places = state.withLock { $0.places[location.withoutCase] ?? [] }
            // Its folder may have another name by now.
            if places.contains(where: { $0.location == location || look($0.path)?.file == sighting.file }) {
                return true
            }
        }
        // A file with one name is in one place.
        guard sighting.links > 1 else { return false }
        let places = state.withLock { $0.places }
        return places.values.joined().contains { look($0.path)?.file == sighting.file }
    }

    /// - Throws: `inUse` for one of them.
    func check(_ path: String) throws(OutputFailure) {
        if contains(path) { throw OutputFailure(.inUse, "the file is an output of this session") }
    }

    /// An output has opened the file.
    ///
    /// - Parameter path: its path, without links at its end.
    func add(_ path: String) {
        guard let location = FileLocation(path) else { return }
        let place = Place(location: location, path: path, wasUsed: look(path) != nil)
        let isFull = state.withLock { state in
            var places = state.places[location.withoutCase] ?? []
            guard !places.contains(where: { $0.location == location }) else { return false }
            places.append(place)
            state.places[location.withoutCase] = places
            state.count += 1
            return state.count > state.limit
        }
        if isFull { forgetRemoved() }
    }

    /// Forgets the places of files that were removed. The next time is when twice as many are known as are left.
    private func forgetRemoved() {
        let places = Array(state.withLock { $0.places }.values.joined())
        let present = Set(places.filter { look($0.path) != nil }.map(\.path))
        state.withLock { state in
            for (key, places) in state.places {
                let left = places.compactMap { place -> Place? in
                    guard present.contains(place.path) else { return place.wasUsed ? nil : place }
                    return Place(location: place.location, path: place.path, wasUsed: true)
                }
                state.places[key] = left.isEmpty ? nil : left
            }
            state.count = state.places.values.reduce(0) { $0 + $1.count }
            state.limit = max(Self.firstLimit, state.count * 2)
        }
    }

    /// Whether an output has opened the FIFO before.
    func hasWritten(fifo path: String) -> Bool { state.withLock { $0.fifos.contains(path) } }

    /// An output has opened the FIFO.
    func add(fifo path: String) { state.withLock { _ = $0.fifos.insert(path) } }
}
