import MediaInputs
import StudioCore
import StudioMeeting
import StudioRuntime
import ZegoCustomRendering

/// The video of a camera or a stream, for tests. Not part of the vendor's SDK.
public struct EmulatedVideo: Hashable, Sendable {
    private var path: String?
    private var width: Int?
    private var height: Int?
    private var framesPerSecond: Double?
    private var isExact = true

    /// Colour bars with a moving block and a time code.
    ///
    /// - Parameters:
    ///   - width: in pixels, even. A camera has the capture size instead.
    ///   - height: in pixels, even. A camera has the capture size instead.
    ///   - framesPerSecond: a camera has the rate of its config instead.
    public static func pattern(width: Int = 640, height: Int = 360, framesPerSecond: Double = 30) -> EmulatedVideo {
        EmulatedVideo(path: nil, width: width, height: height, framesPerSecond: framesPerSecond)
    }

    /// A test card with the number of each frame, which `psstudio probe` reads.
    public static func coded(width: Int = 640, height: Int = 360, framesPerSecond: Double = 30) -> EmulatedVideo {
        EmulatedVideo(path: "coded:", width: width, height: height, framesPerSecond: framesPerSecond)
    }

    /// A media file that is repeated.
    public static func file(_ path: String) -> EmulatedVideo { EmulatedVideo(path: path) }

    /// The same video as a network delivers it: 15 to 25 frames a second, which drift, and smaller frames at first.
    public var varying: EmulatedVideo {
        var varying = self
        varying.isExact = false
        return varying
    }

    private init(path: String?, width: Int? = nil, height: Int? = nil, framesPerSecond: Double? = nil) {
        (self.path, self.width, self.height, self.framesPerSecond) = (path, width, height, framesPerSecond)
    }

    func source(seed: UInt64) -> ParticipantSource {
        var source = ParticipantSource(seed: seed, isExact: isExact)
        source.path = path
        source.loops = path.map { $0 != "coded:" } ?? false
        if let width, let height { source.size = TrackControls.Size(width: width, height: height) }
        source.rate = framesPerSecond.flatMap { Rate(parsing: "\($0)") }
        source.hasAudio = false
        return source
    }

    /// Publishes the video to a camera's track, until the result is called.
    func startCamera(
        _ settings: CaptureSettings, to track: Track, clock: any StudioClock, seed: UInt64
    ) throws(StudioError) -> @Sendable () -> Void {
        var source = source(seed: seed)
        source.size = TrackControls.Size(width: settings.width, height: settings.height)
        source.rate = Rate(Int64(settings.framesPerSecond))
        do {
            let feed = try ParticipantFeed(source, to: track, clock: clock)
            return { feed.stop() }
        } catch {
            throw StudioError(.renderingCamera, "the camera cannot be opened: \(error)", hint: "use another video")
        }
    }
}
