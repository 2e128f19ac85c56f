import Containers
import GStreamer
import StudioCore
import StudioRuntime

/// The track of a kind that a file prefers: a default one of Matroska, an enabled one of MP4 and MOV.
enum PreferredTrack {
    /// The number of the track to send; `nil` when it is the first one, and for other formats.
    static func number(_ kind: DecodedStream.Kind, at location: String) -> Int? {
        guard Correction.preferredTrack.isOn, let bytes = FileBytes(location) else { return nil }
        if FileKind(of: location) == .matroska {
            return MatroskaTracks(bytes.read).preferred(kind == .video ? MatroskaTracks.video : MatroskaTracks.audio)
        }
        return MovieTracks(size: bytes.size, bytes.read).preferred(
            kind == .video ? MovieTracks.video : MovieTracks.audio)
    }
}
