/// How the samples of an I420 frame are to be read.
///
/// An open set: a value that arrives from foreign code is kept as it is and refused by the rules. Corresponds to
/// `ZoomSDKFrameDataFormat`.
public struct FrameDataFormat: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The vendor's number.
    public let rawValue: UInt32

    /// Keeps any number, known or not.
    public init(rawValue: UInt32) {
        self.rawValue = rawValue
    }

    /// I420, luma 16 to 235 and chroma 16 to 240. Corresponds to `ZoomSDKFrameDataFormat_I420_Limited`.
    public static let i420Limited = FrameDataFormat(rawValue: 0)
    /// I420, luma and chroma 0 to 255. Corresponds to `ZoomSDKFrameDataFormat_I420_Full`.
    public static let i420Full = FrameDataFormat(rawValue: 1)

    /// The sample range, or `nil` for a number that the vendor does not define.
    package var range: VideoRange? {
        switch self {
        case .i420Limited: .limited
        case .i420Full: .full
        default: nil
        }
    }

    /// `i420-full`, `i420-limited`, or the unknown number.
    public var description: String {
        switch self {
        case .i420Limited: "i420-limited"
        case .i420Full: "i420-full"
        default: "format \(rawValue)"
        }
    }
}

/// The range of 8-bit samples.
public enum VideoRange: String, Hashable, Sendable, CaseIterable {
    /// Luma 16 to 235, chroma 16 to 240: what broadcast and every ingest expects.
    case limited
    /// Luma and chroma 0 to 255.
    case full

    /// The format that an I420 frame of this range has.
    public var i420: FrameDataFormat { self == .full ? .i420Full : .i420Limited }
}

/// What an app promises about every later picture when it starts: the capability contract.
///
/// Corresponds to `ZoomSDKPSVideoSourceCapability`; the values are signed there too, so that a wrong one can be told.
public struct VideoCapability: Hashable, Sendable, CustomStringConvertible {
    /// Width in pixels; even, 2 to 3840 by default.
    public var width: Int32
    /// Height in pixels; even, 2 to 2160 by default.
    public var height: Int32
    /// The sample format of every frame.
    public var format: FrameDataFormat

    /// Makes a capability; nothing is checked before it is used to start.
    public init(width: Int32, height: Int32, format: FrameDataFormat = .i420Full) {
        self.width = width
        self.height = height
        self.format = format
    }

    /// `1920x1080 i420-full`.
    public var description: String { "\(width)x\(height) \(format)" }
}
