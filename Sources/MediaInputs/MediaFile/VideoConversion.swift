import GStreamer
import StudioCore

/// What the pictures of a file become before they are sent: their size, their rate and their colours.
struct VideoConversion: Hashable, Sendable {
    /// What is delivered.
    let description: VideoDescription
    /// Colours as caps say them. The matrix is BT.709 but for wide colours; the range stays the source's own, because
    /// GStreamer 1.22 changes only the label between two ranges of one matrix.
    let colorimetry: String
    /// How brightness became samples, where colours are those of BT.2020: GStreamer 1.22 knows no tone mapping, so that they
    /// are handed out in 10 bits as they are, and converted when they are shown. `nil` where they are BT.709 already.
    let wideTransfer: VideoInfo.Transfer?
    /// Whether the file's pictures are interlaced; what is delivered never is.
    let isInterlaced: Bool
    /// How the pictures are turned.
    let orientation: PictureOrientation
    /// Whether the file says no rate, so that the default was taken.
    let isRateAssumed: Bool
    /// Whether bars fill what the pictures leave free.
    let hasBars: Bool

    /// Rates that are meant by what containers make of them.
    private static let nominalRates = [
        "23.976", "24", "25", "29.97", "30", "47.952", "48", "50", "59.94", "60", "119.88", "120",
    ]
    .compactMap { Rate(parsing: $0) }
    /// Containers round a picture's duration: AVI to microseconds, Matroska to nanoseconds, MOV to its own clock.
    private static let rateTolerance = 0.0005
    /// Above this a rate is a clock, not a frame rate.
    private static let highestOwnRate = 240.0

    /// - Parameters:
    ///   - source: the decoded pictures.
    ///   - orientation: how they lie.
    ///   - options: what the user asked for.
    init(_ source: VideoInfo, _ orientation: PictureOrientation, _ options: VideoSourceOptions) {
        let size = Self.size(source, orientation, options)
        let (range, ownRate) = (source.range, Self.rate(source))
        isRateAssumed = options.rate == nil && ownRate == nil
        description = VideoDescription(
            width: size.width, height: size.height, rate: options.rate ?? ownRate ?? VideoSourceOptions.defaults.rate,
            range: range)
        wideTransfer = source.isBT2020 ? source.transfer : nil
        let isOwn = source.isBT709 || source.isBT2020
        colorimetry = isOwn ? source.colorimetry : range == .full ? "1:3:5:1" : "2:3:5:1"
        hasBars = size.hasBars
        self.orientation = orientation
        isInterlaced = source.isInterlaced
    }

    /// What interlaced pictures are taken apart as; `nil` where there is nothing to be done.
    var lineCaps: Caps? { isInterlaced ? Caps("video/x-raw,format=YUY2") : nil }

    /// The pictures as they are behind the conversion of their colours.
    var colorCaps: Caps? { Caps("video/x-raw,format=\(sampleFormat),colorimetry=(string)\(colorimetry)") }

    private var sampleFormat: String { wideTransfer == nil ? "I420" : "I420_10LE" }

    /// The pictures as they are handed out.
    var caps: Caps? {
        Caps(
            "video/x-raw,format=\(sampleFormat),width=\(description.width),height=\(description.height),pixel-aspect-ratio=1/1,"
                + "colorimetry=(string)\(colorimetry)")
    }

    /// The rate of the file, as it is meant; `nil` where pictures come as they like.
    private static func rate(_ source: VideoInfo) -> Rate? {
        guard let rate = source.rate, VideoSourceOptions.rates.contains(rate.perSecond),
            rate.perSecond <= highestOwnRate
        else { return nil }
        let nominal = nominalRates.min {
            abs($0.perSecond - rate.perSecond) < abs($1.perSecond - rate.perSecond)
        }
        guard let nominal, abs(nominal.perSecond / rate.perSecond - 1) < rateTolerance else { return rate }
        return nominal
    }

    private static func size(
        _ source: VideoInfo, _ orientation: PictureOrientation, _ options: VideoSourceOptions
    ) -> (width: Int32, height: Int32, hasBars: Bool) {
        // As players do: the height stays, the width makes pixels square.
        var (width, height) = (Double(source.width) * source.pixelAspect, Double(source.height))
        if orientation.isOnItsSide { (width, height) = (height, width) }
        switch (options.width, options.height) {
        case (nil, nil): return (even(width), even(height), false)
        case (let asked?, nil): return (asked, even(height * Double(asked) / width), false)
        case (nil, let asked?): return (even(width * Double(asked) / height), asked, false)
        case (let askedWidth?, let askedHeight?):
            // What lies within the rounding to whole pixels is filled, not barred.
            let scale = min(Double(askedWidth) / width, Double(askedHeight) / height)
            let isFilled = Double(askedWidth) - width * scale < 2 && Double(askedHeight) - height * scale < 2
            return (askedWidth, askedHeight, !isFilled)
        }
    }

    private static func even(_ length: Double) -> Int32 {
        Int32(max(2, min(65_536, (length / 2).rounded() * 2)))
    }
}
