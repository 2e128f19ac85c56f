import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// The codec of MessagePack, after its specification.
struct MessagePackTests {
    private func unpack(_ bytes: [UInt8]) throws(DecodingFailure) -> JSON { try JSON(unpacking: bytes) }

    private func failure(_ bytes: [UInt8]) -> DecodingFailure? {
        do throws(DecodingFailure) {
            _ = try JSON(unpacking: bytes)
            return nil
        } catch {
            return error
        }
    }

    /// Values as JSON texts, and their shortest forms in hexadecimal digits.
    static let canonical: [(String, String)] = [
        ("null", "c0"), ("false", "c2"), ("true", "c3"), ("0", "00"), ("127", "7f"), ("128", "cc80"), ("255", "ccff"),
        ("256", "cd0100"), ("65535", "cdffff"), ("65536", "ce00010000"), ("4294967295", "ceffffffff"),
        ("4294967296", "cf0000000100000000"), ("9223372036854775807", "cf7fffffffffffffff"),
        ("9223372036854775808", "cf8000000000000000"), ("18446744073709551615", "cfffffffffffffffff"),
        ("-1", "ff"), ("-32", "e0"), ("-33", "d0df"), ("-128", "d080"), ("-129", "d1ff7f"), ("-32768", "d18000"),
        ("-32769", "d2ffff7fff"), ("-2147483648", "d280000000"), ("-2147483649", "d3ffffffff7fffffff"),
        ("-9223372036854775808", "d38000000000000000"), ("0.0", "ca00000000"), ("1.5", "ca3fc00000"),
        ("-0.0", "ca80000000"), ("0.1", "cb3fb999999999999a"), ("1e300", "cb7e37e43c8800759c"), ("\"\"", "a0"),
        ("\"a\"", "a161"), ("\"é\"", "a2c3a9"), ("[]", "90"), ("[1,[null]]", "920191c0"), ("{}", "80"),
        (#"{"compact":true,"schema":0}"#, "82a7636f6d70616374c3a6736368656d6100"),
    ]

    @Test("values are written in their shortest form and read again", arguments: canonical)
    func canonicalForms(_ text: String, _ digits: String) throws {
        let value = try JSON(decoding: Array(text.utf8))
        #expect(value.packed == Self.bytes(digits))
        #expect(try unpack(Self.bytes(digits)) == value)
    }

    static func bytes(_ digits: String) -> [UInt8] {
        let digits = digits.compactMap(\.hexDigitValue)
        return stride(from: 0, to: digits.count, by: 2).map { UInt8(digits[$0] * 16 + digits[$0 + 1]) }
    }

    @Test("lengths are written in their shortest form", arguments: [31, 32, 255, 256, 65_535, 65_536])
    func lengths(_ count: Int) throws {
        let text = JSON.text(String(repeating: "x", count: count))
        let head: [UInt8] =
            switch count {
            case 31: [0xBF]
            case 32, 255: [0xD9, UInt8(count)]
            case 256, 65_535: [0xDA, UInt8(count >> 8), UInt8(count & 255)]
            default: [0xDB, 0, 1, 0, 0]
            }
        #expect(text.packed == head + [UInt8](repeating: 0x78, count: count))
        #expect(try unpack(text.packed) == text)
    }

    @Test("counts are written in their shortest form", arguments: [15, 16, 65_535, 65_536])
    func counts(_ count: Int) throws {
        let list = JSON.list([JSON](repeating: .null, count: count))
        let object = JSON.object((0..<count).map { ("\($0)", .null) })
        let heads: ([UInt8], [UInt8]) =
            switch count {
            case 15: ([0x9F], [0x8F])
            case 16, 65_535:
                ([0xDC, UInt8(count >> 8), UInt8(count & 255)], [0xDE, UInt8(count >> 8), UInt8(count & 255)])
            default: ([0xDD, 0, 1, 0, 0], [0xDF, 0, 1, 0, 0])
            }
        #expect(list.packed == heads.0 + [UInt8](repeating: 0xC0, count: count))
        #expect(object.packed.starts(with: heads.1))
        #expect(try unpack(list.packed) == list)
        #expect(try unpack(object.packed) == object)
    }

    /// Forms that are longer than needed.
    static let long: [(String, String)] = [
        ("cc01", "1"), ("cd0001", "1"), ("ce00000001", "1"), ("cf0000000000000001", "1"), ("d001", "1"),
        ("d10001", "1"),
        ("d200000001", "1"), ("d30000000000000001", "1"), ("d1ffff", "-1"), ("cb3ff8000000000000", "1.5"),
        ("d90161", "\"a\""), ("da000161", "\"a\""), ("db0000000161", "\"a\""), ("dc0001c0", "[null]"),
        ("dd00000001c0", "[null]"), ("de0001a16101", "{\"a\":1}"), ("df00000001d9016101", "{\"a\":1}"),
    ]

    @Test("longer forms are read as well", arguments: long)
    func longForms(_ digits: String, _ text: String) throws {
        #expect(try unpack(Self.bytes(digits)) == JSON(decoding: Array(text.utf8)))
    }

    @Test("every one of the 256 first bytes is a value, the head of one, or rejected")
    func firstBytes() {
        let complete = Set(Array(0x00...0x7F) + [0x80, 0x90, 0xA0, 0xC0, 0xC2, 0xC3] + Array(0xE0...0xFF))
        let rejected = Set([0xC1] + Array(0xC4...0xC9) + Array(0xD4...0xD8))
        for byte in 0...255 {
            let failure = failure([UInt8(byte)])
            #expect((failure == nil) == complete.contains(byte), "\(byte)")
            let isIncomplete = failure?.reason == "no end of the value"
            #expect(isIncomplete == (!complete.contains(byte) && !rejected.contains(byte)), "\(byte)")
        }
    }

    @Test(
        "what JSON cannot express is rejected",
        arguments: [
            "c40100", "c5000100", "c60000000100", "d40100", "c7010500", "810102", "81c002", "819002", "a1ff",
            "81a1ff01",
            "d902c080", "c0c0", "9000", "",
        ])
    func rejected(_ digits: String) { #expect(failure(Self.bytes(digits)) != nil) }

    @Test("each part of a message without its end is rejected")
    func truncated() {
        let data: JSON = ["a": [1, 300, 70_000, -200, 0.1]]
        let message: JSON = ["op": 6, "d": ["requestType": "GetVersion", "requestId": "f8", "requestData": data]]
        let bytes = message.packed
        for count in 0..<bytes.count { #expect(failure(Array(bytes.prefix(count))) != nil, "\(count)") }
        #expect(failure(bytes) == nil)
    }

    @Test("a length beyond the bytes is rejected before anything is allocated")
    func hugeCounts() {
        let huge: [UInt8] = [0xFF, 0xFF, 0xFF, 0xFF]
        for code in [0xDB, 0xDD, 0xDF] as [UInt8] {
            #expect(failure([code] + huge)?.reason == "no end of the value")
            #expect(failure([code] + huge + [UInt8](repeating: 0xC0, count: 1000))?.reason == "no end of the value")
        }
    }

    @Test("64 levels are read, 65 are not")
    func depth() {
        #expect(failure([UInt8](repeating: 0x91, count: 64) + [0xC0]) == nil)
        #expect(failure([UInt8](repeating: 0x91, count: 65) + [0xC0]) != nil)
        #expect(failure([UInt8](repeating: 0x91, count: 1 << 20)) != nil)
        let maps = (0..<65).flatMap { _ in [0x81, 0xA1, 0x61] as [UInt8] }
        #expect(failure(maps + [0xC0]) != nil)
        #expect(failure(Array(maps.dropLast(3)) + [0xC0]) == nil)
        // The depth is that of one place, not a sum.
        #expect(failure([0xDC, 0, 200] + [UInt8](repeating: 0x90, count: 200)) == nil)
    }

    @Test("NaN and infinity keep their bits", arguments: [Double.nan, .infinity, -.infinity])
    func notFinite(_ number: Double) throws {
        guard case .decimal(let read) = try unpack(JSON.decimal(number).packed) else {
            Issue.record("not a number")
            return
        }
        #expect(read.bitPattern == number.bitPattern)
    }

    @Test("random bytes are rejected, or are a value that survives", arguments: 0..<40)
    func randomBytes(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var values = 0
        for _ in 0..<500 {
            let count = Int.random(in: 0..<40, using: &random)
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            guard failure(bytes) == nil else { continue }
            values += 1
            let packed = try unpack(bytes).packed
            #expect(try unpack(packed).packed == packed)
            #expect(packed.count <= bytes.count)
        }
        #expect(values > 0)
    }
}
