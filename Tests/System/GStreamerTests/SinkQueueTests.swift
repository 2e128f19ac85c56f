import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("SinkQueue")
struct SinkQueueTests {
    /// Frames of 40 ms in Matroska, all of them key frames.
    private func makeFile(_ folder: TestFolder) throws -> String {
        let path = folder.file("in.mkv")
        let pipeline = try Pipeline(
            """
            videotestsrc num-buffers=50 ! video/x-raw,format=I420,width=64,height=48,framerate=25/1
            ! matroskamux ! filesink name=out
            """)
        try pipeline.element("out").set("location", to: .text(path))
        try pipeline.play()
        guard pipeline.nextMessage(seconds: deadlineSeconds) == .end else { throw TestFailure("cannot write the file") }
        return path
    }

    private func open(_ path: String) throws -> (pipeline: Pipeline, sink: SinkQueue) {
        let pipeline = try Pipeline("filesrc name=source ! matroskademux ! appsink name=out")
        try pipeline.element("source").set("location", to: .text(path))
        let sink = try SinkQueue(pipeline.element("out"), capacity: 2)
        try pipeline.play()
        return (pipeline, sink)
    }

    private func next(_ sink: SinkQueue) -> MediaTime? {
        if case .unit(let unit) = sink.pull(seconds: deadlineSeconds) { return unit.time }
        return nil
    }

    @Test("a seek drops queued units, and the next unit is the one at the target", arguments: [0, 400, 1960])
    func seek(_ milliseconds: Int64) throws {
        let folder = try TestFolder()
        let (pipeline, sink) = try open(try makeFile(folder))
        #expect(next(sink) == .zero)
        #expect(sink.seek(to: .milliseconds(milliseconds)))
        #expect(next(sink) == .milliseconds(milliseconds))
        sink.close()
        pipeline.stop()
    }

    @Test("a full queue accepts nothing after close, and its pipeline stops")
    func close() throws {
        let folder = try TestFolder()
        let (pipeline, sink) = try open(try makeFile(folder))
        #expect(next(sink) == .zero)
        sink.close()
        // How many units were queued before depends on the pipeline's thread.
        var units = 0
        while case .unit = sink.pull(seconds: 0) { units += 1 }
        #expect((0...2).contains(units), "only queued units")
        pipeline.stop()
    }

    @Test("a pipeline starts although its queue is full before it plays, and nobody takes a unit meanwhile")
    func startsFull() throws {
        // The source begins before the sink plays; how far it comes in that time differs between the starts.
        for _ in 0..<1000 {
            let pipeline = try Pipeline(
                "videotestsrc num-buffers=4 ! video/x-raw,width=16,height=16 ! appsink name=out")
            let sink = try SinkQueue(pipeline.element("out"), capacity: 1)
            let hasStarted = Signal()
            let worker = try Worker("start") {
                try? pipeline.play()
                hasStarted.send()
            }
            let isStarted = hasStarted.wait()
            var units = 0
            while case .unit = sink.pull(seconds: deadlineSeconds) { units += 1 }
            try #require(isStarted, "a sink with a full queue holds up the start")
            #expect(units == 4)
            withExtendedLifetime(worker) {}
            sink.close()
            pipeline.stop()
        }
    }
}
