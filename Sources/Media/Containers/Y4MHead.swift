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

    private var fields: [Character: Substring] = [:]
    /// The range that ffmpeg states in a field of its own; limited without it.
    package private(set) var range = VideoRange.limited

    /// - Parameter line: the line without its line feed.
    /// - Returns: `nil` for other streams.
    package init?(_ line: String) {
        guard line.hasPrefix(Self.name) else { return nil }
        for field in line.split(separator: " ").dropFirst() {
            guard let letter = field.first else { continue }
            if letter == "X" {
                if field.uppercased() == "XCOLORRANGE=FULL" { range = .full }
            } else {
                fields[letter] = field.dropFirst()
            }
        }
    }

    /// The value of a field; of several, the last one.
    package subscript(letter: Character) -> Substring? { fields[letter] }

    /// The line of a stream of progressive I420 with square pixels, with its line feed.
    package static func line(width: Int, height: Int, rate: Rate, range: VideoRange) -> String {
        let range = range == .full ? "FULL" : "LIMITED"
        return "\(name)W\(width) H\(height) F\(rate.numerator):\(rate.denominator) Ip A1:1"
            + " C420jpeg XCOLORRANGE=\(range)\n"
    }
}
