import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// Random values in both encodings.
struct RandomValueTests {
    private func fails(_ bytes: [UInt8]) -> Bool {
        do throws(DecodingFailure) {
            _ = try JSON(decoding: bytes)
            return false
        } catch {
            return true
        }
    }

    @Test("random values survive both forms", arguments: 0..<40)
    func roundTrip(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<100 {
            let value = JSON.random(&random, depth: 5)
            #expect(try JSON(decoding: value.encoded) == value)
            #expect(try JSON(unpacking: value.packed) == value)
        }
    }

    @Test("random damage of a text is rejected or is another value that survives", arguments: 0..<20)
    func damaged(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        for _ in 0..<200 {
            var bytes = JSON.random(&random, depth: 4).encoded
            bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            guard !fails(bytes) else { continue }
            let value = try JSON(decoding: bytes)
            #expect(try JSON(decoding: value.encoded) == value)
        }
    }
}

extension JSON {
    /// Any value without NaN.
    static func random(_ random: inout SeededRandom, depth: Int) -> JSON {
        func text() -> String {
            let scalars: [Unicode.Scalar] = ["a", "\"", "\\", "\0", "\n", "é", "€", "😀", "\u{7F}", "/"]
            let length = [0, 1, 5, 31, 32, 255, 256][Int.random(in: 0..<7, using: &random)]
            var text = String.UnicodeScalarView()
            for _ in 0..<length { text.append(scalars[Int.random(in: 0..<scalars.count, using: &random)]) }
            return String(text)
        }
        let count = [0, 1, 3, 15, 16, 20][Int.random(in: 0..<6, using: &random)]
        switch Int.random(in: 0..<(depth > 0 ? 9 : 7), using: &random) {
        case 0: return .null
        case 1: return .flag(Bool.random(using: &random))
        // Numbers of all lengths.
        case 2: return .number(Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random))
        case 3: return .integer(random.next() >> UInt64.random(in: 0..<64, using: &random))
        case 4: return .decimal(Double(Int.random(in: -999...999, using: &random)) / 8)
        case 5:
            let number = Double(bitPattern: random.next())
            return .decimal(number.isFinite ? number : 0.1)
        case 6: return .text(text())
        case 7: return .list((0..<count / 4).map { _ in self.random(&random, depth: depth - 1) })
        default:
            return .object((0..<count / 4).map { ("\($0)" + text(), self.random(&random, depth: depth - 1)) })
        }
    }
}
