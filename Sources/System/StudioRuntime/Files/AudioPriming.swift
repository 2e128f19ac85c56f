package import StudioCore

/// The durations of what encoders have inserted in front of the audio of a file, where GStreamer 1.22 does not remove it.
package struct AudioPriming: Hashable, Sendable {
    /// By the numbers of the tracks of Matroska.
    private var tracks: [Int: MediaTime] = [:]
    /// Of an MP3 file.
    private var mp3 = MediaTime.zero

    /// None.
    package init() {}

    /// Reads the headers of a file; none for other files, and for one that cannot be read.
    package init(of path: String) {
        guard let bytes = FileBytes(path) else { return }
        tracks = MatroskaTracks(bytes.read).codecDelays
        mp3 = MP3Priming(bytes.read)?.time ?? .zero
    }

    /// The duration for a track.
    ///
    /// - Parameter number: its number; `nil` when unknown.
    package func time(ofTrack number: Int?) -> MediaTime { number.flatMap { tracks[$0] } ?? mp3 }
}
