import Glibc
public import StudioCore
package import StudioRuntime

/// The media of a remote participant.
public struct ParticipantSource: Sendable {
    /// A path of a media file, y4m, raw I420 or WAV, `coded:` for the coded card, `nil` for the test pattern with a
    /// beep.
    public var path: String?
    /// Whether a media file loops.
    public var loops = false
    /// Width and height of generated video; 640x360 by default.
    public var size: TrackControls.Size?
    /// The frame rate of generated video; 30 per second by default.
    public var rate: Rate?
    /// How frames are delivered: a range of frames per second that drifts; the rate of the source if nil. 15 to 25 by
    /// default.
    public var deliveredRates: ClosedRange<Double>?
    /// Whether each subscription gets its first frames one step smaller than requested; true by default.
    public var beginsWithSmallerFrames: Bool
    /// The largest deviation of a frame from its deadline.
    public var jitter = MediaTime.zero
    /// The seed of rate and jitter, and the identity of a coded source.
    public var seed: UInt64
    /// Whether the participant has a camera.
    public var hasVideo = true
    /// Whether the participant has a microphone.
    public var hasAudio = true
    /// Whether each frame of the source is captured once, at its own time with jitter, as by a camera.
    package var isCamera = false
    /// Whether it is published as a shared screen with its audio, instead of as camera and microphone.
    public var isShare = false
    /// The range of generated frames; files keep theirs.
    package var range = VideoRange.limited
    /// The colour of generated frames, instead of the test pattern.
    package var color: FrameColor?
    /// The folder outside of which no file is read; `nil` for no limit.
    package var folder: RestrictedFolder?

    /// Selects the test pattern.
    ///
    /// - Parameters:
    ///   - seed: the seed of rate and jitter; equal seeds give equal frames at equal times.
    ///   - isExact: whether rate and size are constant, those of the source; otherwise they vary as over a network.
    public init(seed: UInt64, isExact: Bool = false) {
        self.seed = seed
        deliveredRates = isExact ? nil : TrackPacing.receivedRates
        beginsWithSmallerFrames = !isExact
    }

    /// A camera: 1280x720 at 29.97 frames per second with a jitter of 2 ms, or the size and rate of a file.
    ///
    /// - Parameter path: as ``path``.
    package static func camera(_ path: String? = nil, loops: Bool = false, seed: UInt64) -> ParticipantSource {
        var source = ParticipantSource(seed: seed, isExact: true)
        (source.path, source.loops, source.isCamera, source.hasAudio) = (path, loops, true, false)
        source.jitter = .milliseconds(2)
        guard path == nil || CodedName.isMeant(by: path) else { return source }
        source.size = TrackControls.Size(width: 1280, height: 720)
        source.rate = Rate(30_000, over: 1001)
        return source
    }

    /// The size and rate of the video.
    ///
    /// - Throws: what opening it throws.
    package func videoDescription() throws -> VideoDescription { try open(Cancellation()).video.description }

    /// The size of generated video.
    public static let defaultSize = TrackControls.Size(width: 640, height: 360)

    private static func isRegularFile(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Opens the media.
    ///
    /// - Throws: a ``SourceError`` for a pipe or a source that cannot be read, a `StudioError` for an invalid size.
    func open(_ cancellation: Cancellation) throws -> MediaSources {
        if let path, !CodedName.isMeant(by: path), path == "-" || !Self.isRegularFile(path) {
            throw SourceError(
                "'\(path)' is missing or is not a file", hint: "use a media file, coded:, or nothing for a test pattern"
            )
        }
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.path, video.loops) = (path, loops)
        (video.folder, audio.folder) = (folder, folder)
        let isGenerated = path == nil || CodedName.isMeant(by: path)
        if let size = size ?? (isGenerated ? Self.defaultSize : nil) {
            (video.width, video.height) = (Int32(size.width), Int32(size.height))
        }
        video.rate = rate
        video.range = range
        video.codedIdentity = UInt32(truncatingIfNeeded: seed)
        audio.isEnabled = hasAudio
        (audio.path, audio.loops) = (CodedName.isMeant(by: path) ? path : nil, loops)
        return try MediaSources(video: video, audio: audio, cancellation: cancellation)
    }
}
