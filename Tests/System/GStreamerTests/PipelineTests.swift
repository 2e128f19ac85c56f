import Foundation
import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Building and running pipelines")
struct PipelineTests {
    private func error(_ text: String) -> GStreamerError? {
        failure { () throws(GStreamerError) in _ = try Pipeline(text) }
    }

    @Test("all missing elements are named")
    func missing() throws {
        let failure = try #require(error("fakesrc ! nosuchelement ! othermissing ! fakesink"))
        #expect(failure.missingElements == ["nosuchelement", "othermissing"])
        #expect(failure.description == "missing GStreamer elements: nosuchelement, othermissing")
    }

    @Test(
        "a missing element that psstudio uses is named with its Debian package",
        arguments: [
            ("x264enc", "gstreamer1.0-plugins-ugly"), ("rtmp2sink", "gstreamer1.0-plugins-bad"),
            ("mp4mux", "gstreamer1.0-plugins-good"), ("avdec_aac", "gstreamer1.0-libav"),
            ("appsrc", "gstreamer1.0-plugins-base"), ("queue", "libgstreamer1.0-0"),
        ])
    func package(_ element: String, package: String) {
        #expect(PluginPackages.package(of: element) == package)
        var error = GStreamerError(.parse, source: "pipeline", message: "no element")
        error.missingElements = [element, "unheard-of"]
        #expect(
            error.description
                == "missing GStreamer elements: \(element), unheard-of; apt-get install \(package)")
    }

    @Test(
        "a description that does not parse is rejected",
        arguments: [
            "fakesrc ! ! fakesink", "fakesrc nosuchproperty=1 ! fakesink", "fakesrc ! fakesink ! fakesink",
            "audiotestsrc ! video/x-raw ! fakesink", "fakesrc num-buffers= ! fakesink (",
        ])
    func unparsable(_ text: String) throws {
        let failure = try #require(error(text))
        #expect(failure.domain == .parse)
        #expect(!failure.message.isEmpty)
        #expect(failure.missingElements == [])
    }

    @Test("a description without a pipeline is rejected", arguments: ["", "fakesink"])
    func noPipeline(_ text: String) {
        #expect(error(text) != nil)
    }

    @Test("elements are found by name")
    func elements() throws {
        let pipeline = try Pipeline("fakesrc name=one ! fakesink name=two")
        #expect(try pipeline.element("one").name == "one")
        #expect(pipeline.optionalElement("two")?.name == "two")
        #expect(pipeline.optionalElement("three") == nil)
        let missing = failure { () throws(GStreamerError) in _ = try pipeline.element("three") }
        #expect(missing?.description == "pipeline: no element is named 'three'")
    }

    @Test("the end of the stream is posted on the bus")
    func end() throws {
        let pipeline = try Pipeline("fakesrc num-buffers=3 ! fakesink")
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        #expect(pipeline.nextMessage(seconds: 0) == nil)
        pipeline.stop()
    }

    @Test("a runtime error is posted on the bus with domain, code and element")
    func runningError() throws {
        let pipeline = try Pipeline("fakesrc num-buffers=100 ! identity name=culprit error-after=3 ! fakesink")
        try pipeline.play()
        guard case .error(let error) = pipeline.nextMessage(seconds: deadlineSeconds) else {
            Issue.record("no error was posted")
            return
        }
        #expect(error.source == "culprit")
        #expect(error.domain == .core)
        #expect(error.code != 0)
        #expect(!error.message.isEmpty)
    }

    @Test("play throws an error of the start, with its cause")
    func startError() throws {
        let pipeline = try Pipeline("filesrc name=reader location=/nonexistent/x ! fakesink")
        let error = try #require(failure { () throws(GStreamerError) in try pipeline.play() })
        #expect(error.domain == .resource)
        #expect(error.source == "reader")
    }

    @Test("wake ends a wait on another thread")
    func wake() throws {
        let pipeline = try Pipeline("fakesrc num-buffers=1 ! fakesink")
        let messages = Recorder<Pipeline.Message?>()
        let worker = try Worker("test.bus") { messages.record(pipeline.nextMessage(seconds: deadlineSeconds)) }
        pipeline.wake()
        #expect(worker.join(seconds: deadlineSeconds))
        #expect(messages.all == [.wake])
        #expect(pipeline.nextMessage(seconds: 0) == nil)
        #expect(pipeline.nextMessage(seconds: -1) == nil)
    }
}

@Suite("Properties of elements")
struct ElementTests {
    private func element(_ text: String) throws -> (Pipeline, Element) {
        let pipeline = try Pipeline("\(text) ! fakesink")
        return (pipeline, try pipeline.element("e"))
    }

