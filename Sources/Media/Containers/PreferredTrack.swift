import StudioRuntime

/// The track of a kind that a file prefers: a default one of Matroska, an enabled one of MP4 and MOV.
package enum PreferredTrack: Hashable, Sendable {
    case video, audio

    /// The number of the track to read; `nil` when it is the first one, for other formats, and for a file that cannot be read.
    package func number(at path: String) -> Int? {
        guard let bytes = FileBytes(path) else { return nil }
        if bytes.read(0, MatroskaTracks.magic.count) == MatroskaTracks.magic {
            return MatroskaTracks(bytes.read).preferred(self == .video ? MatroskaTracks.video : MatroskaTracks.audio)
        }
        return MovieTracks(size: bytes.size, bytes.read).preferred(
            self == .video ? MovieTracks.video : MovieTracks.audio)
    }
}
