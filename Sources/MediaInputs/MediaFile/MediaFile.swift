import GStreamer
import StudioCore
import StudioRuntime

/// What the user said about media files as such.
struct FilePlayback: Hashable, Sendable {
    /// Whether it begins again at its end.
    var loops = false
    /// Where in the file to begin.
    var startAt = MediaTime.zero
}

/// A media file that is sent: its pictures, its sound, or both on one time line.
///
/// Everything here is the producer's: one thread uses it.
final class MediaFile {
    let path: String
    let playback: FilePlayback
    let cancellation: Cancellation
    // The tracks keep the file, not the other way round.
    private(set) weak var pictures: VideoFileReader?
    private(set) weak var sound: AudioFileReader?
    /// Why the file is over early; told when everything before was sent.
    var failure: SourceError?

    /// Tracks that begin or end less apart than this are meant to do it together: blocks of codecs, interleaving of
    /// MPEG-TS. The picture decides then. What is more is kept: black before the first picture, the last one held.
    static let tolerance = MediaTime.milliseconds(100)

    /// What a file gave.
    struct Tracks {
        var pictures: VideoFileReader?
        var sound: AudioFileReader?
    }

    /// Opens a file, and waits for its first picture and its first sound.
    ///
    /// - Parameters:
    ///   - video: what the pictures shall be; `nil` where they are not wanted.
    ///   - audio: what the sound shall be; `nil` where it is not wanted. A file with pictures may lack it.
    /// - Returns: no tracks at all when it was cancelled.
    /// - Throws: a ``SourceError`` for a file that cannot be read or decoded, and for one without what only it can give.
    static func open(
        _ path: String, video: VideoSourceOptions?, audio: AudioFormat?, playback: FilePlayback,
        cancellation: Cancellation
    ) throws(SourceError) -> Tracks {
        if let (name, way) = FileKind(of: path).undecodable {
            throw SourceError("'\(path)' is \(name), which GStreamer does not decode", hint: "convert it: \(way)")
        }
        let file = MediaFile(path, playback, cancellation)
        let missing = TruncationCheck.missingBytes(of: path)
        if missing > 0 {
            file.failure = SourceError("'\(path)' lacks its last \(missing) bytes", hint: "it was cut; fetch it again")
        }
        do {
            return try file.openTracks(video, audio)
        } catch {
            throw file.failure ?? error
        }
    }

    private init(_ path: String, _ playback: FilePlayback, _ cancellation: Cancellation) {
        self.path = path
        self.playback = playback
        self.cancellation = cancellation
    }

    private func openTracks(_ video: VideoSourceOptions?, _ audio: AudioFormat?) throws(SourceError) -> Tracks {
        // Both before either is waited for: they start side by side.
        let startingPictures = try video.map { options throws(SourceError) in try VideoFileReader.start(path, options) }
        let startingSound = try audio.map { format throws(SourceError) in try AudioFileReader.start(path, format) }
        let picture = try startingPictures?.wait(cancellation)
        let firstSound = picture != nil || video == nil ? try startingSound?.wait(cancellation) : nil
        if cancellation.isCancelled { return Tracks() }
        if let startingPictures, picture == nil { throw withoutPictures(startingPictures.stream) }
        if video == nil, firstSound == nil {
            throw SourceError("'\(path)' holds no sound", hint: "leave --audio out for silence")
        }
        return try begin(picture, firstSound, audio)
    }

    private func begin(
        _ picture: VideoFileReader.Opening?, _ firstSound: AudioFileReader.Opening?, _ format: AudioFormat?
    ) throws(SourceError) -> Tracks {
        let origin = origin(picture, firstSound)
        var tracks = Tracks()
        if let picture { tracks.pictures = VideoFileReader(picture, in: self, origin: origin) }
        if let firstSound, let format { tracks.sound = AudioFileReader(firstSound, format, in: self, origin: origin) }
        (pictures, sound) = (tracks.pictures, tracks.sound)
        if playback.startAt > .zero {
            // On a picture of the grid: otherwise every picture would be off by the same part of an interval.
            let rate = tracks.pictures?.description.rate
            let distance = rate.map { MediaTime(count: playback.startAt.count(at: $0), rate: $0) } ?? playback.startAt
            try tracks.pictures?.skip(to: origin + distance)
            try tracks.sound?.skip(to: origin + distance)
        }
        return tracks
    }

    /// The file's time at which its first picture is due.
    private func origin(_ picture: VideoFileReader.Opening?, _ sound: AudioFileReader.Opening?) -> MediaTime {
        guard let picture else { return sound?.first.time ?? .zero }
        let first = picture.first.time
        guard let sound, first - sound.first.time > Self.tolerance else { return first }
        // Whole intervals, so that the pictures stay on their grid; of the sound less than one of them is lost.
        let rate = picture.form.description.rate
        let lead = MediaTime(count: (first - sound.first.time).count(at: rate), rate: rate)
        return first - lead
    }

    private func withoutPictures(_ stream: DecodedStream) -> SourceError {
        if let codec = stream.codec {
            return SourceError("no picture of '\(path)' (\(codec.mediaType)) can be decoded", hint: "is it complete?")
        }
        if stream.types.contains(where: { $0.hasPrefix("audio/") }) {
            return SourceError("'\(path)' holds sound and no pictures", hint: "name it with --audio")
        }
        return SourceError("'\(path)' holds no pictures", hint: "is it a video?")
    }

    /// Whether it begins again at its end.
    var isLooping: Bool { playback.loops && failure == nil }

    // MARK: Where a way through the file ends

    /// Picture intervals of each way through the file that is over or whose end is known.
    private var lengths: [Int64] = []

    /// Picture intervals of a way through the file, as soon as it is known; `nil` before.
    func length(ofPass pass: Int) -> Int64? { pass < lengths.count ? lengths[pass] : nil }

    /// Decides it once, by both tracks.
    func setLength(_ length: Int64, ofPass pass: Int) {
        guard pass == lengths.count else { return }
        lengths.append(length)
    }
}
