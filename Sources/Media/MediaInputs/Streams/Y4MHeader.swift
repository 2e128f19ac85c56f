import Containers
import StudioCore

/// The head of a y4m stream, as far as it can be sent.
struct Y4MHeader: Hashable, Sendable {
    /// The options with which ffmpeg writes y4m in the colours that psstudio expects; without them, it converts RGB to
    /// BT.601, and y4m carries no matrix.
    static let ffmpegOptions = "-vf scale=out_color_matrix=bt709:out_range=tv -pix_fmt yuv420p -f yuv4mpegpipe"

    let width: Int32
    let height: Int32
    /// `nil` when the writer did not know it (`F0:0`, or no field).
    let rate: Rate?
    let range: VideoRange
    /// The width of a pixel by its height; 1 when the writer did not know it (`A0:0`, or no field).
    let pixelAspect: Double
    /// The field with it, for messages.
    private let aspectField: Substring?

    /// The width in square pixels; the height stays.
    var squareWidth: Int32 {
        pixelAspect == 1 ? width : VideoConversion.evenLength(Double(width) * pixelAspect)
    }

    /// Parses the line, without its line feed.
    ///
    /// - Throws: for an invalid line, and for video other than progressive 8-bit 4:2:0.
    init(parsing line: String) throws(SourceError) {
        guard let head = Y4MHead(line) else {
            throw SourceError(
                "the input does not start with YUV4MPEG2", hint: "create y4m with ffmpeg \(Self.ffmpegOptions)")
        }
        guard let width = head["W"].flatMap({ Int32($0) }), let height = head["H"].flatMap({ Int32($0) }),
            width > 0, height > 0
        else {
            throw SourceError("the y4m header has no valid width and height", hint: "expected W1920 H1080, for example")
        }
        let chroma = head["C"] ?? "420"
        guard ["420", "420jpeg", "420mpeg2", "420paldv"].contains(chroma) else {
            throw SourceError("the y4m video is C\(chroma), not 8-bit 4:2:0", hint: "use ffmpeg \(Self.ffmpegOptions)")
        }
        if let interlacing = head["I"], !["p", "?"].contains(interlacing) {
            throw SourceError("the y4m video is interlaced (I\(interlacing))", hint: "use ffmpeg -vf yadif")
        }
        self.width = width
        self.height = height
        range = head.range
        rate = try Self.rate(head["F"])
        aspectField = head["A"]
        pixelAspect = try Self.pixelAspect(aspectField)
    }

    /// The size in square pixels, for messages: `320x180`, or `640x180 in square pixels (320x180 with pixels of 2:1)`.
    var squareSize: String {
        guard pixelAspect != 1, let aspectField else { return "\(width)x\(height)" }
        return "\(squareWidth)x\(height) in square pixels (\(width)x\(height) with pixels of \(aspectField))"
    }

    /// What to do when another size is expected.
    ///
    /// - Parameter size: the expected size, as ffmpeg's filter `scale` takes it.
    func remedy(forSize size: String) -> String {
        pixelAspect == 1
            ? "remove --width and --height, or scale with ffmpeg"
            : "write square pixels with ffmpeg -vf scale=\(size),setsar=1, or remove --width and --height"
    }

    private static func pixelAspect(_ field: Substring?) throws(SourceError) -> Double {
        guard let field, field != "0:0" else { return 1 }
        let parts = field.split(separator: ":").compactMap { Int32($0) }
        guard parts.count == 2, parts[0] > 0, parts[1] > 0 else {
            throw SourceError(
                "the y4m header's pixel aspect ratio A\(field) is not valid", hint: "expected A1:1, for example")
        }
        return Double(parts[0]) / Double(parts[1])
    }

    private static func rate(_ field: Substring?) throws(SourceError) -> Rate? {
        guard let field, field != "0:0" else { return nil }
        let parts = field.split(separator: ":").compactMap { Int64($0) }
        guard parts.count == 2, let rate = Rate(parts[0], over: parts[1]),
            VideoSourceOptions.rates.contains(rate.perSecond)
        else {
            throw SourceError("the y4m header's frame rate F\(field) is not valid", hint: "expected F30:1, for example")
        }
        return rate
    }
}
