import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Branches for dynamic streams")
struct BranchTests {
    /// A file with video and audio in Matroska.
    private func makeFile(_ folder: TestFolder, audio: Bool = true) throws -> String {
        let path = folder.file("in.mkv")
        let audio = audio ? "audiotestsrc num-buffers=20 ! audio/x-raw,channels=1,rate=48000 ! queue ! mux." : ""
        let pipeline = try Pipeline(
            """
            videotestsrc num-buffers=10 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1 ! queue
            ! matroskamux name=mux ! filesink name=out \(audio)
            """)
        try pipeline.element("out").set("location", to: .text(path))
        try pipeline.play()
        guard pipeline.nextMessage(seconds: deadlineSeconds) == .end else { throw TestFailure("cannot write the file") }
        return path
    }

    private func reader(_ path: String) throws -> Pipeline {
        let pipeline = try Pipeline("filesrc name=source ! matroskademux name=streams")
        try pipeline.element("source").set("location", to: .text(path))
        return pipeline
    }

    @Test("a branch gets the whole stream that its caps request")
    func linked() throws {
        let folder = try TestFolder()
        let pipeline = try reader(try makeFile(folder))
        let (types, units, sinks) = (Recorder<String>(), Recorder<Int>(), Recorder<AppSink>())
        try pipeline.onStream(of: pipeline.element("streams")) { caps in
            types.record(caps.mediaType)
            do {
                let branch = try Branch("queue name=in ! appsink name=out", entrance: "in")
                let isFrame = caps.mediaType == "video/x-raw"
                let sink = try AppSink(
                    branch.element("out"),
                    onUnit: { unit, _, _ in if isFrame { units.record(unit.byteCount) } }, onEnd: {})
                sinks.record(sink)
                return .branch(branch)
            } catch {
                Issue.record("\(error)")
                return .refused
            }
        }
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        #expect(types.all.sorted() == ["audio/x-raw", "video/x-raw"])
        #expect(units.all == [Int](repeating: 64 * 48 * 3 / 2, count: 10))
    }

    @Test("a rejected stream does not keep the other one from its end")
    func leftAlone() throws {
        let folder = try TestFolder()
        let pipeline = try reader(try makeFile(folder))
        let units = Recorder<Int>()
        try pipeline.onStream(of: pipeline.element("streams")) { caps in
            guard caps.mediaType == "audio/x-raw" else { return .refused }
            do {
                let branch = try Branch("identity name=in ! fakesink", entrance: "in")
                try branch.element("in").observeInput { units.record($0.byteCount) }
                return .branch(branch)
            } catch {
                Issue.record("\(error)")
                return .refused
            }
        }
        try pipeline.play()
        #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        #expect(units.all.reduce(0, +) == 20 * 1024 * 2)
    }

