import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("The shared muxer of FLV")
struct FLVMuxerTests {
    @Test("each unit becomes one tag with its track, time and kind", arguments: [EncodedUnit.Track.video, .audio])
    func units(_ track: EncodedUnit.Track) throws {
        for unit in try MuxedProgram(.flvTags).checkedUnits(of: track) {
            let tag = try MuxedProgram.bytes([unit])
            #expect(tag.withUnsafeBytes { FLVTag.track(of: $0) } == track)
            #expect(tag.suffix(4).reduce(0) { $0 << 8 | Int($1) } == tag.count - 4, "one whole tag")
        }
    }

    @Test("a stream that starts at any key frame is complete behind the headers in its caps, and begins at zero")
    func lateStart() throws {
        let units = try MuxedProgram(.flvTags).muxed.units.withLock { $0 }
        let keyFrames = units.indices.filter { units[$0].kind == .keyFrame }
        #expect(keyFrames.count == 5)
        let folder = try TestFolder()
        for (number, start) in keyFrames.enumerated() {
            let time = units[start].time
            var bytes = try #require(units[start].caps?.streamHeaders).flatMap(\.self)
            for unit in units[start...] where unit.time >= time {
                guard let tag = unit.buffer(from: time) else { throw TestFailure("no memory is left") }
                bytes += try #require(FLVTag.stamped(tag)?.withBytes { Array($0) })
            }
            let media = try MediaProbe(try folder.write("\(number).flv", bytes))
            let frames = media.frames.filter { $0.media_type == "video" }
            #expect(frames.count == 75 - number * 16)
            #expect(frames.first?.pts_time == "0.000000")
            #expect(media.frames.contains { $0.media_type == "audio" })
        }
    }

    /// Notes the order in which receivers get units.
    private final class Order: EncodedReceiver {
        let hasCapacity = true
        private let name: Character
        private let log: Lock<String>

        init(_ name: Character, in log: Lock<String>) {
            self.name = name
            self.log = log
        }

        func receive(_ unit: EncodedUnit) { log.withLock { $0 += "\(name)\(unit.track == .video ? "v" : "a")" } }
    }

    @Test("a receiver gets all units of a group before the next one gets the first")
    func order() throws {
        let (receivers, log) = (ReceiverList(), Lock(""))
        for name in ["A", "B"] as [Character] { receivers.add(Order(name, in: log)) }
        receivers.deliver(group: [try Self.unit("a0"), try Self.unit("v30")])
        #expect(log.withLock { $0 } == "AaAvBaBv")
    }

    /// A unit such as `v33`: its track, and its time in milliseconds.
    private static func unit(_ text: Substring) throws -> EncodedUnit {
        guard let buffer = MediaBuffer(byteCount: 1) else { throw TestFailure("no memory is left") }
        return EncodedUnit(
            text.first == "v" ? .video : .audio, buffer: buffer,
            time: .milliseconds(try #require(Int64(text.dropFirst()))), caps: try #require(Caps("video/x-flv")),
            beginsProgram: false)
    }

    @Test(
        "a frame completes a group; audio waits 40 ms for one",
        arguments: [
            ("v0", [1], 0), ("v0 v33 a40", [1, 1, 0], 1), ("a0 a21 v30 a42", [0, 0, 3, 0], 1),
            ("a0 a21 a39", [0, 0, 0], 3), ("a0 a21 a40", [0, 0, 3], 0), ("a0 a21 a42 a64 v70", [0, 0, 3, 0, 2], 0),
        ])
    func groups(_ units: String, _ counts: [Int], _ rest: Int) throws {
        var group = FrameGroup()
        #expect(try units.split(separator: " ").map { try group.append(Self.unit($0)).count } == counts)
        #expect(group.takeAll().count == rest)
        #expect(group.takeAll().isEmpty)
    }
}

struct FLVTagTests {
    @Test(
        "only coded frames and audio belong to a track",
        arguments: [
            (9, 1, DeliveryLedger.Track.video), (8, 1, .audio), (9, 0, nil), (8, 0, nil), (9, 2, nil), (18, 1, nil),
            (0x29, 1, .video),
        ] as [(UInt8, UInt8, DeliveryLedger.Track?)])
    func tracks(_ kind: UInt8, _ packet: UInt8, _ track: DeliveryLedger.Track?) {
        let tag = [kind] + [UInt8](repeating: 0, count: 11) + [packet]
        #expect(tag.withUnsafeBytes { FLVTag.track(of: $0) } == track)
        #expect(tag.dropLast().withUnsafeBytes { FLVTag.track(of: $0) } == nil, "too short")
    }

    @Test(
        "a tag states its time in milliseconds: the lower 24 bits, then the upper 8",
        arguments: [
            (0, [0, 0, 0, 0]), (1_999_999, [0, 0, 1, 0]), (0x010203 * 1_000_000, [1, 2, 3, 0]),
            (0x0401_0203 * 1_000_000, [1, 2, 3, 4]), (0x1_0000_0000 * 1_000_000, [0, 0, 0, 0]),
        ] as [(Int64, [UInt8])])
    func times(_ nanoseconds: Int64, _ bytes: [UInt8]) throws {
        guard let tag = MediaBuffer(copying: Array(100..<116)) else { throw TestFailure("no memory is left") }
        tag.time = MediaTime(nanoseconds: nanoseconds)
        let stamped = try #require(FLVTag.stamped(tag)?.withBytes { Array($0) })
        #expect(Array(stamped[4..<8]) == bytes)
        #expect(Array(stamped[..<4]) == [100, 101, 102, 103])
        #expect(Array(stamped[8...]) == Array(108..<116))
        #expect(tag.withBytes { $0[4] } == 104, "the bytes of the others stay as they are")
    }

    @Test("what has no time or no header is not stamped")
    func without() throws {
        for (count, time) in [(16, nil), (11, .zero)] as [(UInt8, MediaTime?)] {
            guard let tag = MediaBuffer(copying: Array(0..<count)) else { throw TestFailure("no memory is left") }
            tag.time = time
            #expect(FLVTag.stamped(tag)?.byteCount == nil)
        }
    }
}
