/// A frame that ffmpeg decodes and converts to RGB, which is independent of psstudio's code.
package struct DecodedPicture: Sendable {
    package let width: Int
    package let height: Int
    private let bytes: [UInt8]

    /// A colour, 0 to 255 each.
    package struct Color: Hashable, Sendable, CustomStringConvertible {
        package let red: Int
        package let green: Int
        package let blue: Int

        package init(_ red: Int, _ green: Int, _ blue: Int) {
            (self.red, self.green, self.blue) = (red, green, blue)
        }

        /// The largest difference of a component.
        package func distance(to other: Color) -> Int {
            max(abs(red - other.red), abs(green - other.green), abs(blue - other.blue))
        }

        package var description: String { "(\(red), \(green), \(blue))" }
    }

    /// Decodes the first frame of a file.
    package init(_ path: String) throws {
        let probe = try Tool.run(
            "ffprobe",
            ["-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height", "-of", "csv=p=0", path])
        let size = String(decoding: probe, as: UTF8.self).split { !$0.isNumber }.compactMap { Int($0) }
        guard size.count >= 2 else { throw TestFailure("\(path) has no size") }
        (width, height) = (size[0], size[1])
        bytes = Array(
            try Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-noautorotate", "-i", path, "-map", "0:v:0", "-frames:v", "1",
                    "-pix_fmt", "rgb24", "-f", "rawvideo", "-",
                ]))
        guard bytes.count == width * height * 3 else { throw TestFailure("\(path): \(bytes.count) bytes") }
    }

    /// The colour at a position in parts of the width and height.
    package func color(_ x: Double, _ y: Double) -> Color {
        let start = (Int(y * Double(height)) * width + Int(x * Double(width))) * 3
        return Color(Int(bytes[start]), Int(bytes[start + 1]), Int(bytes[start + 2]))
    }
}
