package import MediaReceiving
package import StudioCore

/// Where rendered frames come from.
package enum RenderSource: Hashable, Sendable, CustomStringConvertible {
    /// The preview of a publish channel, from 0.
    case captured(channel: Int)
    /// A played stream.
    case remote(stream: String)

    /// `captured 0`, or `stream ada`.
    package var description: String {
        switch self {
        case .captured(let channel): "captured \(channel)"
        case .remote(let stream): "stream \(stream)"
        }
    }
}

/// What custom rendering is configured to.
package struct RenderConfiguration: Hashable, Sendable {
    /// The kind of buffer in which frames are delivered.
    package enum BufferType: Hashable, Sendable {
        /// Pointers to planes, valid during the callback.
        case raw
        /// Pixel buffers, which may be kept.
        case pixelBuffer
        /// Encoded frames of played streams.
        case encoded
        /// Any other.
        case unsupported(name: String)
    }

    package var bufferType: BufferType
    /// Whether frames are YUV; otherwise RGB.
    package var isYUV: Bool

    package init(_ bufferType: BufferType, isYUV: Bool) {
        (self.bufferType, self.isYUV) = (bufferType, isYUV)
    }

    /// Whether captured frames are delivered with it.
    package var deliversCaptured: Bool { bufferType == .raw || bufferType == .pixelBuffer }

    /// Whether the frames of played streams are delivered with it.
    package var deliversPlayed: Bool { deliversCaptured || bufferType == .encoded }

    /// The request of a subscription.
    ///
    /// Writes of the app reach only its own subscription: the request is writable, and its conversion is not shared.
    ///
    /// - Parameters:
    ///   - rows: how rows are padded.
    ///   - alignment: each padded stride is a multiple of it.
    ///   - isHardwareDecoded: whether raw YUV frames stay NV12.
    package func request(_ rows: RowPadding, alignment: Int, isHardwareDecoded: Bool) -> VideoRequest {
        // Encoded frames are not handed out.
        guard bufferType != .encoded else { return VideoRequest() }
        var request = VideoRequest(isWritable: true)
        rows.apply(to: &request, alignment: alignment)
        request.format = !isYUV ? .bgra : isHardwareDecoded && bufferType == .raw ? .nv12 : .i420
        // Pixel buffers announce full range; raw frames have the published range.
        if bufferType == .pixelBuffer { request.range = .full }
        return request
    }
}

/// What a client sends by custom capture.
package enum CaptureType: Hashable, Sendable, CustomStringConvertible {
    case pixelBuffer, encoded
    /// Nothing that is emulated.
    case unsupported(name: String)

    package var description: String {
        switch self {
        case .pixelBuffer: "pixel buffers"
        case .encoded: "encoded data"
        case .unsupported(let name): "the buffer type \(name)"
        }
    }
}

/// The settings of a channel's camera. Captured frames are scaled to the encoded size before anybody gets them.
package struct CaptureSettings: Hashable, Sendable {
    /// Of the capture, in pixels.
    package var width: Int
    /// Of the capture, in pixels.
    package var height: Int
    package var framesPerSecond: Int
    /// Of frames, in pixels.
    package var encodedWidth: Int
    /// Of frames, in pixels.
    package var encodedHeight: Int

    package init(
        width: Int, height: Int, framesPerSecond: Int, encodedWidth: Int? = nil, encodedHeight: Int? = nil
    ) {
        (self.width, self.height, self.framesPerSecond) = (width, height, framesPerSecond)
        (self.encodedWidth, self.encodedHeight) = (encodedWidth ?? width, encodedHeight ?? height)
    }

    /// Without a call: 360p, upright as on phones, 15 frames a second (documented).
    package static let standard = CaptureSettings(width: 360, height: 640, framesPerSecond: 15)

    /// Whether frames are the same with other settings.
    func hasFrames(like other: CaptureSettings) -> Bool {
        (encodedWidth, encodedHeight, framesPerSecond) == (
            other.encodedWidth, other.encodedHeight, other.framesPerSecond
        )
    }

    /// Whether the capture is the same with other settings.
    func hasCapture(like other: CaptureSettings) -> Bool { (width, height) == (other.width, other.height) }

    package static let sizes = 2...8192
    package static let rates = 1...120

    /// - Throws: an error for an odd size, or a value out of range.
    func validate() throws(StudioError) {
        for size in [(width, height), (encodedWidth, encodedHeight)] {
            guard [size.0, size.1].allSatisfy({ Self.sizes.contains($0) && $0.isMultiple(of: 2) }) else {
                throw StudioError(
                    .renderingVideoSize, "the size is \(size.0)x\(size.1), expected even values from 2 to 8192",
                    hint: "use a preset, or an even size")
            }
        }
        guard Self.rates.contains(framesPerSecond) else {
            throw StudioError(
                .renderingVideoRate, "the frame rate is \(framesPerSecond), expected 1 to 120", hint: "use 15 or 30")
        }
    }
}

/// How the local video is mirrored.
package enum MirrorMode: Hashable, Sendable {
    case previewOnly, both, none, publishedOnly

    /// Whether the preview is mirrored.
    package var mirrorsPreview: Bool { self == .previewOnly || self == .both }

    /// Whether the published stream is mirrored.
    package var mirrorsPublication: Bool { self == .publishedOnly || self == .both }
}

/// What the app is asked to do with a captured frame. Frames are never flipped.
package enum FrameFlip: Hashable, Sendable {
    case none
    /// Exchange left and right.
    case horizontal
}

/// A rendered frame without its bytes.
package struct RenderedFrame: Hashable, Sendable {
    /// Where it comes from.
    package let source: RenderSource
    /// How it is delivered.
    package let bufferType: RenderConfiguration.BufferType
    /// Track, layout, times.
    package let frame: FrameDescription
    /// Whether a captured frame is to be flipped.
    package let flip: FrameFlip
}

/// What became of a frame.
package enum RenderReception: Hashable, Sendable {
    /// A callback of the client got it.
    case reached
    /// The client implements no callback for it.
    case unreached
    /// The client's handler is gone.
    case gone
    /// The bytes cannot be mapped, so no handler was called.
    case unmapped
    /// The source was stopped, so no handler was called.
    case late
}

/// The counts of a rendered source: each frame of it was delivered, or dropped for a reason. A frame counts as delivered
/// when its callback has returned, and as late when its callback had not begun before the source ended.
package struct RenderStatistics: Hashable, Sendable {
    /// Frames that a callback of the client got.
    package var delivered = 0
    /// Frames without a handler.
    package var withoutHandler = 0
    /// Frames for which the handler has no callback.
    package var unreached = 0
    /// Frames that the delivery dropped.
    package var dropped: [DropReason: Int] = [:]

    package init() {}

    mutating func count(_ reception: RenderReception?) {
        switch reception {
        case .reached: delivered += 1
        case .unreached: unreached += 1
        case .gone, nil: withoutHandler += 1
        case .unmapped: dropped[.conversion, default: 0] += 1
        case .late: dropped[.late, default: 0] += 1
        }
    }

    mutating func add(_ other: [DropReason: Int]) { dropped.merge(other) { $0 + $1 } }
}
