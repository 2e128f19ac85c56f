/// The head of a RIFF file, or of RF64, the form for long files.
package struct RIFFHead: Hashable, Sendable {
    package static let byteCount = 12
    /// What the file contains: `WAVE`, `AVI `, `WEBP`.
    package let form: String
    /// The length of the file in bytes, as its head states it. Writers to pipes leave a placeholder.
    let declaredSize: Int

    /// - Parameter bytes: the first bytes of the file.
    /// - Returns: `nil` for other files, and for fewer bytes.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= Self.byteCount, ["RIFF", "RF64"].contains(where: { bytes.starts(with: $0.utf8) }) else {
            return nil
        }
        form = String(decoding: bytes[8..<12], as: UTF8.self)
        declaredSize = 8 + RIFFChunk.number(bytes[4..<8])
    }
}

/// A chunk of a RIFF file: a name, the length of its contents, the contents, and a byte after an odd length.
struct RIFFChunk: Hashable, Sendable {
    let name: String
    /// The contents, as the head of the chunk declares them. A truncated file ends before.
    let body: Range<Int>
    /// What a list contains; its chunks follow. Of other chunks, the first bytes.
    private let kind: String

    /// A damaged file may consist of tiny chunks.
    private static let longestSearch = 10_000

    /// Where the next chunk begins.
    var end: Int { body.upperBound + body.count % 2 }

    /// The chunks of a list.
    var elements: Range<Int> { min(body.lowerBound + 4, body.upperBound)..<body.upperBound }

    func isList(_ kind: String) -> Bool { name == "LIST" && self.kind == kind }

    /// - Parameter read: returns up to this many bytes at an offset.
    init?(at offset: Int, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) {
        let head = read(offset, 12)
        guard head.count >= 8 else { return nil }
        name = String(decoding: head[..<4], as: UTF8.self)
        kind = String(decoding: head[8...], as: UTF8.self)
        body = offset + 8..<offset + 8 + Self.number(head[4..<8])
    }

    /// The chunks in a part of a file.
    static func chunks(in range: Range<Int>, _ read: (_ offset: Int, _ count: Int) -> [UInt8]) -> [RIFFChunk] {
        var (found, offset) = ([RIFFChunk](), range.lowerBound)
        while found.count < longestSearch, offset + 8 <= range.upperBound, let chunk = RIFFChunk(at: offset, read) {
            found.append(chunk)
            offset = chunk.end
        }
        return found
    }

    /// A little-endian number.
    static func number(_ bytes: ArraySlice<UInt8>) -> Int { bytes.reversed().reduce(0) { $0 << 8 | Int($1) } }
}
