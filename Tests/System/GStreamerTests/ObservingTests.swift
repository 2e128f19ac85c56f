import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Observing an element's input")
struct ObservingTests {
    // MARK: Units

    @Test("a unit is reported with its bytes, time and key frame flag; a missing time is nil")
    func units() throws {
        let seen = Recorder<ObservedUnit>()
        let feed = try Feed("! identity name=in")
        try feed.pipeline.element("in").observeInput { seen.record($0) }
        for (number, time) in [MediaTime.zero, .milliseconds(40), nil].enumerated() {
            let buffer = try unit(7, count: (number + 1) * 4)
            buffer.time = time
            #expect(feed.source.push(buffer) == .taken)
        }
        #expect(seen.wait(count: 3))
        #expect(seen.all.map(\.byteCount) == [4, 8, 12])
        #expect(seen.all.map(\.time) == [.zero, .milliseconds(40), nil])
        #expect(seen.all.allSatisfy { $0.isKeyFrame })
    }

    /// What qtdemux may do with PCM of high rates in a movie that is not a file.
    @Test("PCM whose times stand still gets the times of its samples")
    func standingTimes() throws {
        let seen = Recorder<ObservedUnit>()
        let pipeline = try Pipeline(
            """
            audiotestsrc num-buffers=3 samplesperbuffer=480 ! audio/x-raw,format=S16LE,rate=48000,channels=2
            ! identity name=standing ! identity name=corrected ! fakesink name=in
            """)
        try pipeline.element("standing").replaceInput { try? unit($0.withBytes { Array($0) } ?? []) }
        try pipeline.element("corrected").correctPCM(isLittleEndian: [:])
        try pipeline.element("in").observeInput { seen.record($0) }
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        #expect(seen.all.map(\.time) == [.zero, .milliseconds(10), .milliseconds(20)])
    }

    @Test("key frames are the units that an encoder marks")
    func keyFrames() throws {
        let seen = Recorder<ObservedUnit>()
        let pipeline = try Pipeline(
            """
            videotestsrc num-buffers=12 ! video/x-raw,width=64,height=64,framerate=25/1
            ! x264enc key-int-max=4 bframes=0 ! h264parse ! fakesink name=in
            """)
        try pipeline.element("in").observeInput { seen.record($0) }
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        #expect(seen.all.map(\.isKeyFrame) == (0..<12).map { $0 % 4 == 0 })
        #expect(seen.all.allSatisfy { $0.byteCount > 0 })
        #expect(seen.all.allSatisfy { $0.time != nil })
    }

    @Test("an I picture is no key frame", arguments: ["avc", "byte-stream"])
    func intraPictures(_ format: String) throws {
        let (parsed, corrected) = (Recorder<ObservedUnit>(), Recorder<ObservedUnit>())
        let pipeline = try Pipeline(
            """
            videotestsrc pattern=snow num-buffers=24 ! video/x-raw,width=64,height=64,framerate=25/1
            ! x264enc key-int-max=12 bframes=0 option-string=min-keyint=7 ! h264parse
            ! video/x-h264,stream-format=\(format),alignment=au ! identity name=parsed ! fakesink name=corrected
            """)
        try pipeline.element("parsed").observeInput { parsed.record($0) }
        try pipeline.element("corrected").correctKeyFrames()
        try pipeline.element("corrected").observeInput { corrected.record($0) }
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        #expect(parsed.all.count(where: \.isKeyFrame) > 2, "there is no other I picture")
        #expect(corrected.all.map(\.isKeyFrame) == (0..<24).map { $0 % 7 == 0 })
        #expect(corrected.all.map(\.time) == parsed.all.map(\.time))
        #expect(corrected.all.map(\.byteCount) == parsed.all.map(\.byteCount))
    }

    @Test("an element without input cannot be observed")
    func noInput() throws {
        let pipeline = try Pipeline("fakesrc name=in ! fakesink")
        let element = try pipeline.element("in")
        #expect(throws: GStreamerError.self) { try element.observeInput { _ in } }
        #expect(throws: GStreamerError.self) { try element.interceptCaps { $0 } }
        #expect(throws: GStreamerError.self) { try element.removeArrivalTimes() }
        #expect(throws: GStreamerError.self) { try element.correctKeyFrames() }
    }

    // MARK: Caps

