import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

@Suite("The shared muxer of transport streams")
struct TransportMuxerTests {
    private final class Collector: EncodedReceiver {
        let units = Lock<[EncodedUnit]>([])
        let hasCapacity = true
        func receive(_ unit: EncodedUnit) { units.withLock { $0.append(unit) } }

        func units(of track: EncodedUnit.Track) -> [EncodedUnit] {
            units.withLock { $0 }.filter { $0.track == track }
        }
    }

    /// Encodes 75 frames at 30 fps, every 16th a key frame, other I pictures between them, and as much audio.
    private static func encode(into fanout: EncodedFanout) throws {
        let pipeline = try Pipeline(
            """
            videotestsrc pattern=snow num-buffers=75 ! video/x-raw,width=64,height=36,framerate=30/1
            ! x264enc tune=zerolatency key-int-max=30 option-string=min-keyint=16 ! h264parse config-interval=-1
            ! video/x-h264,stream-format=avc,alignment=au ! appsink name=video
            audiotestsrc num-buffers=117 samplesperbuffer=1024 ! audio/x-raw,rate=48000,channels=2 ! avenc_aac
            ! aacparse ! audio/mpeg,mpegversion=4,stream-format=raw ! appsink name=audio
            """)
        try pipeline.element("video").correctKeyFrames()
        fanout.begin(at: .zero)
        let ends = Monitor(0)
        let sinks = try [EncodedUnit.Track.video, .audio].map { track in
            try AppSink(
                pipeline.element(track == .video ? "video" : "audio"),
                onUnit: { fanout.distribute(track, $0, at: $1, caps: $2) },
                onEnd: { ends.update { $0 += 1 } })
        }
        try pipeline.play()
        try #require(ends.wait(seconds: deadlineSeconds) { $0 == 2 ? true : nil } != nil)
        pipeline.stop()
        withExtendedLifetime(sinks) {}
    }

    private static func bytes(_ units: [EncodedUnit]) throws -> [UInt8] {
        try units.flatMap { unit in
            try #require(unit.buffer(from: .zero)?.withBytes { Array($0) })
        }
    }

    private static func muxed() throws -> (encoded: Collector, chunks: Collector, muxer: TransportMuxer) {
        let (fanout, encoded, chunks) = (EncodedFanout(), Collector(), Collector())
        let muxer = try TransportMuxer(hasAudio: true, backpressure: Backpressure())
        fanout.receivers.add(encoded)
        fanout.receivers.add(muxer)
        muxer.add(chunks)
        try encode(into: fanout)
        #expect(muxer.finish(seconds: deadlineSeconds))
        #expect(muxer.failure() == nil)
        return (encoded, chunks, muxer)
    }

    @Test("each unit becomes one chunk with its track, time and kind", arguments: [EncodedUnit.Track.video, .audio])
    func units(_ track: EncodedUnit.Track) throws {
        let (encoded, chunks, _) = try Self.muxed()
        let (before, after) = (encoded.units(of: track), chunks.units(of: track))
        #expect(before.count == (track == .video ? 75 : 118))
        #expect(after.map(\.time) == before.map(\.time))
        #expect(after.map(\.kind) == before.map(\.kind))
        #expect(after.map(\.beginsProgram) == before.map(\.beginsProgram))
        for unit in after {
            let starts = try Self.bytes([unit]).withUnsafeBytes { TransportUnit.all(in: $0) }
            #expect(starts.map(\.track) == [track])
            #expect(starts.map(\.isKeyFrame) == [unit.kind == .keyFrame])
        }
    }

    @Test("a stream that starts at any key frame has its tables, and no packet is missing after that")
    func lateStart() throws {
        let units = try Self.muxed().chunks.units.withLock { $0 }
        let keyFrames = units.indices.filter { units[$0].kind == .keyFrame }
        #expect(keyFrames.count == 5)
        let folder = try TestFolder()
        for (number, start) in keyFrames.enumerated() {
            let bytes = try Self.bytes(Array(units[start...]))
            #expect(bytes.count % TransportPacket.byteCount == 0)
            var contents: [TransportPacket.Content] = []
            var counters: [[UInt8]: UInt8] = [:]
            bytes.withUnsafeBytes { bytes in
                TransportPacket.forEach(in: bytes) { packet, parsed in
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
        let (encoded, _, muxer) = try Self.muxed()
        muxer.receive(try #require(encoded.units(of: .video).last))
        #expect(muxer.failure()?.message == "the muxer takes no more units")
    }

    @Test("a muxer that has received nothing ends immediately")
    func empty() throws {
        let muxer = try TransportMuxer(hasAudio: true, backpressure: Backpressure())
        #expect(muxer.finish(seconds: 0))
        #expect(muxer.hasCapacity)
        #expect(muxer.failure() == nil)
    }
}
