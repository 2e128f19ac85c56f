/// How the samples of an I420 frame are to be read.
///
/// A number that arrives from foreign code and means neither is kept, so that the rules can reject it by name.
public enum FrameDataFormat: Hashable, Sendable, CustomStringConvertible {
    /// I420, luma 16 to 235 and chroma 16 to 240.
    case i420Limited
    /// I420, luma and chroma 0 to 255.
    case i420Full
    /// A number that means no format.
    case unknown(UInt32)

    /// The sample range, or `nil` for an unknown format.
    package var range: VideoRange? {
        switch self {
        case .i420Limited: .limited
        case .i420Full: .full
        case .unknown: nil
        }
    }

    /// `i420-full`, `i420-limited`, or the unknown number.
    public var description: String {
        switch self {
        case .i420Limited: "i420-limited"
        case .i420Full: "i420-full"
        case .unknown(let number): "format \(number)"
        }
    }
}

/// The range of 8-bit samples.
public enum VideoRange: String, Hashable, Sendable, Codable, CaseIterable {
    /// Luma 16 to 235, chroma 16 to 240: the range of broadcast video and streaming servers.
    case limited
    /// Luma and chroma 0 to 255.
    case full

    /// The I420 format with this range.
    public var i420: FrameDataFormat { self == .full ? .i420Full : .i420Limited }
}

/// The size and format that a client declares at start for every frame: the capability contract.
///
/// The values are signed, as in the emulated interfaces, so that negative values can be reported.
public struct VideoCapability: Hashable, Sendable, CustomStringConvertible {
    /// Width in pixels; even, 2 to 3840 by default.
    public var width: Int32
    /// Height in pixels; even, 2 to 2160 by default.
    public var height: Int32
    /// The sample format of every frame.
    public var format: FrameDataFormat

    /// Creates a capability. It is validated when the studio starts.
    public init(width: Int32, height: Int32, format: FrameDataFormat = .i420Full) {
        self.width = width
        self.height = height
        self.format = format
    }

    /// `1920x1080 i420-full`.
    public var description: String { "\(width)x\(height) \(format)" }
}
