import StudioCore

/// How a picture is turned and mirrored for display: one of eight orientations.
///
/// A point (x, y) of the picture is shown at (a·x + c·y, b·x + d·y). Each value is -1, 0 or 1.
package struct DisplayMatrix: Hashable, Sendable {
    package let (a, b, c, d): (Int, Int, Int, Int)

    package init(_ a: Int, _ b: Int, _ c: Int, _ d: Int) {
        (self.a, self.b, self.c, self.d) = (a, b, c, d)
    }

    package static let upright = DisplayMatrix(1, 0, 0, 1)
    /// A quarter turn counterclockwise.
    private static let quarterTurn = DisplayMatrix(0, -1, 1, 0)

    /// The picture in this orientation is shown with another one.
    package func followed(by other: DisplayMatrix) -> DisplayMatrix {
        DisplayMatrix(
            a * other.a + b * other.c, a * other.b + b * other.d, c * other.a + d * other.c, c * other.b + d * other.d)
    }

    /// The orientation of a movie's matrix, whose values may be scaled; `nil` for any other angle.
    ///
    /// - Parameter values: a, b, c and d.
    package init?(scaled values: [Int]) {
        guard values.count == 4, let largest = values.map(\.magnitude).max(), largest > 0 else { return nil }
        // Programs that multiply matrices leave rounding errors.
        let signs = values.map { $0.magnitude < largest / 1000 ? 0 : $0.signum() }
        guard (signs[0] == 0) == (signs[3] == 0), (signs[1] == 0) == (signs[2] == 0), (signs[0] == 0) != (signs[1] == 0)
        else { return nil }
        self.init(signs[0], signs[1], signs[2], signs[3])
    }

    /// The orientation of a flat picture in Matroska; `nil` unless yaw and pitch are half turns and roll quarter turns.
    ///
    /// - Parameters:
    ///   - yaw: degrees about the vertical axis; half a turn is a mirror.
    ///   - pitch: degrees about the horizontal axis; half a turn is a mirror.
    ///   - roll: degrees counterclockwise, after the others.
    package init?(yaw: Double, pitch: Double, roll: Double) {
        guard let yaw = Self.count(of: 180, in: yaw), let pitch = Self.count(of: 180, in: pitch),
            let roll = Self.count(of: 90, in: roll)
        else { return nil }
        var matrix = DisplayMatrix(yaw % 2 == 0 ? 1 : -1, 0, 0, pitch % 2 == 0 ? 1 : -1)
        for _ in 0..<(roll % 4 + 4) % 4 { matrix = matrix.followed(by: .quarterTurn) }
        self = matrix
    }

    private static func count(of step: Double, in angle: Double) -> Int? {
        let count = (angle / step).rounded()
        return abs(count) <= 1000 && abs(angle - count * step) < 0.01 ? Int(count) : nil
    }
}

/// The orientations in the header of an MP4 or MOV file.
///
/// `qtdemux` of GStreamer 1.22 reports seven of the eight, and ignores the matrix of the movie.
package struct MovieOrientations: Hashable, Sendable {
    /// The orientations by the number of the track.
    package let tracks: [Int: DisplayMatrix]

    /// Reads the header; no tracks for other files.
    ///
    /// - Parameters:
    ///   - size: the size of the file in bytes.
    ///   - read: returns up to this many bytes at an offset.
    package init(size: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        var tracks: [Int: DisplayMatrix] = [:]
        if let movie = MovieBox.movie(size: size, read) {
            let whole = movie.descendant(["mvhd"], read).flatMap { Self.matrix($0, after: 36, read) } ?? .upright
            for track in MovieBox.boxes(in: movie.body, read) where track.type == "trak" {
                guard let number = MovieBox.trackNumber(track, read), let header = track.descendant(["tkhd"], read),
                    let own = Self.matrix(header, after: 40, read)
                else { continue }
                tracks[number] = own.followed(by: whole)
            }
        }
        self.tracks = tracks
    }

    /// - Parameter offset: where the matrix is in a header with 32-bit times; one with 64-bit times is longer.
    private static func matrix(_ header: MovieBox, after offset: Int, _ read: (Int, Int) -> [UInt8]) -> DisplayMatrix? {
        guard let version = read(header.body.lowerBound, 1).first else { return nil }
        let fields = read(header.body.lowerBound + offset + (version == 1 ? 12 : 0), 20)
        guard fields.count == 20 else { return nil }
        // Three columns; the third one is for perspective.
        return DisplayMatrix(
            scaled: [0, 4, 12, 16].map { start in
                Int(Int32(bitPattern: fields[start..<start + 4].reduce(0) { $0 << 8 | UInt32($1) }))
            })
    }
}
