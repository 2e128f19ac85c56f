import StudioCore

/// Reads the orientation of a photo: the EXIF tag of PNG and WebP, which GStreamer 1.22 ignores. It knows that of JPEG.
enum ImageOrientation {
    /// The values 1 to 8.
    private static let matrices = [
        DisplayMatrix.upright, DisplayMatrix(-1, 0, 0, 1), DisplayMatrix(-1, 0, 0, -1), DisplayMatrix(1, 0, 0, -1),
        DisplayMatrix(0, 1, 1, 0), DisplayMatrix(0, 1, -1, 0), DisplayMatrix(0, -1, -1, 0), DisplayMatrix(0, -1, 1, 0),
    ]
    /// The tag of the orientation, and its type, a 16-bit number.
    private static let (tag, short) = (0x0112, 3)
    /// A damaged file may consist of tiny parts.
    private static let longestSearch = 1000
    /// In bytes.
    private static let longestPart = 1 << 16

    /// The orientation of an image; `nil` without EXIF.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    static func find(_ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> DisplayMatrix? {
        let head = read(0, 12)
        let exif: [UInt8]?
        if head.starts(with: [0x89] + Array("PNG".utf8)) {
            exif = pngPart(read)
        } else if RIFFHead(head)?.form == "WEBP" {
            let chunks = RIFFChunk.chunks(in: RIFFHead.byteCount..<Int.max, read)
            exif = chunks.first { $0.name == "EXIF" }.map { read($0.body.lowerBound, min($0.body.count, longestPart)) }
        } else {
            exif = nil
        }
        return exif.flatMap(orientation)
    }

    /// The EXIF data of a PNG file. Each part is a length, a name, a body and a checksum.
    private static func pngPart(_ read: (Int, Int) -> [UInt8]) -> [UInt8]? {
        var offset = 8
        for _ in 0..<longestSearch {
            let head = read(offset, 8)
            guard head.count == 8 else { return nil }
            let length = number(Array(head[..<4]), isBigEndian: true)
            if head[4...].elementsEqual("eXIf".utf8) { return read(offset + 8, min(length, longestPart)) }
            offset += 8 + length + 4
        }
        return nil
    }

    /// The orientation in EXIF data, which has the form of a TIFF file.
    private static func orientation(_ exif: [UInt8]) -> DisplayMatrix? {
        guard exif.starts(with: "II".utf8) || exif.starts(with: "MM".utf8) else { return nil }
        func value(_ offset: Int, _ count: Int) -> Int? {
            guard offset >= 0, offset + count <= exif.count else { return nil }
            return number(Array(exif[offset..<offset + count]), isBigEndian: exif[0] == UInt8(ascii: "M"))
        }
        guard let directory = value(4, 4), let count = value(directory, 2) else { return nil }
        for index in 0..<count {
            let field = directory + 2 + 12 * index
            guard let tag = value(field, 2) else { return nil }
            guard tag == Self.tag, value(field + 2, 2) == short, let number = value(field + 8, 2) else { continue }
            return (1...matrices.count).contains(number) ? matrices[number - 1] : nil
        }
        return nil
    }

    private static func number(_ bytes: [UInt8], isBigEndian: Bool) -> Int {
        (isBigEndian ? bytes : bytes.reversed()).reduce(0) { $0 << 8 | Int($1) }
    }
}
