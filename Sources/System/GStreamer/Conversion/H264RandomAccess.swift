/// Decides whether decoding can start at an access unit of H.264.
///
/// h264parse 1.22 reports each I picture as a key frame. Pictures after an I picture may refer to pictures before it; only an
/// IDR picture and a recovery point exclude that (ITU-T H.264, 7.4.1.2.4 and D.2.8).
struct H264RandomAccess {
    enum Format: Hashable, Sendable {
        /// Start codes separate the NAL units.
        case byteStream
        /// A length of this many bytes precedes each NAL unit.
        case lengths(Int)
    }

    private static let slices: ClosedRange<UInt8> = 1...5
    private static let idrSlice: UInt8 = 5
    private static let supplementalInformation: UInt8 = 6
    private static let recoveryPoint = 6

    /// - Parameter unit: the bytes of one access unit.
    /// - Returns: nil without a picture.
    static func canStart(at unit: UnsafeRawBufferPointer, _ format: Format) -> Bool? {
        var position = 0
        var hasRecoveryPoint = false
        while let nal = next(in: unit, at: &position, format) {
            guard let header = nal.first else { continue }
            let type = header & 0x1F
            if slices.contains(type) { return type == idrSlice || hasRecoveryPoint }
            if type == supplementalInformation { hasRecoveryPoint = hasRecoveryPoint || containsRecoveryPoint(nal) }
        }
        return nil
    }

    /// The NAL unit at or after `position`; `position` is behind it afterwards.
    private static func next(
        in unit: UnsafeRawBufferPointer, at position: inout Int, _ format: Format
    ) -> Slice<UnsafeRawBufferPointer>? {
        switch format {
        case .byteStream:
            guard let start = startCode(in: unit, from: position) else { return nil }
            // A picture is the last unit that is examined, and its end does not matter.
            let isSlice = start + 3 < unit.count && slices.contains(unit[start + 3] & 0x1F)
            position = isSlice ? unit.count : startCode(in: unit, from: start + 3) ?? unit.count
            return unit[(start + 3)..<position]
        case .lengths(let size):
            guard position + size <= unit.count else { return nil }
            let length = unit[position..<position + size].reduce(0) { $0 << 8 | Int($1) }
            let start = position + size
            position = min(unit.count, start + length)
            return unit[start..<position]
        }
    }

    private static func startCode(in bytes: UnsafeRawBufferPointer, from start: Int) -> Int? {
        guard start + 3 <= bytes.count else { return nil }
        return (start...bytes.count - 3).first { bytes[$0] == 0 && bytes[$0 + 1] == 0 && bytes[$0 + 2] == 1 }
    }

    /// Whether a NAL unit of supplemental information has a message of this kind (7.3.2.3.1).
    private static func containsRecoveryPoint(_ nal: Slice<UnsafeRawBufferPointer>) -> Bool {
        var bytes = PayloadBytes(nal.dropFirst())
        while let type = bytes.nextNumber(), let size = bytes.nextNumber() {
            if type == recoveryPoint { return true }
            for _ in 0..<size { guard bytes.next() != nil else { return false } }
        }
        return false
    }
}

/// The bytes of a NAL unit without the bytes that prevent start codes in it (7.3.1).
private struct PayloadBytes: IteratorProtocol {
    private var bytes: Slice<UnsafeRawBufferPointer>
    private var zeros = 0

    init(_ bytes: Slice<UnsafeRawBufferPointer>) {
        self.bytes = bytes
    }

    mutating func next() -> UInt8? {
        guard var byte = bytes.popFirst() else { return nil }
        if zeros >= 2, byte == 3 {
            zeros = 0
            guard let following = bytes.popFirst() else { return nil }
            byte = following
        }
        zeros = byte == 0 ? zeros + 1 : 0
        return byte
    }

    /// A number as a sum of bytes, of which the last is below 255.
    mutating func nextNumber() -> Int? {
        var sum = 0
        while let byte = next() {
            sum += Int(byte)
            if byte < 255 { return sum }
        }
        return nil
    }
}
