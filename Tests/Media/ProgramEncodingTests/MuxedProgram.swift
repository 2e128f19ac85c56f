import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import ProgramEncoding

/// Keeps the units that it receives.
final class UnitCollector: EncodedReceiver {
    let units = Lock<[EncodedUnit]>([])
    let hasCapacity = true
    func receive(_ unit: EncodedUnit) { units.withLock { $0.append(unit) } }

    func units(of track: EncodedUnit.Track) -> [EncodedUnit] {
        units.withLock { $0 }.filter { $0.track == track }
    }
}

/// A short program, and what a shared muxer makes of it.
struct MuxedProgram {
    let encoded = UnitCollector()
    let muxed = UnitCollector()
    let muxer: SharedMuxer

    init(_ form: UnitForm) throws {
        muxer = try Self.muxer(form)
        let fanouts = [EncodedFanout(.video), EncodedFanout(.audio)]
        for receivers in fanouts.map(\.receivers) {
            receivers.add(encoded)
            receivers.add(muxer)
        }
        muxer.receivers.add(muxed)
        try Self.encode(into: fanouts)
        #expect(muxer.finish(seconds: deadlineSeconds))
        #expect(muxer.failure() == nil)
    }

    static func muxer(_ form: UnitForm) throws -> SharedMuxer {
        try SharedMuxer(#require(form.muxer), to: form, hasAudio: true, backpressure: Backpressure())
    }

    /// The muxed units of a track: one for each encoded unit, with its time and kind.
    func checkedUnits(of track: EncodedUnit.Track) -> [EncodedUnit] {
        let (before, after) = (encoded.units(of: track), muxed.units(of: track))
        #expect(before.count == (track == .video ? 75 : 118))
        #expect(after.map(\.time) == before.map(\.time))
        #expect(after.map(\.kind) == before.map(\.kind))
        #expect(after.map(\.beginsProgram) == before.map(\.beginsProgram))
        return after
    }

    static func bytes(_ units: [EncodedUnit]) throws -> [UInt8] {
        try units.flatMap { unit in
            try #require(unit.buffer(from: .zero)?.withBytes { Array($0) })
        }
    }

    /// Encodes 75 frames at 30 fps, every 16th a key frame, other I pictures between them, and as much audio.
    private static func encode(into fanouts: [EncodedFanout]) throws {
        let pipeline = try Pipeline(
            """
            videotestsrc pattern=snow num-buffers=75 ! video/x-raw,width=64,height=36,framerate=30/1
            ! x264enc tune=zerolatency key-int-max=30 option-string=min-keyint=16 ! h264parse config-interval=-1
            ! video/x-h264,stream-format=avc,alignment=au ! appsink name=video
            audiotestsrc num-buffers=117 samplesperbuffer=1024 ! audio/x-raw,rate=48000,channels=2 ! avenc_aac
            ! aacparse ! audio/mpeg,mpegversion=4,stream-format=raw ! appsink name=audio
            """)
        try pipeline.element("video").correctKeyFrames()
        let ends = Monitor(0)
        let sinks = try zip(["video", "audio"], fanouts).map { name, fanout in
            fanout.begin(at: .zero)
            return try AppSink(
                pipeline.element(name), onUnit: { fanout.distribute($0, at: $1, caps: $2) },
                onEnd: { ends.update { $0 += 1 } })
        }
        try pipeline.play()
        try #require(ends.wait(seconds: deadlineSeconds) { $0 == 2 ? true : nil } != nil)
        pipeline.stop()
        withExtendedLifetime(sinks) {}
    }
}
