/// A segment in front of the first scan of a JPEG image.
package struct JPEGSegment: Hashable, Sendable {
    package let marker: UInt8
    /// Its contents, behind its length, as a position in the data.
    package let body: Range<Int>

    private static let scan: UInt8 = 0xDA
    /// A damaged image may consist of tiny segments.
    private static let longestSearch = 1000

    /// What a function makes of the first segment for which it returns a value; `nil` without one, and for other data.
    ///
    /// - Parameter read: returns up to this many bytes at an offset.
    package static func first<Value>(
        _ read: (_ offset: Int, _ count: Int) -> [UInt8], _ value: (JPEGSegment) -> Value?
    ) -> Value? {
        guard read(0, 2) == [0xFF, 0xD8] else { return nil }
        var offset = 2
        for _ in 0..<longestSearch {
            let head = read(offset, 4)
            guard head.count == 4, head[0] == 0xFF else { return nil }
            // Any number of 0xFF may precede a marker.
            if head[1] == 0xFF {
                offset += 1
                continue
            }
            let length = Int(head[2]) << 8 | Int(head[3])
            guard head[1] != scan, length >= 2 else { return nil }
            let segment = JPEGSegment(marker: head[1], body: offset + 4..<offset + 2 + length)
            if let found = value(segment) { return found }
            offset = segment.body.upperBound
        }
        return nil
    }
}