    @Test("values of the right type are set and read back")
    func values() throws {
        let (_, queue) = try element("fakesrc ! queue name=e")
        try queue.set("max-size-buffers", to: 7)
        #expect(queue.unsigned("max-size-buffers") == 7)
        try queue.set("max-size-time", to: .integer(.max))
        #expect(queue.unsigned("max-size-time") == UInt64(Int64.max))
        try queue.set("leaky", to: "downstream")
        try queue.set("silent", to: true)
        let (_, tone) = try element("audiotestsrc name=e")
        try tone.set("freq", to: .double(1000))
        try tone.set("samplesperbuffer", to: 480)
        #expect(tone.unsigned("samplesperbuffer") == 480)
        try tone.set("timestamp-offset", to: -5)
        #expect(tone.unsigned("timestamp-offset") == nil, "negative")
        #expect(tone.unsigned("nosuch") == nil)
        #expect(tone.unsigned("wave") == nil, "no number")
    }

    @Test("properties of pads can be set; unknown pads and properties are rejected")
    func padProperties() throws {
        let (_, mux) = try element("fakesrc ! video/x-h264 ! e.video_0 mp4mux name=e")
        try mux.set("trak-timescale", ofPad: "video_0", to: 30_000)
        let noPad = failure { () throws(GStreamerError) in try mux.set("trak-timescale", ofPad: "video_7", to: 1) }
        #expect(noPad?.description == "e: no pad 'video_7'")
        let unknown = failure { () throws(GStreamerError) in try mux.set("nosuch", ofPad: "video_0", to: 1) }
        #expect(unknown?.description == "e: no writable property 'nosuch'")
    }

    @Test("unknown and read-only properties are rejected", arguments: ["nosuch", "current-level-buffers"])
    func unknown(_ property: String) throws {
        let (_, queue) = try element("fakesrc ! queue name=e")
        let error = failure { () throws(GStreamerError) in try queue.set(property, to: 1) }
        #expect(error?.description == "e: no writable property '\(property)'")
    }

    @Test(
        "a value of another type is rejected, and nothing changes",
        arguments: [
            ("max-size-buffers", PropertyValue.bool(true)), ("max-size-buffers", .text("7")),
            ("max-size-buffers", .double(7)), ("max-size-buffers", -1), ("max-size-buffers", .integer(1 << 32)),
            ("max-size-time", -1), ("silent", 1), ("leaky", "sideways"), ("leaky", 1),
        ])
    func wrongType(_ property: String, value: PropertyValue) throws {
        let (_, queue) = try element("fakesrc ! queue name=e")
        let before = queue.unsigned(property)
        let error = failure { () throws(GStreamerError) in try queue.set(property, to: value) }
        #expect(error?.description == "e: invalid value for '\(property)'")
        #expect(queue.unsigned(property) == before)
    }

    @Test(
        "a value out of range is rejected, not clipped", arguments: [("volume", 1.5), ("volume", -0.1), ("freq", -1.0)])
    func range(_ property: String, value: Double) throws {
        let (_, tone) = try element("audiotestsrc name=e")
        let error = failure { () throws(GStreamerError) in try tone.set(property, to: .double(value)) }
        #expect(error?.description == "e: value of '\(property)' out of range")
    }

    @Test("quotes in a string do not change the graph")
    func quotes() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { _ = try? FileManager.default.removeItem(at: folder) }
        let name = "a\" ! filesink location=b 'c' \\ d;e=f"
        let pipeline = try Pipeline("fakesrc num-buffers=2 sizetype=fixed sizemax=3 ! filesink name=sink")
        try pipeline.element("sink").set("location", to: .text(folder.appendingPathComponent(name).path))
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        pipeline.stop()
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [name])
        #expect(try Data(contentsOf: folder.appendingPathComponent(name)).count == 6)
    }

    @Test("an element's input is observed with its size")
    func observe() throws {
        let pipeline = try Pipeline("fakesrc name=src num-buffers=3 sizetype=fixed sizemax=5 ! fakesink name=e")
        let sizes = Recorder<Int>()
        try pipeline.element("e").observeInput { sizes.record($0.byteCount) }
        #expect(throws: GStreamerError.self, "a source has no sink pad") {
            try pipeline.element("src").observeInput { _ in }
        }
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        #expect(sizes.all == [5, 5, 5])
    }

    @Test("unread messages do not stay on the bus")
    func unreadMessages() throws {
        let feed = try Feed("! audioconvert ! level interval=1000000", capacity: 1000)
        let count = 200
        for index in 0..<count {
            let unit = try unit(0, count: 48 * 4)
            unit.time = .milliseconds(Int64(index))
            #expect(feed.source.push(unit) == .taken)
        }
        #expect(feed.units.wait(count: count))
        #expect(!feed.pipeline.hasMessages, "level posted a message every millisecond")
        feed.source.end()
        #expect(feed.pipeline.nextMessage(seconds: deadlineSeconds) == .end)
    }
}
