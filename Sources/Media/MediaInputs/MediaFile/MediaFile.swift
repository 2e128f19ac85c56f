import Containers
import GStreamer
import StudioCore
import StudioRuntime

/// Playback options of media files.
struct FilePlayback: Hashable, Sendable {
    /// Whether the file loops.
    var loops = false
    /// The start position in the file.
    var startAt = MediaTime.zero
}

/// A media file that is sent: its video, its audio, or both on one time line.
///
/// Belongs to the producer's thread.
final class MediaFile {
    let path: String
    /// The path that is opened, each time with a position of its own.
    let location: String
    /// Keeps a location that is not the path valid.
    private let input: ByteInput?
    let playback: FilePlayback
    let cancellation: Cancellation
    let jumps = TimeJumps()
    /// Keeps outputs from overwriting the file.
    private let claim: FileClaim?
    // The tracks own the file; the file must not retain them.
    private(set) weak var video: VideoFileReader?
    private(set) weak var audio: AudioFileReader?
    /// Why the file ended early; reported after all earlier media was sent.
    var failure: SourceError?

    /// Tracks that start or end less than this apart are treated as simultaneous: codec blocks and MPEG-TS interleaving
    /// cause such differences. The video then decides. Larger differences are kept: black before the first frame, and
    /// the last frame repeated.
    static let tolerance = MediaTime.milliseconds(100)

    /// The tracks of a file.
    struct Tracks {
        var video: VideoFileReader?
        var audio: AudioFileReader?
    }

    /// Opens a file, and waits for its first frame and its first audio.
    ///
    /// - Parameters:
    ///   - input: the open file.
    ///   - video: the video options; `nil` to ignore video.
    ///   - audio: the audio format; `nil` to ignore audio. Audio is optional in a file with video.
    /// - Returns: no tracks when cancelled.
    /// - Throws: a ``SourceError`` for a file that cannot be read or decoded, or that lacks a required track.
    static func open(
        _ path: String, _ input: ByteInput, video: VideoSourceOptions?, audio: AudioFormat?, playback: FilePlayback,
        cancellation: Cancellation
    ) throws(SourceError) -> Tracks {
        let kind = FileKind(of: input.location)
        if let (name, way) = kind.undecodable(path) {
            let reason = kind == .playlist ? "whose media is elsewhere" : "which GStreamer cannot decode"
            throw SourceError("'\(path)' is \(name), \(reason)", hint: "convert it: \(way)")
        }
        let file = try MediaFile(path, input, playback, cancellation)
        if let missing = TruncationCheck.missingBytes(of: file.location), missing > 0 {
            file.failure = SourceError(
                "'\(path)' is truncated: the last \(missing) bytes are missing", hint: "copy or download it again")
        }
        do {
            return try file.openTracks(video, audio)
        } catch {
            throw file.failure ?? error
        }
    }

    private init(
        _ path: String, _ input: ByteInput, _ playback: FilePlayback, _ cancellation: Cancellation
    ) throws(SourceError) {
        do throws(FileUses.Conflict) {
            claim = try FileClaim.reading(input.location)
        } catch {
            throw SourceError("'\(path)' is written by this process", hint: "use a file that is complete")
        }
        self.path = path
        location = input.location
        self.input = input.location == path ? nil : input
        self.playback = playback
        self.cancellation = cancellation
    }

    private func openTracks(_ video: VideoSourceOptions?, _ audio: AudioFormat?) throws(SourceError) -> Tracks {
        // Starts both before waiting for either, so that they start in parallel.
        let startingVideo = try video.map { options throws(SourceError) in try VideoFileReader.start(self, options) }
        let startingAudio = try audio.map { format throws(SourceError) in try AudioFileReader.start(self, format) }
        let frame = try startingVideo?.wait(cancellation)
        let firstAudio = frame != nil || video == nil ? try startingAudio?.wait(cancellation) : nil
        if cancellation.isCancelled { return Tracks() }
        if let startingAudio { try refuseLostSamples(startingAudio.stream) }
        if let startingVideo, frame == nil { throw withoutVideo(startingVideo.stream) }
        if audio != nil, firstAudio == nil { try refuseLostAudio() }
        if video == nil, firstAudio == nil {
            if let codec = startingAudio?.stream.codec, codec.mediaType != "audio/x-raw" {
                throw SourceError(
                    "'\(path)': no audio can be decoded (\(codec.mediaType))",
                    hint: FileRemedy.forUndecoded(path, at: location, isOnlyAudio: true))
            }
            throw SourceError("'\(path)' contains no audio", hint: "remove --audio to send silence")
        }
        return try begin(frame, firstAudio, audio)
    }

