package import StudioCore

/// The first line of a YUV4MPEG2 stream: fields of a letter and a value.
///
/// It is read here because `y4mdec` of GStreamer 1.22 rejects heads of more than about 80 bytes, and ffmpeg writes 86.
package struct Y4MHead: Hashable, Sendable {
    private static let name = "YUV4MPEG2 "
    /// The first bytes of a stream.
    package static let magic = Array(name.utf8)
    /// The maximum length in bytes; ffmpeg's longest heads are about 100 bytes.
    package static let longestLine = 4096

    /// Each with its letter. A dictionary takes longer to make than to search these.
    private let fields: [Substring]
    /// The range that ffmpeg states in a field of its own; limited without it.
    package let range: VideoRange

    /// - Parameter line: the line without its line feed.
    /// - Returns: `nil` for other streams.
    package init?(_ line: String) {
        guard line.hasPrefix(Self.name) else { return nil }
        fields = Array(line.split(separator: " ").dropFirst())
        let isFull = fields.contains { $0.first == "X" && $0.uppercased() == "XCOLORRANGE=FULL" }
        range = isFull ? .full : .limited
    }

    /// The value of a field; of several, the last one.
    package subscript(letter: Character) -> Substring? {
        fields.last { $0.first == letter }?.dropFirst()
    }

    /// The line of a stream of progressive I420 with square pixels, with its line feed.
    package static func line(width: Int, height: Int, rate: Rate, range: VideoRange) -> String {
        let range = range == .full ? "FULL" : "LIMITED"
        return "\(name)W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1"
            + " C420jpeg XCOLORRANGE=\(range)\n"
    }
}
