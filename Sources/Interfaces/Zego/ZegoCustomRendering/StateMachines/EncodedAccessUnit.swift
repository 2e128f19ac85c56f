import GStreamer

/// The coding of an encoded frame, and what separates its NAL units.
package enum EncodedFrameFormat: Hashable, Sendable {
    /// H.264; a length of four bytes precedes each NAL unit.
    case avcc
    /// H.264; a start code precedes each NAL unit.
    case annexB
    case vp8
    /// H.265; a length of four bytes precedes each NAL unit.
    case hevcAVCC
    /// H.265; a start code precedes each NAL unit.
    case hevcAnnexB

    var codec: VideoDecoder.Codec {
        switch self {
        case .avcc, .annexB: .h264
        case .vp8: .vp8
        case .hevcAVCC, .hevcAnnexB: .h265
        }
    }
}

/// An encoded frame that a client sends: one access unit.
package struct EncodedAccessUnit: Hashable, Sendable {
    /// What a decoder takes: NAL units with start codes, or a frame of VP8.
    package let stream: [UInt8]
    /// Whether decoding can start here: an IDR picture, an IRAP picture of H.265, or a key frame of VP8.
    package let isKeyFrame: Bool
    /// Whether the parameter sets precede the picture. VP8 has none, so that it is true.
    package let beginsWithParameterSets: Bool
    /// Whether it contains a picture. Parameter sets may have been sent alone.
    package let hasPicture: Bool
    /// Whether a slice of H.264 is bidirectional.
    package let hasBidirectionalSlices: Bool

    /// - Returns: `nil` when the data does not have the format.
    package init?(_ data: [UInt8], _ format: EncodedFrameFormat) {
        let units: [Range<Int>]?
        switch format {
        case .vp8:
            guard let isKeyFrame = Self.isKeyFrame(vp8: data) else { return nil }
            stream = data
            self.isKeyFrame = isKeyFrame
            (beginsWithParameterSets, hasPicture, hasBidirectionalSlices) = (true, true, false)
            return
        case .avcc, .hevcAVCC: units = NALUnits.lengthPrefixed(data)
        case .annexB, .hevcAnnexB: units = NALUnits.startCoded(data)
        }
        guard let units, !units.isEmpty, units.allSatisfy({ data[$0.lowerBound] & 0x80 == 0 }) else { return nil }
        let kinds = units.map { NALUnits.kind(data[$0.lowerBound], format.codec) }
        var stream: [UInt8] = []
        for unit in units { stream += NALUnits.startCode + Array(data[unit]) }
        self.stream = stream
        isKeyFrame = kinds.contains(.keyPicture)
        let sets = kinds.prefix { !$0.isPicture }
        let needed: [NALUnits.Kind] =
            format.codec == .h265
            ? [.videoParameters, .sequenceParameters, .pictureParameters] : [.sequenceParameters, .pictureParameters]
        beginsWithParameterSets = needed.allSatisfy(sets.contains)
        hasPicture = kinds.contains { $0.isPicture }
        hasBidirectionalSlices =
            format.codec == .h264
            && zip(units, kinds).contains { $1.isPicture && NALUnits.isBidirectional(slice: data[$0]) }
    }

    /// Whether a frame of VP8 is a key frame (RFC 6386, 9.1); `nil` for other data.
    private static func isKeyFrame(vp8 data: [UInt8]) -> Bool? {
        guard data.count > 3 else { return nil }
        guard data[0] & 1 == 0 else { return false }
        return data.count >= 10 && data[3..<6].elementsEqual([0x9D, 0x01, 0x2A]) ? true : nil
    }
}

/// The NAL units of an access unit.
private enum NALUnits {
    enum Kind: Hashable {
        case videoParameters, sequenceParameters, pictureParameters, picture, keyPicture, other

        var isPicture: Bool { self == .picture || self == .keyPicture }
    }

    static let startCode: [UInt8] = [0, 0, 0, 1]

    /// The NAL units of data in which a length of four bytes precedes each; `nil` for other data.
    static func lengthPrefixed(_ data: [UInt8]) -> [Range<Int>]? {
        var units: [Range<Int>] = []
        var position = 0
        while position < data.count {
            let start = position + 4
            guard start <= data.count else { return nil }
            let length = data[position..<start].reduce(0) { $0 << 8 | Int($1) }
            guard length > 0, start + length <= data.count else { return nil }
            units.append(start..<start + length)
            position = start + length
        }
        return units
    }

    /// The NAL units of data in which a start code precedes each (ITU-T H.264, Annex B); `nil` for other data.
    static func startCoded(_ data: [UInt8]) -> [Range<Int>]? {
        // Behind each start code.
        var starts: [Int] = []
        var index = 0
        while index + 3 <= data.count {
            if data[index + 2] > 1 {
                index += 3
            } else if data[index] == 0, data[index + 1] == 0, data[index + 2] == 1 {
                starts.append(index + 3)
                index += 3
            } else {
                index += 1
            }
        }
        guard let first = starts.first, data[..<(first - 3)].allSatisfy({ $0 == 0 }) else { return nil }
        var units: [Range<Int>] = []
        for (start, next) in zip(starts, starts.dropFirst().map { $0 - 3 } + [data.count]) {
            // Zeros may follow a NAL unit, whose own last byte is not zero.
            guard let last = data[start..<next].lastIndex(where: { $0 != 0 }) else { return nil }
            units.append(start..<last + 1)
        }
        return units
    }

    /// What a NAL unit contains (ITU-T H.264, table 7-1, and H.265, table 7-1).
    static func kind(_ header: UInt8, _ codec: VideoDecoder.Codec) -> Kind {
        if codec == .h265 {
            switch header >> 1 & 0x3F {
            case 16...23: return .keyPicture
            case 0...31: return .picture
            case 32: return .videoParameters
            case 33: return .sequenceParameters
            case 34: return .pictureParameters
            default: return .other
            }
        }
        switch header & 0x1F {
        case 5: return .keyPicture
        case 1...4: return .picture
        case 7: return .sequenceParameters
        case 8: return .pictureParameters
        default: return .other
        }
    }

    /// Whether a slice of H.264 is bidirectional (ITU-T H.264, 7.3.3 and table 7-6).
    static func isBidirectional(slice: ArraySlice<UInt8>) -> Bool {
        // The type is the second number of the slice's head, which 16 bytes contain.
        var numbers = ExpGolombReader(Array(slice.dropFirst().prefix(16)))
        guard numbers.next() != nil, let type = numbers.next() else { return false }
        return type % 5 == 1
    }
}

/// Unsigned Exp-Golomb codes (ITU-T H.264, 9.1).
private struct ExpGolombReader {
    private let bytes: [UInt8]
    /// In bits.
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func nextBit() -> Int? {
        guard position < bytes.count * 8 else { return nil }
        defer { position += 1 }
        return Int(bytes[position / 8] >> (7 - position % 8) & 1)
    }

    mutating func next() -> Int? {
        var zeros = 0
        while true {
            guard let bit = nextBit() else { return nil }
            if bit == 1 { break }
            zeros += 1
        }
        guard zeros < 32 else { return nil }
        var number = 1
        for _ in 0..<zeros {
            guard let bit = nextBit() else { return nil }
            number = number << 1 | bit
        }
        return number - 1
    }
}