    @Test("unused streams are read to the end, with and without a branch for another stream", arguments: [true, false])
    func passing(_ hasBranch: Bool) throws {
        let folder = try TestFolder()
        let pipeline = try reader(try makeFile(folder))
        let (units, times, ends) = (Recorder<Int>(), Recorder<MediaTime>(), Recorder<String>())
        try pipeline.onStream(of: pipeline.element("streams")) { caps in
            if hasBranch, caps.mediaType == "audio/x-raw" {
                return (try? Branch("identity name=in ! fakesink", entrance: "in")).map { .branch($0) } ?? .refused
            }
            return .discarded { unit in
                guard let unit else { return ends.record(caps.mediaType) }
                if caps.mediaType == "video/x-raw" {
                    units.record(unit.byteCount)
                    unit.time.map(times.record)
                }
            }
        }
        try pipeline.play()
        #expect(ends.wait(count: hasBranch ? 1 : 2))
        #expect(Set(ends.all) == (hasBranch ? ["video/x-raw"] : ["video/x-raw", "audio/x-raw"]))
        #expect(units.all == [Int](repeating: 64 * 48 * 3 / 2, count: 10))
        #expect(times.all == (0..<10).map { .milliseconds($0 * 40) })
        if hasBranch { #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end) }
    }

    @Test("if all streams are rejected, the pipeline fails and does not hang")
    func nothingLinked() throws {
        let folder = try TestFolder()
        let pipeline = try reader(try makeFile(folder, audio: false))
        try pipeline.onStream(of: pipeline.element("streams")) { _ in .refused }
        try pipeline.play()
        guard case .error(let error) = pipeline.nextMessage(seconds: deadlineSeconds) else {
            Issue.record("no error was posted")
            return
        }
        #expect(error.domain == .stream)
    }

    @Test("a branch with incompatible caps makes the pipeline fail")
    func unsuitable() throws {
        let folder = try TestFolder()
        let pipeline = try reader(try makeFile(folder, audio: false))
        try pipeline.onStream(of: pipeline.element("streams")) { _ in
            // Without a branch it fails, too.
            (try? Branch("capsfilter name=in caps=audio/x-raw ! fakesink", entrance: "in")).map { .branch($0) }
                ?? .refused
        }
        try pipeline.play()
        guard case .error = pipeline.nextMessage(seconds: deadlineSeconds) else {
            Issue.record("no error was posted")
            return
        }
    }

    @Test("an invalid branch description is rejected with the reason")
    func refused() throws {
        try GStreamerRuntime.start()
        func error(_ text: String, entrance: String = "in") -> GStreamerError? {
            failure { () throws(GStreamerError) in _ = try Branch(text, entrance: entrance) }
        }
        for text in ["", "queue name=in ! ! fakesink", "queue name=in nosuch=1", "queue name=in ! nosuchelement"] {
            let error = try #require(error(text), "'\(text)'")
            #expect(!error.message.isEmpty)
            #expect(error.source == "branch")
        }
        #expect(error("queue name=in ! nosuchelement")?.message.contains("nosuchelement") ?? false)
        let missing = error("queue name=in ! fakesink", entrance: "out")
        #expect(missing?.description == "branch: no element is named 'out'")
        let source = error("fakesrc name=in ! fakesink")
        #expect(source?.description == "branch: 'in' has no sink pad")
        #expect(error("queue name=in ! fakesink") == nil)
    }

    @Test("elements of a branch are found by name")
    func elements() throws {
        try GStreamerRuntime.start()
        let branch = try Branch("queue name=in ! fakesink name=out", entrance: "in")
        #expect(try branch.element("out").name == "out")
        let missing = failure { () throws(GStreamerError) in _ = try branch.element("nothing") }
        #expect(missing?.domain == .library)
    }

    // MARK: Release

    @Test("a branch and its factory closure are freed with their pipeline", arguments: [true, false])
    func freed(_ isPlayed: Bool) throws {
        let folder = try TestFolder()
        let path = try makeFile(folder)
        let signals = (0..<5).map { _ in Signal() }
        try {
            let pipeline = try reader(path)
            let (found, unit, intercepted) = (Tracker(signals[0]), Tracker(signals[1]), Tracker(signals[2]))
            let (seen, passed) = (Tracker(signals[3]), Tracker(signals[4]))
            try pipeline.onStream(of: pipeline.element("streams")) { caps in
                found.touch()
                guard caps.mediaType == "video/x-raw" else { return .discarded { _ in passed.touch() } }
                do {
                    let branch = try Branch("identity name=in ! appsink name=out", entrance: "in")
                    _ = try AppSink(branch.element("out"), onUnit: { _, _, _ in unit.touch() }, onEnd: {})
                    try branch.element("in").interceptCaps { caps in
                        intercepted.touch()
                        return caps
                    }
                    try branch.element("in").observeInput { _ in seen.touch() }
                    return .branch(branch)
                } catch {
                    Issue.record("\(error)")
                    return .refused
                }
            }
            if isPlayed {
                try pipeline.play()
                #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
            }
            #expect(signals.allSatisfy { !$0.wasSent }, "alive while referenced")
            withExtendedLifetime(pipeline) {}
        }()
        for signal in signals { #expect(signal.wait()) }
    }

    @Test("a branch that no pipeline uses is freed")
    func unused() throws {
        try GStreamerRuntime.start()
        let signal = Signal()
        do {
            let branch = try Branch("identity name=in ! fakesink", entrance: "in")
            let tracker = Tracker(signal)
            try branch.element("in").observeInput { _ in tracker.touch() }
            #expect(!signal.wasSent)
        }
        #expect(signal.wait())
    }
}
