// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A kind of media file. There are no writers.
public struct AVFileType: RawRepresentable, Hashable, Sendable {
    /// The identifier.
    public let rawValue: String

    /// Creates a kind from its identifier.
    public init(rawValue: String) {
        self.rawValue = rawValue
    }

    /// QuickTime.
    public static let mov = AVFileType(rawValue: "com.apple.quicktime-movie")
    /// MPEG-4.
    public static let mp4 = AVFileType(rawValue: "public.mpeg-4")
    /// MPEG-4 with the suffix `m4v`.
    public static let m4v = AVFileType(rawValue: "com.apple.m4v-video")
}

/// The key of the coded format, an ``AVVideoCodecType``.
public let AVVideoCodecKey = "AVVideoCodecKey"
/// The key of the width in pixels.
public let AVVideoWidthKey = "AVVideoWidthKey"
/// The key of the height in pixels.
public let AVVideoHeightKey = "AVVideoHeightKey"

extension AVCaptureVideoDataOutput {
    /// What a writer of a file would be given: H.264 in the size of the camera's active format; `nil` without a camera.
    public func recommendedVideoSettingsForAssetWriter(writingTo outputFileType: AVFileType) -> [String: Any]? {
        guard let size = connection(with: .video)?.inputPorts.first?.formatDescription?.dimensions else { return nil }
        return [
            AVVideoCodecKey: AVVideoCodecType.h264, AVVideoWidthKey: Int(size.width),
            AVVideoHeightKey: Int(size.height),
        ]
    }
}
