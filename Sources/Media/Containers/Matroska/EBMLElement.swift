/// The beginning of an EBML element (RFC 8794): its identifier and the length of its body.
package struct EBMLElement: Hashable, Sendable {
    /// The longest beginning in bytes.
    static let maximumBytes = 12

    /// With the bits that tell its length.
    package let id: Int
    /// In bytes; `nil` when the writer did not know it.
    package let length: Int?
    /// Where its body starts.
    package let start: Int

    /// - Returns: `nil` for fewer bytes, and for bytes that begin no element.
    package init?<Bytes: RandomAccessCollection>(_ bytes: Bytes) where Bytes.Element == UInt8, Bytes.Index == Int {
        guard let first = bytes.first, first >= 0x10 else { return nil }
        let lengthStart = bytes.startIndex + first.leadingZeroBitCount + 1
        guard lengthStart < bytes.endIndex, bytes[lengthStart] != 0 else { return nil }
        let lengthBytes = bytes[lengthStart].leadingZeroBitCount + 1
        guard lengthStart + lengthBytes <= bytes.endIndex else { return nil }
        id = bytes[bytes.startIndex..<lengthStart].reduce(0) { $0 << 8 | Int($1) }
        let largest = (1 << (7 * lengthBytes)) - 1
        let length = bytes[lengthStart..<lengthStart + lengthBytes].reduce(0) { $0 << 8 | Int($1) } & largest
        self.length = length == largest ? nil : length
        start = lengthStart + lengthBytes - bytes.startIndex
    }

    /// The elements in the body of another one, with their bodies.
    static func children(of body: ArraySlice<UInt8>) -> [(id: Int, body: ArraySlice<UInt8>)] {
        var (rest, found) = (body, [(id: Int, body: ArraySlice<UInt8>)]())
        while let element = EBMLElement(rest), let length = element.length {
            found.append((element.id, rest.dropFirst(element.start).prefix(length)))
            guard element.start + length < rest.count else { break }
            rest = rest.dropFirst(element.start + length)
        }
        return found
    }
}
