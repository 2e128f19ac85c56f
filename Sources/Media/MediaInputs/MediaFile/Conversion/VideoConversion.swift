import Containers
import GStreamer
import StudioCore

/// The conversion of a file's video before it is sent: size, frame rate and colours.
struct VideoConversion: Hashable, Sendable {
    /// The output description.
    private(set) var description: VideoDescription
    /// The colorimetry for caps. The matrix is BT.709 except for wide colours. The range is the source's, because
    /// GStreamer 1.22 changes only the label between two ranges of one matrix.
    let colorimetry: String
    /// The transfer function of BT.2020 video; `nil` for BT.709. GStreamer 1.22 has no tone mapping, so such frames are
    /// delivered in 10 bits unchanged and converted later.
    let wideTransfer: VideoInfo.Transfer?
    /// Whether the file is interlaced; the output never is.
    let isInterlaced: Bool
    /// Whether the bottom field of a frame is the earlier one.
    let isBottomFieldFirst: Bool
    /// What is left out at the edges of the coded picture.
    let crop: PictureCrop
    /// The rotation of the video.
    let orientation: VideoOrientation
    /// Whether the frame rate of the file varies, so that one was chosen.
    private(set) var isRateAssumed: Bool
    /// The frame rate in the file; `nil` when the user has chosen one, or when the file has none.
    private let declaredRate: Rate?
    /// Whether the frame rate follows from the times of the frames.
    let followsTimes: Bool
    /// Where the picture is in the frame. Bars around it keep the aspect ratio.
    let rows, columns: Range<Int>
    /// Whether there are bars.
    var hasBars: Bool { rows.count < description.height || columns.count < description.width }

    /// The standard frame rates that rounded container values stand for.
    private static let nominalRates = [
        "23.976", "24", "25", "29.97", "30", "47.952", "48", "50", "59.94", "60", "119.88", "120",
    ]
    .compactMap { Rate(parsing: $0) }
    /// Containers round the frame duration: AVI to microseconds, Matroska to nanoseconds, MOV to its own clock.
    private static let rateTolerance = 0.0005

    /// - Parameters:
    ///   - source: the decoded video.
    ///   - orientation: its rotation.
    ///   - crop: what the file leaves out of it.
    ///   - options: the user's options.
    ///   - isBottomFieldFirst: whether the bottom field of an interlaced frame is the earlier one.
    init(
        _ source: VideoInfo, _ orientation: VideoOrientation, _ options: VideoSourceOptions, crop: PictureCrop = .none,
        isBottomFieldFirst: Bool = false
    ) {
        self.crop = crop.fits(width: source.width, height: source.height) ? crop : .none
        let size = Self.size(source, self.crop, orientation, options)
        let (range, ownRate) = (source.range, Self.rate(source))
        followsTimes = options.rate == nil
        isRateAssumed = followsTimes && ownRate == nil
        declaredRate = followsTimes ? ownRate : nil
        description = VideoDescription(
            width: size.width, height: size.height, rate: options.rate ?? ownRate ?? VideoSourceOptions.defaults.rate,
            range: range)
        wideTransfer = source.isBT2020 ? source.transfer : nil
        let isOwn = source.isBT709 || source.isBT2020
        colorimetry = isOwn ? source.colorimetry : range == .full ? "1:3:5:1" : "2:3:5:1"
        (rows, columns) = (
            Self.middle(size.picture.height, of: size.height), Self.middle(size.picture.width, of: size.width)
        )
        self.orientation = orientation
        isInterlaced = source.isInterlaced
        self.isBottomFieldFirst = isBottomFieldFirst
    }

    /// The same conversion at the frame rate of the frames' intervals, unless the user has chosen one.
    ///
    /// - Parameter times: the times of the first frames; `nil` for a frame without one.
    func following(_ times: [MediaTime?]) -> VideoConversion {
        guard followsTimes, let intervals = FrameIntervals(times, declared: declaredRate),
            let rate = intervals.rate(declared: declaredRate, isInterlaced: isInterlaced)
        else { return self }
        var other = self
        other.description = VideoDescription(
            width: description.width, height: description.height, rate: rate, range: description.range)
        other.isRateAssumed = intervals.isVariable
        return other
    }

    /// The deinterlacing mode; `nil` when none is needed.
    var lineCaps: Caps? { isInterlaced ? Caps("video/x-raw,format=YUY2") : nil }

    /// The video after the colour conversion.
    var colorCaps: Caps? { Caps("video/x-raw,format=\(sampleFormat),colorimetry=(string)\(colorimetry)") }

    private var sampleFormat: String { wideTransfer == nil ? "I420" : "I420_10LE" }

    /// The output video.
    var caps: Caps? {
        Caps(
            "video/x-raw,format=\(sampleFormat),width=\(description.width),height=\(description.height),pixel-aspect-ratio=1/1,"
                + "colorimetry=(string)\(colorimetry)")
    }

    /// The standard frame rate of the file; `nil` for a variable frame rate.
    private static func rate(_ source: VideoInfo) -> Rate? {
        guard let rate = source.rate, VideoSourceOptions.rates.contains(rate.perSecond),
            rate.perSecond <= FrameIntervals.highestRate
        else { return nil }
        let nominal = nominalRates.min {
            abs($0.perSecond - rate.perSecond) < abs($1.perSecond - rate.perSecond)
        }
        guard let nominal, abs(nominal.perSecond / rate.perSecond - 1) < rateTolerance else { return rate }
        return nominal
    }

    private static func size(
        _ source: VideoInfo, _ crop: PictureCrop, _ orientation: VideoOrientation, _ options: VideoSourceOptions
    ) -> (width: Int32, height: Int32, picture: (width: Int32, height: Int32)) {
        // Like players: the height stays, the width changes to make pixels square.
        var width = Double(source.width - crop.left - crop.right) * source.pixelAspect
        var height = Double(source.height - crop.top - crop.bottom)
        if orientation.swapsDimensions { (width, height) = (height, width) }
        switch (options.width, options.height) {
        case (nil, nil): return filled(evenLength(width), evenLength(height))
        case (let asked?, nil): return filled(asked, evenLength(height * Double(asked) / width))
        case (nil, let asked?): return filled(evenLength(width * Double(asked) / height), asked)
        case (let askedWidth?, let askedHeight?):
            // Differences within rounding to whole pixels are scaled, without bars.
            let scale = min(Double(askedWidth) / width, Double(askedHeight) / height)
            let isFilled = Double(askedWidth) - width * scale < 2 && Double(askedHeight) - height * scale < 2
            guard !isFilled else { return filled(askedWidth, askedHeight) }
            // As GStreamer computes it; the rest is a rounding error below a whole number.
            return (askedWidth, askedHeight, (Int32(width * scale + 1e-6), Int32(height * scale + 1e-6)))
        }
    }

    private static func filled(
        _ width: Int32, _ height: Int32
    ) -> (width: Int32, height: Int32, picture: (width: Int32, height: Int32)) { (width, height, (width, height)) }

    private static func middle(_ length: Int32, of whole: Int32) -> Range<Int> {
        let start = Int(whole - length) / 2
        return start..<start + Int(length)
    }

    /// The nearest even length, within what GStreamer accepts.
    static func evenLength(_ length: Double) -> Int32 {
        Int32(max(2, min(65_536, (length / 2).rounded() * 2)))
    }
}
