import GStreamer
import StudioCore
import StudioMeeting
import StudioRuntime

/// The sources of a pipeline that takes accepted frames and audio blocks, of which one may be missing.
final class RawSources: Sendable {
    let video: AppSource?
    let audio: AppSource?
    private let capability: VideoCapability
    private let audioFormat = Lock<AudioFormat?>(nil)

    /// - Parameters:
    ///   - prefix: what the names of the sources begin with, `video` and `audio` follow.
    ///   - capacity: the units that may be queued in each.
    init(
        _ pipeline: Pipeline, prefix: String = "", capacity: (video: Int, audio: Int), _ capability: VideoCapability,
        frameRate: Rate?, backpressure: Backpressure
    ) throws(GStreamerError) {
        func source(_ name: String, _ capacity: Int) throws(GStreamerError) -> AppSource? {
            guard let element = pipeline.optionalElement(prefix + name) else { return nil }
            return try AppSource(element, policy: .refuse, capacity: capacity, backpressure: backpressure)
        }
        self.capability = capability
        (video, audio) = (try source("video", capacity.video), try source("audio", capacity.audio))
        guard let video else { return }
        let caps = Caps.i420(
            width: Int(capability.width), height: Int(capability.height), range: capability.format.range ?? .limited,
            frameRate: frameRate)
        guard let caps else {
            throw GStreamerError(.core, source: "video", message: "\(capability) cannot be expressed as caps")
        }
        video.setCaps(caps)
    }

    /// Whether a frame is in the format of the source.
    func takes(_ frame: borrowing VideoFrame) -> Bool { frame.has(capability) }

    /// Sets the format of the audio blocks that follow.
    func declare(_ format: AudioFormat) {
        let isNew = audioFormat.withLock { exchange(&$0, with: format) != format }
        if isNew, let caps = Caps.pcm(format) { audio?.setCaps(caps) }
    }

    /// Ends both tracks after all queued units.
    func end() {
        video?.end()
        audio?.end()
    }
}
