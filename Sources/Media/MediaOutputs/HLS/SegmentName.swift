/// The names of segments, as files and in playlists.
package enum SegmentName {
    /// The beginning of the segments' names: the playlist's name, with `_` for each character that a URI escapes.
    ///
    /// Escaped names would work with web servers only: ffmpeg and other players of files do not decode them.
    package static func stem(of name: some StringProtocol) -> String {
        String(name.map { $0.utf8.allSatisfy(isUnreserved) ? $0 : "_" })
    }

    /// The reference to a file in the same folder (RFC 3986): percent-encoded, so that no part of it is a fragment, a query,
    /// a scheme or, at the beginning of a line, a tag.
    package static func reference(_ name: String) -> String {
        name.utf8.reduce(into: "") { text, byte in
            if isUnreserved(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// RFC 3986, 2.3.
    private static func isUnreserved(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"),
            UInt8(ascii: "~"):
            true
        default: false
        }
    }
}