    /// The caps reported by a `capsfilter` before the sink, and the caps of the sink.
    private func intercept(_ body: @escaping @Sendable (Caps) -> Caps) throws -> (reported: [String], got: [Caps]) {
        let (reported, got) = (Recorder<String>(), Recorder<Caps>())
        let pipeline = try Pipeline(
            """
            videotestsrc num-buffers=2
            ! video/x-raw,format=I420,width=16,height=16,framerate=25/1,colorimetry=(string)bt709
            ! identity name=in ! appsink name=out
            """)
        let sink = try AppSink(pipeline.element("out"), onUnit: { _, _, caps in got.record(caps) }, onEnd: {})
        try pipeline.element("in").interceptCaps { caps in
            reported.record(caps.text("colorimetry") ?? "nothing")
            return body(caps)
        }
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        withExtendedLifetime(sink) {}
        return (reported.all, got.all)
    }

    @Test("caps can be observed without changing them")
    func caps() throws {
        let (reported, got) = try intercept { $0 }
        #expect(reported == ["bt709"])
        #expect(got.map { $0.text("colorimetry") } == ["bt709", "bt709"])
    }

    @Test("caps can be replaced: downstream elements see only the new ones")
    func replacedCaps() throws {
        let (reported, got) = try intercept { $0.without("colorimetry") }
        #expect(reported == ["bt709"])
        #expect(got.count == 2)
        for caps in got {
            #expect(caps.text("colorimetry") == nil)
            #expect(caps.integer("width") == 16)
            #expect(caps.text("format") == "I420")
        }
    }

    // MARK: Times of arrival

    @Test("removing the times keeps the bytes and their order")
    func removeArrivalTimes() throws {
        let (before, behind) = (Recorder<ObservedUnit>(), Recorder<ObservedUnit>())
        let feed = try Feed("! identity name=before ! identity name=forgets ! identity name=behind")
        try feed.pipeline.element("before").observeInput { before.record($0) }
        try feed.pipeline.element("forgets").removeArrivalTimes()
        try feed.pipeline.element("behind").observeInput { behind.record($0) }
        for number in 0..<3 as Range<UInt8> {
            let buffer = try unit(number, count: Int(number) + 1)
            buffer.time = .milliseconds(Int64(number) * 20)
            #expect(feed.source.push(buffer) == .taken)
        }
        #expect(behind.wait(count: 3))
        #expect(before.all.map(\.time) == [.zero, .milliseconds(20), .milliseconds(40)])
        #expect(behind.all.map(\.time) == [nil, nil, nil])
        #expect(behind.all.map(\.byteCount) == [1, 2, 3])
    }

    @Test("a sink discards bytes without times")
    func bytesInSink() throws {
        let feed = try Feed("! identity name=forgets")
        try feed.pipeline.element("forgets").removeArrivalTimes()
        #expect(try feed.push(1) == .taken)
        feed.source.end()
        #expect(feed.ended.wait())
        #expect(feed.units.count == 0)
    }

    @Test("a shared buffer keeps its time for its other owner")
    func sharedBuffer() throws {
        let behind = Recorder<ObservedUnit>()
        let feed = try Feed("! identity name=forgets ! identity name=behind")
        try feed.pipeline.element("forgets").removeArrivalTimes()
        try feed.pipeline.element("behind").observeInput { behind.record($0) }
        let buffer = try unit(1)
        buffer.time = .milliseconds(20)
        #expect(feed.source.push(buffer.retained()) == .taken)
        #expect(behind.wait(count: 1))
        #expect(behind.all.first?.time == nil)
        let kept = buffer.time
        #expect(kept == .milliseconds(20))
    }

    // MARK: Custom errors

    @Test("a custom error is posted on the bus like an element's")
    func fail() throws {
        let pipeline = try Pipeline("fakesrc is-live=true ! fakesink")
        try pipeline.play()
        pipeline.fail(GStreamerError(.stream, code: 3, source: "decoder", message: "no codec"))
        guard case .error(let error) = pipeline.nextMessage(seconds: deadlineSeconds) else {
            Issue.record("no error was posted")
            return
        }
        #expect(error.domain == .core)
        #expect(error.message == "decoder: no codec")
        #expect(error.missingElements.isEmpty)
        #expect(pipeline.nextMessage(seconds: 0) == nil)
    }
}
