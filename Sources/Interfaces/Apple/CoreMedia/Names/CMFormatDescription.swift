// swift-format-ignore-file: AlwaysUseLowerCamelCase

/// A kind of media.
public typealias CMMediaType = FourCharCode
/// `vide`: video.
public let kCMMediaType_Video: CMMediaType = 0x7669_6465

/// `soun`: audio.
public let kCMMediaType_Audio: CMMediaType = 0x736f_756e

/// A result of a function of this module.
public typealias OSStatus = Int32
/// The call succeeded.
public let noErr: OSStatus = 0

/// A coded or uncompressed form of video.
public typealias CMVideoCodecType = FourCharCode
/// `jpeg`
public let kCMVideoCodecType_JPEG: CMVideoCodecType = 0x6a70_6567
/// `dmb1`: JPEG with the extensions of OpenDML.
public let kCMVideoCodecType_JPEG_OpenDML: CMVideoCodecType = 0x646d_6231
/// `avc1`
public let kCMVideoCodecType_H264: CMVideoCodecType = 0x6176_6331
/// `hvc1`
public let kCMVideoCodecType_HEVC: CMVideoCodecType = 0x6876_6331

/// A size in pixels.
public struct CMVideoDimensions: Hashable, Sendable {
    /// The width in pixels.
    public var width: Int32
    /// The height in pixels.
    public var height: Int32

    /// Creates an empty size.
    public init() {
        self.init(width: 0, height: 0)
    }

    /// Creates a size.
    public init(width: Int32, height: Int32) {
        (self.width, self.height) = (width, height)
    }
}

/// The form of video or audio.
public final class CMFormatDescription: @unchecked Sendable, Hashable, CustomStringConvertible {
    // Safety: immutable; so is what `stream` refers to.
    /// The pixel format, such as `420f`, or the form of audio: `lpcm`.
    public let mediaSubType: MediaSubType
    /// The size in pixels; zero for audio.
    public let dimensions: CMVideoDimensions
    /// The form of audio at an address that lasts; `nil` for video.
    fileprivate let stream: UnsafePointer<AudioStreamBasicDescription>?

    /// A kind of media.
    public struct MediaType: RawRepresentable, Hashable, Sendable {
        /// The code.
        public let rawValue: CMMediaType

        /// Creates a kind from its code.
        public init(rawValue: CMMediaType) {
            self.rawValue = rawValue
        }

        /// Video.
        public static let video = MediaType(rawValue: kCMMediaType_Video)
        /// Audio.
        public static let audio = MediaType(rawValue: kCMMediaType_Audio)
    }

    /// A pixel format, or a form of audio.
    public struct MediaSubType: RawRepresentable, Hashable, Sendable {
        /// The code.
        public let rawValue: FourCharCode

        /// Creates a pixel format from its code.
        public init(rawValue: FourCharCode) {
            self.rawValue = rawValue
        }

        /// Uncompressed samples.
        public static let linearPCM = MediaSubType(rawValue: kAudioFormatLinearPCM)
    }

    /// The form of a buffer. Never throws.
    public convenience init(imageBuffer: CVImageBuffer) throws {
        self.init(of: imageBuffer)
    }

    package convenience init(of image: CVImageBuffer) {
        self.init(
            CVPixelBufferGetPixelFormatType(image), width: CVPixelBufferGetWidth(image),
            height: CVPixelBufferGetHeight(image))
    }

    package init(_ pixelFormat: OSType, width: Int, height: Int) {
        mediaSubType = MediaSubType(rawValue: pixelFormat)
        dimensions = CMVideoDimensions(width: Int32(clamping: width), height: Int32(clamping: height))
        stream = nil
    }

    package init(_ stream: AudioStreamBasicDescription) {
        mediaSubType = MediaSubType(rawValue: stream.mFormatID)
        dimensions = CMVideoDimensions()
        let memory = UnsafeMutablePointer<AudioStreamBasicDescription>.allocate(capacity: 1)
        memory.initialize(to: stream)
        self.stream = UnsafePointer(memory)
    }

    deinit {
        stream?.deallocate()
    }

    /// The kind of media.
    public var mediaType: MediaType { stream == nil ? .video : .audio }

    /// The form of audio; `nil` for video.
    public var audioStreamBasicDescription: AudioStreamBasicDescription? { stream?.pointee }

    /// `420f 1280x720`, `lpcm 44100 Hz, 1 channel`.
    public var description: String {
        let code = mediaSubType.rawValue.bigEndian
        let text = withUnsafeBytes(of: code) { String(decoding: $0, as: UTF8.self) }
        guard let stream = stream?.pointee else { return "\(text) \(dimensions.width)x\(dimensions.height)" }
        let channels = stream.mChannelsPerFrame
        return "\(text) \(Int(stream.mSampleRate)) Hz, \(channels) \(channels == 1 ? "channel" : "channels")"
    }

    /// Descriptions are equal when they describe the same form.
    public static func == (left: CMFormatDescription, right: CMFormatDescription) -> Bool {
        left.mediaSubType == right.mediaSubType && left.dimensions == right.dimensions
            && left.stream?.pointee == right.stream?.pointee
    }

    /// Hashes the form.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(mediaSubType)
        hasher.combine(dimensions)
        hasher.combine(stream?.pointee)
    }
}

/// The form of video.
public typealias CMVideoFormatDescription = CMFormatDescription
/// The form of audio.
public typealias CMAudioFormatDescription = CMFormatDescription

/// The form of audio, at an address that is valid as long as the description; `nil` for video.
public func CMAudioFormatDescriptionGetStreamBasicDescription(
    _ desc: CMAudioFormatDescription
) -> UnsafePointer<AudioStreamBasicDescription>? { desc.stream }

/// The size in pixels.
public func CMVideoFormatDescriptionGetDimensions(_ videoDesc: CMVideoFormatDescription) -> CMVideoDimensions {
    videoDesc.dimensions
}

/// The pixel format, such as `420f`, 875704422, or the form of audio: `lpcm`.
public func CMFormatDescriptionGetMediaSubType(_ desc: CMFormatDescription) -> FourCharCode {
    desc.mediaSubType.rawValue
}

/// The kind of media: video or audio.
public func CMFormatDescriptionGetMediaType(_ desc: CMFormatDescription) -> CMMediaType { desc.mediaType.rawValue }

/// Describes the form of a buffer.
///
/// - Parameters:
///   - allocator: has no effect.
///   - imageBuffer: the buffer.
///   - formatDescriptionOut: receives the description.
@discardableResult
public func CMVideoFormatDescriptionCreateForImageBuffer(
    allocator: CFAllocator?, imageBuffer: CVImageBuffer,
    formatDescriptionOut: UnsafeMutablePointer<CMVideoFormatDescription?>
) -> OSStatus {
    formatDescriptionOut.pointee = CMFormatDescription(of: imageBuffer)
    return noErr
}

/// Whether a buffer has this form.
public func CMVideoFormatDescriptionMatchesImageBuffer(
    _ desc: CMVideoFormatDescription, imageBuffer: CVImageBuffer
) -> Bool { desc == CMFormatDescription(of: imageBuffer) }
