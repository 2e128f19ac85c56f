/// The form in which a subscriber wants the frames of a track.
///
/// Equal requests for a track are converted once, however many subscribers there are.
public struct VideoRequest: Hashable, Sendable {
    /// The size of the delivered frames.
    public enum Size: Hashable, Sendable {
        /// The size that is published, which may change from frame to frame.
        case native
        /// At most this height in a 16:9 rectangle: 720 is 1280x720. Frames keep their aspect ratio and are never
        /// enlarged. Shared screens are never scaled.
        case fit(height: Int)
    }

    /// The size of the delivered frames.
    public var size: Size
    /// The arrangement of the samples.
    public var format: PixelFormat
    /// The range of luma and chroma; as published if nil. BGRA has full range.
    public var range: VideoRange?
    /// Each stride is a multiple of this number of bytes; 1 for planes without padding.
    public var strideAlignment: Int
    /// Whether the padding of rows differs from plane to plane; see ``RowPadding/uneven``.
    public var hasUnevenStrides = false
    /// How far the published frames are rotated clockwise; a quarter exchanges width and height.
    public var rotation = FrameRotation.none
    /// Whether left and right are exchanged, after the rotation.
    public var isMirrored = false
    /// Whether subscribers may change the bytes. They get a copy that no other request shares.
    public var isWritable: Bool

    /// Creates a request; by default, for the published frames as they are, without padding.
    public init(
        size: Size = .native, format: PixelFormat = .i420, range: VideoRange? = nil, strideAlignment: Int = 1,
        isWritable: Bool = false
    ) {
        self.size = size
        self.format = format
        self.range = range
        self.strideAlignment = strideAlignment
        self.isWritable = isWritable
    }

    /// The valid heights of ``Size/fit(height:)``.
    public static let heights = 2...4320
    /// The valid stride alignments, powers of 2.
    public static let alignments = 1...4096

    /// Whether delivered frames are rotated or mirrored.
    package var isTurned: Bool { rotation != .none || isMirrored }

    /// The size of the delivered frame, even, for a published one after its rotation.
    ///
    /// - Parameter kind: the kind of the track; shared screens are not scaled.
    public func outputSize(width: Int, height: Int, kind: TrackKind) -> (width: Int, height: Int) {
        guard case .fit(let limit) = size, kind != .shareVideo, width > 0, height > 0 else { return (width, height) }
        let box = (width: limit * 16 / 9, height: limit)
        guard width > box.width || height > box.height else { return (width, height) }
        // Compared as products, so that no rounding decides which side limits.
        if width * box.height >= height * box.width {
            return (Self.even(box.width), Self.even((height * box.width + width / 2) / width))
        }
        return (Self.even((width * box.height + height / 2) / height), Self.even(box.height))
    }

    /// The heights, or widths of upright formats, between which services switch.
    private static let steps = [90, 180, 360, 720, 1080, 2160]

    /// The size of the first frames of a subscription: one step smaller than ``outputSize(width:height:kind:)``.
    ///
    /// The shorter side has the largest of 90, 180, 360, 720, 1080 and 2160 pixels that is at most three quarters of the
    /// requested one, or half of it. Shared screens are not scaled. Inferred from services that send each video in
    /// several sizes, and begin with a small one.
    public func firstSize(width: Int, height: Int, kind: TrackKind) -> (width: Int, height: Int) {
        let size = outputSize(width: width, height: height, kind: kind)
        let side = min(size.width, size.height)
        guard kind != .shareVideo, side > 0 else { return size }
        let step = Self.steps.last { $0 * 4 <= side * 3 } ?? side / 2
        return (
            Self.even((size.width * step + side / 2) / side), Self.even((size.height * step + side / 2) / side)
        )
    }

    private static func even(_ value: Int) -> Int { max(2, value / 2 * 2) }

    /// The range of the delivered frame for a published one.
    public func outputRange(_ published: VideoRange) -> VideoRange {
        format == .bgra ? .full : range ?? published
    }
}
