import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("The shared muxer of transport streams")
struct TransportMuxerTests {
    @Test("each unit becomes one chunk with its track, time and kind", arguments: [EncodedUnit.Track.video, .audio])
    func units(_ track: EncodedUnit.Track) throws {
        for unit in try MuxedProgram(.transportStream).checkedUnits(of: track) {
            let starts = try MuxedProgram.bytes([unit]).withUnsafeBytes { TransportUnit.all(in: $0) }
            #expect(starts.map(\.track) == [track])
            #expect(starts.map(\.isKeyFrame) == [unit.kind == .keyFrame])
        }
    }

    @Test("a stream that starts at any key frame has its tables, and no packet is missing after that")
    func lateStart() throws {
        let units = try MuxedProgram(.transportStream).muxed.units.withLock { $0 }
        let keyFrames = units.indices.filter { units[$0].kind == .keyFrame }
        #expect(keyFrames.count == 5)
        let folder = try TestFolder()
        for (number, start) in keyFrames.enumerated() {
            let bytes = try MuxedProgram.bytes(Array(units[start...]))
            #expect(bytes.count % MuxedPacket.byteCount == 0)
            var contents: [MuxedPacket.Content] = []
            var counters: [[UInt8]: UInt8] = [:]
            bytes.withUnsafeBytes { bytes in
                MuxedPacket.forEach(in: bytes) { packet, parsed in
                    contents.append(parsed.content)
                    // Only packets with a payload are counted.
                    guard packet[3] & 0x10 != 0 else { return }
                    let identifier = [packet[1] & 0x1F, packet[2]]
                    if let last = counters[identifier] { #expect(packet[3] & 0x0F == (last + 1) & 0x0F) }
                    counters[identifier] = packet[3] & 0x0F
                }
            }
            #expect(contents.prefix(3) == [.programAssociation, .programMap, .track(.video)])
            let media = try MediaProbe(try folder.write("\(number).ts", bytes))
            #expect(media.frames.count { $0.media_type == "video" } == 75 - number * 16)
        }
    }

    @Test("a unit after the end is a failure, not a silent loss")
    func afterTheEnd() throws {
        let program = try MuxedProgram(.transportStream)
        program.muxer.receive(try #require(program.encoded.units(of: .video).last))
        #expect(program.muxer.failure()?.message == "the muxer takes no more units")
    }

    @Test("a muxer that has received nothing ends immediately")
    func empty() throws {
        let muxer = try MuxedProgram.muxer(.transportStream)
        #expect(muxer.finish(seconds: 0))
        #expect(muxer.hasCapacity)
        #expect(muxer.failure() == nil)
    }
}
