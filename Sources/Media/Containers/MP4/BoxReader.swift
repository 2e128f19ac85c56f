/// Why bytes are not the boxes of an MP4 file, or the file is not one as psstudio writes it.
package struct MP4FormatError: Error, Hashable, Sendable, CustomStringConvertible {
    package let description: String

    package init(_ description: String) {
        self.description = description
    }
}

/// The header of a box (ISO/IEC 14496-12, 4.2).
package struct BoxHeader: Hashable, Sendable {
    /// The longest header in bytes.
    package static let maximumBytes = 16

    package let type: String
    package let headerBytes: Int
    /// The size of the box with its header; `nil` for a box that extends to the end of the file.
    package let byteCount: UInt64?

    /// - Parameter bytes: the first bytes of the box, at least 8 and for a large box 16.
    package init(_ bytes: some Collection<UInt8>) throws(MP4FormatError) {
        var reader = BoxReader(Array(bytes.prefix(Self.maximumBytes)))
        let size = try reader.integer(4)
        type = try reader.type()
        byteCount =
            switch size {
            case 0: nil
            case 1: try reader.integer(8)
            default: size
            }
        headerBytes = size == 1 ? 16 : 8
        if let byteCount, byteCount < UInt64(headerBytes) {
            throw MP4FormatError("the box '\(type)' has a size of \(byteCount) bytes")
        }
    }
}

/// Reads the big-endian fields of a box.
package struct BoxReader {
    private let bytes: [UInt8]
    private var position = 0

    package init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    package mutating func skip(_ count: Int) { position += count }

    /// An unsigned integer of `count` bytes.
    package mutating func integer(_ count: Int) throws(MP4FormatError) -> UInt64 {
        guard position + count <= bytes.count else { throw MP4FormatError("a box ends inside a field") }
        defer { position += count }
        return bytes[position..<position + count].reduce(0) { $0 << 8 | UInt64($1) }
    }

    package mutating func integer32() throws(MP4FormatError) -> UInt32 { UInt32(truncatingIfNeeded: try integer(4)) }

    /// The four letters of a type.
    package mutating func type() throws(MP4FormatError) -> String {
        let number = try integer32()
        return String(decoding: (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * $0)) }, as: UTF8.self)
    }

    /// The version and the flags of a full box.
    package mutating func versionAndFlags() throws(MP4FormatError) -> (version: UInt64, flags: UInt32) {
        (try integer(1), UInt32(try integer(3)))
    }
}

/// A box in memory.
package struct LoadedBox: Hashable, Sendable {
    package let type: String
    /// With the header.
    package let bytes: [UInt8]
    let headerBytes: Int

    /// The boxes in `bytes`, in order.
    package static func all(in bytes: some Collection<UInt8>) throws(MP4FormatError) -> [LoadedBox] {
        var (rest, boxes): (ArraySlice<UInt8>, [LoadedBox]) = (Array(bytes)[...], [])
        while rest.count >= 8 {
            let header = try BoxHeader(rest)
            let count = header.byteCount ?? UInt64(rest.count)
            guard count <= UInt64(rest.count) else { throw MP4FormatError("the box '\(header.type)' is truncated") }
            boxes.append(
                LoadedBox(
                    type: header.type, bytes: Array(rest.prefix(Int(count))), headerBytes: header.headerBytes))
            rest = rest.dropFirst(Int(count))
        }
        return boxes
    }

    var content: ArraySlice<UInt8> { bytes.dropFirst(headerBytes) }
    /// A reader at the first field.
    package var fields: BoxReader { BoxReader(Array(content)) }

    /// The boxes inside of a container.
    package func children() throws(MP4FormatError) -> [LoadedBox] { try Self.all(in: content) }

    /// The only box at a path of types below this container.
    package func descendant(_ path: String...) throws(MP4FormatError) -> LoadedBox {
        var box = self
        for type in path {
            guard let child = try box.children().first(where: { $0.type == type }) else {
                throw MP4FormatError("the box '\(box.type)' contains no '\(type)'")
            }
            box = child
        }
        return box
    }
}
