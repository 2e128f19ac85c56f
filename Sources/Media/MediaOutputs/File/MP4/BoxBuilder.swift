import Containers

/// Builds a box with big-endian fields.
struct BoxBuilder {
    private var bytes: [UInt8]
    private var isLong = false

    /// A container, or a box without a version.
    init(_ type: String) {
        bytes = [0, 0, 0, 0] + Array(type.utf8)
    }

    /// A container whose type is not a text.
    init(_ type: [UInt8]) {
        bytes = [0, 0, 0, 0] + type
    }

    /// A full box.
    ///
    /// - Parameter isLong: whether times and durations have 64 bits: version 1.
    init(_ type: String, isLong: Bool, flags: UInt8 = 0) {
        self.init(type)
        self.isLong = isLong
        bytes += [isLong ? 1 : 0, 0, 0, flags]
    }

    /// The bytes of the box with its size.
    var finished: [UInt8] {
        var bytes = bytes
        bytes.replaceSubrange(0..<4, with: Self.bigEndian(UInt64(bytes.count), bytes: 4))
        return bytes
    }

    /// The last `bytes` bytes of a number.
    static func bigEndian(_ value: UInt64, bytes count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - $0))) }
    }

    mutating func append(_ value: UInt64, bytes count: Int) {
        for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> UInt64(8 * (count - 1 - index)))) }
    }

    mutating func append(text: String) { bytes += Array(text.utf8) }

    mutating func append(zeros count: Int) { bytes += [UInt8](repeating: 0, count: count) }

    mutating func append(_ box: BoxBuilder) { bytes += box.finished }

    mutating func append(_ box: LoadedBox) { bytes += box.bytes }

    mutating func append(duration: UInt64) { append(duration, bytes: isLong ? 8 : 4) }

    /// The times of creation and of the last change.
    mutating func append(times: UInt64) {
        append(duration: times)
        append(duration: times)
    }

    /// A transformation in nine numbers with 16, or in the last column 30, binary places.
    mutating func append(matrix: [UInt64]) {
        for number in matrix { append(number, bytes: 4) }
    }

    /// The transformation that changes nothing.
    static let unity: [UInt64] = [0x1_0000, 0, 0, 0, 0x1_0000, 0, 0, 0, 0x4000_0000]
}
