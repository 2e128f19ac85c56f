/// Reads the size of a still image from the beginning of its file.
enum ImageHeader {
    /// The number of bytes that contain the size.
    static let byteCount = 64

    /// The size in pixels; `nil` for other formats and incomplete headers.
    static func size(_ bytes: some Collection<UInt8>) -> (width: Int, height: Int)? {
        let head = Array(bytes.prefix(byteCount))
        func number(_ offset: Int, _ count: Int, isBigEndian: Bool = false) -> Int? {
            guard offset + count <= head.count else { return nil }
            let digits = head[offset..<offset + count]
            return (isBigEndian ? Array(digits) : digits.reversed()).reduce(0) { $0 << 8 | Int($1) }
        }
        func pair(_ width: Int?, _ height: Int?) -> (width: Int, height: Int)? {
            guard let width, let height else { return nil }
            return (width, height)
        }
        func has(_ text: String, at offset: Int = 0) -> Bool { head.dropFirst(offset).starts(with: text.utf8) }
        if has("PNG", at: 1) { return pair(number(16, 4, isBigEndian: true), number(20, 4, isBigEndian: true)) }
        if has("GIF8") { return pair(number(6, 2), number(8, 2)) }
        if has("BM") { return pair(number(18, 4), number(22, 4).map { abs(Int(Int32(truncatingIfNeeded: $0))) }) }
        if has("RIFF"), has("WEBPVP8X", at: 8) {
            return pair(number(24, 3).map { $0 + 1 }, number(27, 3).map { $0 + 1 })
        }
        if has("RIFF"), has("WEBPVP8 ", at: 8) {
            return pair(number(26, 2).map { $0 & 0x3FFF }, number(28, 2).map { $0 & 0x3FFF })
        }
        if has("RIFF"), has("WEBPVP8L", at: 8) {
            return number(21, 4).map { ($0 & 0x3FFF + 1, $0 >> 14 & 0x3FFF + 1) }
        }
        return head.first == UInt8(ascii: "P") ? portableMap(head) : nil
    }

    /// Whether it is a PNG image with 16-bit samples of red, green and blue, without alpha.
    static func isDeepRGB(_ bytes: some Collection<UInt8>) -> Bool {
        let head = Array(bytes.prefix(26))
        return head.count == 26 && head.dropFirst().starts(with: "PNG".utf8) && head[24] == 16 && head[25] == 2
    }

    /// `P6`, comments, width and height, as text.
    private static func portableMap(_ head: [UInt8]) -> (width: Int, height: Int)? {
        guard head.count > 1, (UInt8(ascii: "1")...UInt8(ascii: "6")).contains(head[1]) else { return nil }
        let lines = head.dropFirst(2).split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        let text = lines.map { $0.prefix { $0 != UInt8(ascii: "#") } }.joined(separator: [UInt8(ascii: " ")])
        let words = text.split { $0 <= UInt8(ascii: " ") }.map { Int(String(decoding: $0, as: UTF8.self)) }
        // The third number shows that the second one is complete.
        guard words.count > 2, let width = words[0], let height = words[1], width > 0, height > 0 else { return nil }
        return (width, height)
    }
}
