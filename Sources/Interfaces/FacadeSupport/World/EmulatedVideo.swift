package import StudioCore

/// What a camera or a stream shows, or a user shares. For tests; not part of a vendor's SDK.
public struct EmulatedVideo: Hashable, Sendable {
    /// A media file, which is repeated, `coded:` for the coded card, `nil` for the test pattern.
    package var path: String?
    /// Of generated video.
    package var size: TrackControls.Size?
    package var color: FrameColor?
    /// Of generated video; 30 by default.
    package var framesPerSecond: Double?
    /// Whether rate and size are constant; otherwise as a network delivers them.
    package var isExact: Bool
    /// Whether generated samples have full range, 0 to 255; otherwise they have limited range.
    public var isFullRange = false

    package init(
        path: String? = nil, width: Int? = nil, height: Int? = nil, color: FrameColor? = nil,
        framesPerSecond: Double? = nil, isExact: Bool = true
    ) {
        (self.path, self.color, self.framesPerSecond, self.isExact) = (path, color, framesPerSecond, isExact)
        if let width, let height { size = TrackControls.Size(width: width, height: height) }
    }

    /// The same video with generated samples of full range.
    public var fullRange: EmulatedVideo {
        var video = self
        video.isFullRange = true
        return video
    }

    /// The same video as a network delivers it: 15 to 25 frames a second, which drift, and smaller frames at first.
    public var varying: EmulatedVideo {
        var video = self
        video.isExact = false
        return video
    }
}
