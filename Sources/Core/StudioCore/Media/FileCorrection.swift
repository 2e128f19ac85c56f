/// Bytes of a file that are replaced before a demuxer reads it. The length of the file stays.
package struct FileCorrection: Hashable, Sendable {
    /// The position in the file.
    package let offset: Int
    /// The replacement.
    package let bytes: [UInt8]

    package init(offset: Int, bytes: [UInt8]) {
        (self.offset, self.bytes) = (offset, bytes)
    }
}
