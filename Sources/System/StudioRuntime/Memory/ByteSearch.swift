import Glibc

extension Array<UInt8> {
    /// Where `part` begins first, from `start` on; `nil` when it does not occur. `firstRange(of:)` is generic: its
    /// first use takes a million instructions for the head of a file.
    package func firstOffset(of part: [UInt8], from start: Int = 0) -> Int? {
        guard let first = part.first else { return start }
        return withUnsafeBytes { bytes in
            var offset = start
            while offset + part.count <= bytes.count, let base = bytes.baseAddress {
                guard let found = memchr(base + offset, Int32(first), bytes.count - part.count + 1 - offset) else {
                    break
                }
                offset = UnsafeRawPointer(found) - base
                if memcmp(found, part, part.count) == 0 { return offset }
                offset += 1
            }
            return nil
        }
    }
}
