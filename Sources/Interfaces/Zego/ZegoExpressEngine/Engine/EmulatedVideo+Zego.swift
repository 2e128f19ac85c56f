import FacadeEnvironment
public import FacadeSupport
import MediaInputs
import StudioCore
import StudioMeeting
import StudioRuntime
import ZegoCustomRendering

extension EmulatedVideo {
    /// Colour bars with a moving block and a time code.
    ///
    /// - Parameters:
    ///   - width: in pixels, even. A camera has the encoded size instead.
    ///   - height: in pixels, even. A camera has the encoded size instead.
    ///   - framesPerSecond: 0.01 to 1000. A camera has the rate of its config instead.
    public static func pattern(width: Int = 640, height: Int = 360, framesPerSecond: Double = 30) -> EmulatedVideo {
        EmulatedVideo(width: width, height: height, framesPerSecond: framesPerSecond)
    }

    /// A test card with the number of each frame, which `psstudio probe` reads.
    public static func coded(width: Int = 640, height: Int = 360, framesPerSecond: Double = 30) -> EmulatedVideo {
        EmulatedVideo(path: "coded:", width: width, height: height, framesPerSecond: framesPerSecond)
    }

    /// A media file that is repeated.
    public static func file(_ path: String) -> EmulatedVideo { EmulatedVideo(path: path) }

    /// Publishes the video to a camera's track, until the result is called.
    func startCamera(
        _ settings: CaptureSettings, to track: Track, clock: any StudioClock, seed: UInt64
    ) throws(StudioError) -> @Sendable () -> Void {
        do {
            var source = try source(seed: seed)
            source.size = TrackControls.Size(width: settings.encodedWidth, height: settings.encodedHeight)
            source.rate = Rate(Int64(settings.framesPerSecond))
            let feed = try ParticipantFeed(source, to: track, clock: clock)
            return { feed.stop() }
        } catch {
            throw StudioError(.renderingCamera, "the camera cannot be opened: \(error)", hint: "use another video")
        }
    }
}
