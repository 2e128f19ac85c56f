import StudioRuntime

/// The playlist of an output as its latest part has left it, for a part that continues it.
final class LeftPlaylist: Sendable {
    /// A version that was written.
    struct Version: Sendable {
        let playlist: MediaPlaylist
        /// The file that contains it.
        let file: PlaylistFile.Identity?
    }

    private let written = Lock<Version?>(nil)

    /// The latest version; `nil` before the first one.
    var version: Version? {
        get { written.withLock { $0 } }
        set { written.set(newValue) }
    }
}
