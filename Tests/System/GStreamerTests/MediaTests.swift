import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Video and audio through a pipeline")
struct MediaTests {
    private static let sizes = [(2, 2), (10, 6), (404, 710), (426, 240), (640, 360), (1366, 768)]

    private func collect(_ text: String) throws -> [UInt8] {
        let pipeline = try Pipeline("\(text) ! appsink name=sink")
        let units = Recorder<[UInt8]>()
        let sink = try AppSink(
            pipeline.element("sink"), onUnit: { unit, _, _ in units.record(unit.withBytes { Array($0) } ?? []) },
            onEnd: {})
        try pipeline.play()
        try #require(units.wait(count: 1))
        withExtendedLifetime(sink) {}
        return try #require(units.all.first)
    }

    @Test("our layout equals GStreamer's", arguments: sizes)
    func layout(_ width: Int, _ height: Int) throws {
        let caps = "video/x-raw,format=I420,width=\(width),height=\(height),framerate=30/1"
        // Red has three different plane values, which must lie at the positions of the layout.
        let bytes = try collect("videotestsrc num-buffers=1 pattern=red ! \(caps)")
        let layout = I420Layout.gstreamer(width: width, height: height)
        #expect(bytes.count == layout.byteCount)
        try #require(bytes.count == layout.byteCount)
        var values: Set<UInt8> = []
        for plane in [layout.y, layout.u, layout.v] {
            let value = bytes[plane.offset]
            values.insert(value)
            for row in 0..<plane.height {
                let start = plane.offset + row * plane.stride
                let isEven = bytes[start..<start + plane.width].allSatisfy { abs(Int($0) - Int(value)) <= 1 }
                if !isEven { Issue.record("row \(row) of the plane at \(plane.offset)") }
            }
        }
        #expect(values.count == 3)
    }

    @Test("our planes pass through a pipeline unchanged", arguments: sizes)
    func planes(_ width: Int, _ height: Int) throws {
        for range in VideoRange.allCases {
            let layout = I420Layout.gstreamer(width: width, height: height)
            var generator = SeededRandom(seed: UInt64(width))
            let frame = generator.bytes(layout.byteCount)
            let pipeline = try Pipeline("appsrc name=src ! queue ! videoconvert ! appsink name=sink")
            let frames = Recorder<[UInt8]>()
            let kinds = Recorder<Caps>()
            let times = Recorder<MediaTime?>()
            let sink = try AppSink(
                pipeline.element("sink"),
                onUnit: { unit, time, caps in
                    times.record(time)
                    kinds.record(caps)
                    frames.record(unit.withBytes { Array($0) } ?? [])
                }, onEnd: {})
            let source = try AppSource(pipeline.element("src"), policy: .refuse)
            let caps = try #require(Caps.i420(width: width, height: height, range: range, frameRate: .thirty))
            source.setCaps(caps)
            try pipeline.play()
            let buffer = try unit(frame)
            buffer.time = .milliseconds(1234)
            #expect(source.push(buffer) == .taken)
            #expect(frames.wait(count: 1))
            #expect(frames.all == [frame])
            #expect(times.all == [.milliseconds(1234)])
            #expect(kinds.all == [caps])
            withExtendedLifetime(sink) {}
        }
    }

    @Test("caps contain size, range and frame rate")
    func caps() throws {
        try GStreamerRuntime.start()
        let full = try #require(Caps.i420(width: 404, height: 710, range: .full, frameRate: Rate(30_000, over: 1001)))
        for part in ["I420", "404", "710", "30000/1001", "1:3:5:1", "progressive"] {
            #expect(full.description.contains(part))
        }
        let limited = try #require(Caps.i420(width: 404, height: 710, range: .limited, frameRate: nil))
        #expect(limited.description.contains("framerate=(fraction)0/1"))
        #expect(limited.description.contains("bt709") || limited.description.contains("2:3:5:1"))
        #expect(full != limited)
        #expect(full == Caps(full.description))
        let mono = try #require(Caps.pcm(AudioFormat(sampleRate: 32_000, channels: 1)))
        #expect(mono.description.contains("32000"))
        #expect(!mono.description.contains("channel-mask"))
        #expect(try #require(Caps.pcm(.program)).description.contains("channel-mask"))
        #expect(Caps("no caps at all!") == nil)
    }

    /// Properties of a buffer, copied because the macros cannot hold a buffer.
    private struct Facts: Equatable {
        var time: MediaTime?
        var duration: MediaTime?
        var isDiscontinuity = false
        var bytes: [UInt8]? = [1, 2, 3, 4]

        init(time: MediaTime? = nil, duration: MediaTime? = nil, isDiscontinuity: Bool = false) {
            (self.time, self.duration, self.isDiscontinuity) = (time, duration, isDiscontinuity)
        }

        init(_ buffer: borrowing MediaBuffer) {
            (time, duration, isDiscontinuity) = (buffer.time, buffer.duration, buffer.isDiscontinuity)
            bytes = buffer.withBytes { Array($0) }
        }
    }

    @Test("a buffer reports its times, flags and bytes")
    func buffer() throws {
        let buffer = try unit([1, 2, 3, 4])
        buffer.time = nil
        #expect(Facts(buffer) == Facts())
        buffer.time = .milliseconds(5)
        buffer.duration = .milliseconds(6)
        buffer.isDiscontinuity = true
        let copy = try present(buffer.withOwnTimes())
        copy.time = .milliseconds(9)
        copy.isDiscontinuity = false
        #expect(Facts(buffer) == Facts(time: .milliseconds(5), duration: .milliseconds(6), isDiscontinuity: true))
        #expect(Facts(copy) == Facts(time: .milliseconds(9), duration: .milliseconds(6)))
        let isShared = buffer.withBytes { $0.baseAddress } == copy.withBytes { $0.baseAddress }
        #expect(isShared, "the media is not copied")
        buffer.time = nil
        #expect(Facts(buffer).time == nil)
        let other = buffer.retained()
        let isSame = buffer.withBytes { $0.baseAddress } == other.withBytes { $0.baseAddress }
        #expect(isSame, "a reference to the same media")
        #expect(Facts(other).bytes == [1, 2, 3, 4])
    }
}