    /// Refuses tracks that have `Correction.movieSampleTimes` and cannot be corrected.
    private func refuseLostSamples(_ stream: DecodedStream) throws(SourceError) {
        guard Correction.movieSampleTimes.isOn, let codec = stream.codec, codec.mediaType == "audio/x-raw",
            let lost = MovieHeader(of: location)?.lostTracks, !lost.isEmpty,
            stream.track.map({ lost.contains($0) }) ?? true
        else { return }
        throw SourceError(
            "'\(path)' is a movie with uncompressed audio whose times GStreamer 1.22 cannot read",
            hint: FileRemedy.conversion(path, isOnlyAudio: stream.types.allSatisfy { $0.hasPrefix("audio/") }))
    }

    private func refuseLostAudio() throws(SourceError) {
        guard Correction.lateProgramAudio.isOn, let bytes = FileBytes(location), ProgramStream.containsAudio(bytes.read)
        else { return }
        throw SourceError(
            "'\(path)': \(ProgramStream.lostAudio)",
            // Without times for all frames, which a program stream does not need, ffmpeg writes no other container.
            hint: "convert it: ffmpeg -fflags +genpts -i \(ShellWord.quoted(path)) -c copy clip.mkv, or use --no-audio")
    }

    private func begin(
        _ frame: VideoFileReader.Opening?, _ firstAudio: AudioFileReader.Opening?, _ format: AudioFormat?
    ) throws(SourceError) -> Tracks {
        let origin = origin(frame, firstAudio)
        var tracks = Tracks()
        if let frame { tracks.video = VideoFileReader(frame, in: self, origin: origin) }
        if let firstAudio, let format { tracks.audio = AudioFileReader(firstAudio, format, in: self, origin: origin) }
        (video, audio) = (tracks.video, tracks.audio)
        if playback.startAt > .zero {
            // On the grid of frames; otherwise every frame would be off by the same part of an interval.
            let rate = tracks.video?.description.rate
            let distance = rate.map { MediaTime(count: playback.startAt.count(at: $0), rate: $0) } ?? playback.startAt
            try tracks.video?.skip(to: origin + distance)
            try tracks.audio?.skip(to: origin + distance)
        }
        return tracks
    }

    /// The time in the file at which its first frame is due.
    private func origin(_ frame: VideoFileReader.Opening?, _ audio: AudioFileReader.Opening?) -> MediaTime {
        guard let frame else { return audio?.beginning ?? .zero }
        let first = frame.first.time
        guard let audio, first - audio.beginning > Self.tolerance else { return first }
        // Whole intervals keep the frames on their grid. Less than one interval of audio is lost.
        let rate = frame.conversion.description.rate
        let lead = MediaTime(count: (first - audio.beginning).count(at: rate), rate: rate)
        return first - lead
    }

    private func withoutVideo(_ stream: DecodedStream) -> SourceError {
        if let codec = stream.codec {
            return SourceError(
                "'\(path)': no frame can be decoded (\(codec.mediaType))",
                hint: FileRemedy.forUndecoded(path, at: location, isOnlyAudio: false))
        }
        if stream.types.contains(where: { $0.hasPrefix("audio/") }) {
            return SourceError("'\(path)' contains audio but no video", hint: "use it with --audio")
        }
        return SourceError("'\(path)' contains no video", hint: "use a video file")
    }

    /// Whether the file loops.
    var isLooping: Bool { playback.loops && failure == nil }

    // MARK: Ends of loop iterations

    /// The length in frame intervals of each loop iteration whose end is known.
    private var lengths: [Int64] = []

    /// The length of a loop iteration in frame intervals; `nil` before it is known.
    func length(ofIteration iteration: Int) -> Int64? { iteration < lengths.count ? lengths[iteration] : nil }

    /// Sets the length once, for both tracks.
    func setLength(_ length: Int64, ofIteration iteration: Int) {
        guard iteration == lengths.count else { return }
        lengths.append(length)
    }
}
