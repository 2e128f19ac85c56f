import StudioCore
import Testing

@testable import GStreamer

@Suite("Where decoding of H.264 can start")
struct H264RandomAccessTests {
    private static let delimiter: [UInt8] = [0x09, 0x10]
    private static let parameters: [UInt8] = [0x67, 0x64, 0x00, 0x1F]
    private static let idr: [UInt8] = [0x65, 0x88, 0x84]
    private static let other: [UInt8] = [0x41, 0x9A, 0x02]
    private static let recoveryPoint: [UInt8] = [0x06, 6, 1, 0x80, 0x80]
    /// A message of 259 bytes, two of which the encoder had to escape, and a recovery point behind it.
    private static let longThenRecoveryPoint: [UInt8] =
        [0x06, 5, 255, 4] + [UInt8](repeating: 6, count: 255) + [0, 0, 3, 1, 7, 6, 1, 0x80, 0x80]
    /// A message whose content is the number of a recovery point.
    private static let textOnly: [UInt8] = [0x06, 5, 4, 6, 6, 6, 6, 0x80]

    private static let units: [(nals: [[UInt8]], canStart: Bool?)] = [
        ([idr], true),
        ([other], false),
        ([delimiter, parameters, idr], true),
        ([delimiter, parameters, other], false),
        ([delimiter, recoveryPoint, other], true),
        ([delimiter, longThenRecoveryPoint, other], true),
        ([delimiter, textOnly, other], false),
        // The first slice decides: a field may follow.
        ([idr, other], true),
        ([other, idr], false),
        ([other, recoveryPoint], false),
        // No picture.
        ([], nil),
        ([delimiter], nil),
        ([parameters, recoveryPoint], nil),
        ([[0x06]], nil),
        ([[0x06, 255, 255]], nil),
        ([[0x06, 6]], nil),
    ]

    @Test("in each format", arguments: units.indices)
    func formats(_ index: Int) {
        let (nals, canStart) = Self.units[index]
        for size in [1, 2, 4] where size > 1 || nals.allSatisfy({ $0.count < 256 }) {
            let bytes = nals.flatMap { nal in
                (0..<size).reversed().map { UInt8(truncatingIfNeeded: nal.count >> ($0 * 8)) } + nal
            }
            #expect(bytes.withUnsafeBytes { H264RandomAccess.canStart(at: $0, .lengths(size)) } == canStart)
        }
        for code: [UInt8] in [[0, 0, 1], [0, 0, 0, 1]] {
            let bytes = nals.flatMap { code + $0 }
            #expect(bytes.withUnsafeBytes { H264RandomAccess.canStart(at: $0, .byteStream) } == canStart)
        }
    }

    @Test("damaged units are read within their bounds, and what follows the decisive byte changes nothing")
    func damaged() {
        var generator = SeededRandom(seed: 11)
        for _ in 0..<2000 {
            let unit = Self.units[Int.random(in: Self.units.indices, using: &generator)]
            var bytes: [UInt8] = unit.nals.flatMap { [0, 0, 1, UInt8($0.count & 0xFF)] + $0 }
            for _ in 0..<3 where !bytes.isEmpty {
                bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: 0...255, using: &generator)
            }
            let cut = bytes.prefix(Int.random(in: 0...bytes.count, using: &generator))
            for format in [H264RandomAccess.Format.byteStream, .lengths(1), .lengths(2), .lengths(4)] {
                let whole = bytes.withUnsafeBytes { H264RandomAccess.canStart(at: $0, format) }
                let decided = cut.withUnsafeBytes { H264RandomAccess.canStart(at: $0, format) }
                #expect(decided == nil || decided == whole)
            }
        }
    }
}
