import Foundation

/// Writes PNG files without compression.
enum PNG {
    /// A file.
    ///
    /// - Parameter pixels: red, green and blue of each pixel, row by row.
    static func encode(_ pixels: [UInt8], width: Int, height: Int) -> Data {
        var rows: [UInt8] = []
        for row in 0..<height { rows += [0] + pixels[row * width * 3..<(row + 1) * width * 3] }
        var file = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
        // Eight bits, RGB, no interlacing.
        file += chunk("IHDR", bigEndian(UInt32(width)) + bigEndian(UInt32(height)) + [8, 2, 0, 0, 0])
        file += chunk("IDAT", stored(rows))
        file += chunk("IEND", [])
        return file
    }

    /// A zlib stream of blocks that are not compressed.
    private static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var stream: [UInt8] = [0x78, 0x01]
        var start = 0
        while start < bytes.count {
            let end = min(start + 65_535, bytes.count)
            let count = UInt16(end - start)
            let lengths = [count, ~count].flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            stream += [end == bytes.count ? 1 : 0] + lengths + bytes[start..<end]
            start = end
        }
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        return stream + bigEndian(b << 16 | a)
    }

    private static func chunk(_ name: String, _ bytes: [UInt8]) -> Data {
        let body = Array(name.utf8) + bytes
        return Data(bigEndian(UInt32(bytes.count)) + body + bigEndian(checksum(body)))
    }

    private static func checksum(_ bytes: [UInt8]) -> UInt32 {
        var sum: UInt32 = ~0
        for byte in bytes { sum = table[Int((sum ^ UInt32(byte)) & 255)] ^ (sum >> 8) }
        return ~sum
    }

    private static let table: [UInt32] = (0..<256).map { index in
        (0..<8).reduce(UInt32(index)) { sum, _ in sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
    }

    private static func bigEndian(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(value >> $0 & 255) }
    }
}
