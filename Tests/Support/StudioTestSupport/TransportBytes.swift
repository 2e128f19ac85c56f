/// Transport packets with chosen fields.
package enum TransportBytes {
    package static func packet(_ identifier: UInt16) -> [UInt8] {
        [0x47, UInt8(identifier >> 8 & 0x1F), UInt8(identifier & 0xFF), 0x10] + [UInt8](repeating: 0xFF, count: 184)
    }

    /// The first packet of a unit; with an adaptation field if it is a key frame.
    package static func unit(_ identifier: UInt16, ticks: UInt64, isKeyFrame: Bool) -> [UInt8] {
        let head: [UInt8] = [
            0x47, UInt8(identifier >> 8 & 0x1F) | 0x40, UInt8(identifier & 0xFF), isKeyFrame ? 0x30 : 0x10,
        ]
        let adaptation: [UInt8] = isKeyFrame ? [7, 0x50, 0, 0, 0, 0, 0, 0] : []
        let time: [UInt8] = [
            0x21 | UInt8(ticks >> 30 & 7) << 1, UInt8(ticks >> 22 & 0xFF), UInt8(ticks >> 15 & 0x7F) << 1 | 1,
            UInt8(ticks >> 7 & 0xFF), UInt8(ticks & 0x7F) << 1 | 1,
        ]
        let bytes = head + adaptation + [0, 0, 1, 0xE0, 0, 0, 0x84, 0x80, 5] + time
        return bytes + [UInt8](repeating: 0xAA, count: 188 - bytes.count)
    }
}
