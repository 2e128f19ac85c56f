import GStreamer
import SessionProtocol
import StudioCore

extension PreviewFormat {
    /// The property of the encoder that has a quality, with its value; `nil` for its default.
    package func setting(ofQuality quality: Int?) -> (property: String, value: Int)? {
        guard let quality else { return nil }
        return switch self {
        case .jpeg: ("quality", quality)
        // 0 is the smallest file, which has the highest level.
        case .png: ("compression-level", 9 - (quality * 9 + 50) / 100)
        }
    }
}

/// From the frames of a track to those of an encoder of images.
struct PreviewConversion {
    struct Key: Equatable {
        let layout: FrameLayout
        let range: VideoRange
    }

    let key: Key
    /// The scaled frame: the same aspect ratio, not larger than the frame.
    let size: I420Layout
    /// The format of the results in caps.
    let formatName: String
    /// Scales in I420: colours are converted in small frames, which takes half the time.
    private let scaler: VideoConverter
    /// The colours of JPEG; `nil` for RGB.
    private let colors: JPEGColors?
    private let converter: (VideoConverter, byteCount: Int)?
    /// Whether frames get full range before RGB.
    private let mustExpand: Bool

    /// - Returns: `nil` when GStreamer has no such conversion.
    init?(_ key: Key, width: Int, to format: PreviewFormat) {
        let layout = key.layout
        let width = min(width, layout.width / 2 * 2)
        let height = max(2, (layout.height * width / layout.width + 1) / 2 * 2)
        let size = I420Layout.gstreamer(width: width, height: height)
        guard let scaler = VideoConverter(from: layout, to: FrameLayout(size), range: key.range) else { return nil }
        (self.key, self.size, self.scaler) = (key, size, scaler)
        mustExpand = format == .png && key.range == .limited && Correction.limitedWhite.isOn
        switch format {
        case .jpeg:
            (formatName, colors, converter) = ("I420", JPEGColors(from: key.range), nil)
        case .png:
            guard let target = FrameLayout(.bgra, width: width, height: height),
                let converter = VideoConverter(
                    from: FrameLayout(size), to: target, range: mustExpand ? .full : key.range)
            else { return nil }
            (formatName, colors, self.converter) = ("BGRx", nil, (converter, target.byteCount))
        }
    }

    /// Converts a frame; `nil` when there is no memory.
    func convert(_ frame: borrowing MediaBuffer) -> MediaBuffer? {
        guard let scaled = MediaBuffer(byteCount: size.byteCount), scaler.convert(frame, into: scaled) else {
            return nil
        }
        guard let converter else {
            _ = scaled.withMutableBytes { colors?.convert($0, layout: size) }
            return scaled
        }
        if mustExpand {
            _ = scaled.withMutableBytes { RangeConversion.convert($0, to: .full, layout: FrameLayout(size)) }
        }
        guard let result = MediaBuffer(byteCount: converter.byteCount), converter.0.convert(scaled, into: result)
        else { return nil }
        return result
    }
}
