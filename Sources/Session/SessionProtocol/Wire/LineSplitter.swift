import Glibc

/// Splits a stream of bytes into lines of limited length, in limited memory.
package struct LineSplitter: Hashable, Sendable {
    package enum Item: Hashable, Sendable {
        /// A line without its line feed; never empty.
        case line([UInt8])
        /// A line is longer than the limit. Its bytes are skipped.
        case tooLong
    }

    /// The longest line of the protocol, without its line feed.
    package static let longest = 1 << 20

    private let limit: Int
    private var pending: [UInt8] = []
    /// Whether the rest of the current line is skipped.
    private var isSkipping = false

    package init(limit: Int = Self.longest) {
        self.limit = limit
    }

    /// The bytes of the line that is not complete.
    package var pendingCount: Int { pending.count }

    /// Adds bytes.
    ///
    /// - Returns: the lines that they complete, in order. Empty lines are left out.
    package mutating func append(_ bytes: UnsafeRawBufferPointer) -> [Item] {
        var items: [Item] = []
        var rest = bytes[...]
        while !rest.isEmpty {
            let end = Self.lineFeed(in: rest)
            let part = rest[..<(end ?? rest.endIndex)]
            if !isSkipping {
                if pending.count + part.count > limit {
                    items.append(.tooLong)
                    isSkipping = true
                    pending = []
                } else {
                    pending += part
                }
            }
            guard let end else { break }
            if !isSkipping, !pending.isEmpty { items.append(.line(pending)) }
            pending = []
            isSkipping = false
            rest = rest[(end + 1)...]
        }
        return items
    }

    private static func lineFeed(in bytes: Slice<UnsafeRawBufferPointer>) -> Int? {
        let buffer = UnsafeRawBufferPointer(rebasing: bytes)
        guard let start = buffer.baseAddress, let found = memchr(start, 10, buffer.count) else { return nil }
        return bytes.startIndex + (UnsafeRawPointer(found) - start)
    }
}
