import GStreamer
import ProgramEncoding
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs

/// The pipelines of outputs: they parse, their elements exist, and every setting is valid.
struct MuxedConnectionTests {
    /// An unopened connection.
    private static func connection(to text: String, hasAudio: Bool) throws -> MuxedConnection {
        let media = OutputMedia(
            VideoCapability(width: 64, height: 36, format: .i420Full), frameRate: nil, hasAudio: hasAudio)
        let delivery = DeliveryReport(taken: { _ in }, dropped: { _ in }, broken: {})
        let context = ConnectionContext(
            media: media, options: OutputOptions(), delivery: delivery, backpressure: Backpressure())
        let connection = try OutputRegistry.standard.driver(for: text).connect(context)
        return try #require(connection as? MuxedConnection)
    }

    @Test(
        "every output's pipeline, with and without audio",
        arguments: OutputRegistry.standard.samples.filter { $0.driver.traits.input.form != nil }.map(\.form.sample),
        [true, false])
    func outputs(_ text: String, _ hasAudio: Bool) throws {
        let folder = try TestFolder()
        let isFile = try OutputRegistry.standard.driver(for: text).traits.path != nil
        let connection = try Self.connection(to: isFile ? folder.file(text) : text, hasAudio: hasAudio)
        #expect(connection.hasCapacity)
        #expect(connection.congestion == 0)
        #expect(connection.peer.bytesTaken == 0)
        let takesStream = try OutputRegistry.standard.driver(for: text).traits.input.form?.muxer != nil
        #expect((connection.pipeline.optionalElement("stream") != nil) == takesStream)
        #expect((connection.pipeline.optionalElement("video") != nil) == !takesStream)
        #expect((connection.pipeline.optionalElement("audio") != nil) == (hasAudio && !takesStream))
        #expect(!connection.end(), "without media there is nothing to end")
    }

    /// A key frame at this time, and an audio block at zero.
    private static func units(keyFrameAt time: MediaTime) throws -> [EncodedUnit] {
        let pipeline = try Pipeline(
            """
            videotestsrc num-buffers=1 ! video/x-raw,width=64,height=36,framerate=30/1 ! x264enc tune=zerolatency
            ! h264parse ! video/x-h264,stream-format=avc,alignment=au ! appsink name=video
            audiotestsrc num-buffers=2 samplesperbuffer=1024 ! audio/x-raw,rate=48000,channels=2 ! avenc_aac
            ! aacparse ! audio/mpeg,mpegversion=4,stream-format=raw ! appsink name=audio
            """)
        let (units, ends) = (Lock<[EncodedUnit.Track: EncodedUnit]>([:]), Monitor(0))
        let sinks = try [EncodedUnit.Track.video, .audio].map { track in
            try AppSink(
                pipeline.element(track == .video ? "video" : "audio"),
                onUnit: { buffer, _, caps in
                    let unit = EncodedUnit(
                        track, buffer: buffer, time: track == .video ? time : .zero, caps: caps, beginsProgram: false)
                    units.withLock { $0[track] = $0[track] ?? unit }
                },
                onEnd: { ends.update { $0 += 1 } })
        }
        try pipeline.play()
        try #require(ends.wait(seconds: deadlineSeconds) { $0 == 2 ? true : nil } != nil)
        pipeline.stop()
        withExtendedLifetime(sinks) {}
        let found = units.withLock { $0 }
        return [try #require(found[.audio]), try #require(found[.video])]
    }

    @Test(
        "a file that ends with its first frame can be read, even if all audio is earlier",
        arguments: ["mp4", "mkv", "flv"])
    func withoutAudioUnit(_ kind: String) throws {
        let folder = try TestFolder()
        let connection = try Self.connection(to: folder.file("a.\(kind)"), hasAudio: true)
        try connection.open()
        for unit in try Self.units(keyFrameAt: .milliseconds(100)) { connection.receive(unit) }
        #expect(connection.end())
        try waitUntil("everything is written") {
            #expect(connection.nextFailure(seconds: 0) == nil)
            return connection.isDrained
        }
        #expect(connection.close(seconds: deadlineSeconds) == nil)
        let media = try MediaProbe(folder.file("a.\(kind)"))
        #expect(media.videoFrames.count == 1)
        #expect(media.audioFrames.isEmpty)
    }

    @Test("an address is a property and never a part of the pipeline description")
    func hostileAddress() throws {
        let folder = try TestFolder()
        let key = "key\" ! filesink location=\"\(folder.file("victim"))"
        _ = try Self.connection(
            to: "rtmp://127.0.0.1:9/live/" + key.replacing("/", with: "\\/"), hasAudio: true)
        #expect(try folder.names.isEmpty)
    }
}
