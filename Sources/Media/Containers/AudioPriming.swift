package import StudioCore
import StudioRuntime

/// The durations of what encoders have inserted in front of the audio of a file, where GStreamer does not remove it. It is negative
/// where a decoder removes it twice.
package struct AudioPriming: Hashable, Sendable {
    /// By the numbers of the tracks of Matroska.
    private var tracks: [Int: MediaTime] = [:]
    /// Of an MP3 file, and of Opus in MPEG-TS.
    private var single = MediaTime.zero

    /// None.
    package init() {}

    /// Reads the headers of a file; none for other files, and for one that cannot be read.
    ///
    /// - Parameters:
    ///   - transport: its beginning, where the decoder of a transport stream leaves out samples.
    ///   - isCorrected: whether a fault is to be corrected.
    package init(
        of path: String, transport: TransportStreamHead? = nil, correcting isCorrected: (FileFault) -> Bool
    ) {
        guard let bytes = FileBytes(path) else { return }
        if isCorrected(.matroskaCodecDelay) { tracks = MatroskaTracks(bytes.read).codecDelays }
        if isCorrected(.mp3Priming), let mp3 = MP3Priming(bytes.read) { single = mp3.time }
        // The decoder leaves out as many samples again, and the first unit is too early by them.
        if isCorrected(.transportOpus), let transport {
            single = .zero - MediaTime(count: transport.opusTrim, rate: .samples(48_000))
        }
    }

    /// The duration for a track.
    ///
    /// - Parameter number: its number; `nil` when unknown.
    package func time(ofTrack number: Int?) -> MediaTime { number.flatMap { tracks[$0] } ?? single }
}
