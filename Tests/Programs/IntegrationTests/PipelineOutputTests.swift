import Foundation
import Glibc
import StudioCore
import StudioTestSupport
import Testing

/// Outputs that pipeline files describe.
@Suite(.endToEnd)
struct PipelineOutputTests {
    private let source = [
        "start", "--fast", "--width", "320", "--height", "180", "--duration", "2s", "--json", "--video", "coded:",
        "--audio", "coded:",
    ]

    /// Runs a session with an output that the text describes, beside a good one.
    private func run(_ text: String, _ folder: TestFolder, _ more: [String] = []) throws -> StudioProgram.Outcome {
        let path = try folder.write("x.pipeline", text)
        return try StudioProgram.run(
            source + more + ["--out", folder.file("good.mkv"), "--pipeline", path], in: folder.path)
    }

    private func example(_ name: String) -> String { PackageFolder.url("examples/pipelines/\(name)").path }

    @Test("The coded program, in a file of the pipeline's own, equals that of a ready output")
    func coded() throws {
        let folder = try TestFolder()
        let outcome = try run(
            """
            matroskamux name=mux ! filesink location=own.mkv async=false
            appsrc name=video ! mux.video_0
            # Audio track
            appsrc name=audio ! mux.audio_0
            """, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let outputs = try outcome.summary.outputs
        #expect(outputs.map(\.state) == ["finished", "finished"])
        #expect(outputs.map(\.outputTotalFrames) == [60, 60])
        #expect(outputs.map(\.outputSkippedFrames) == [0, 0])
        let own = try #require(outputs.last)
        #expect(own.destination == "pipeline:" + folder.file("x.pipeline"))
        let good = try MediaProbe(folder.file("good.mkv"))
        let probe = try MediaProbe(folder.file("own.mkv"))
        #expect(probe.videoFrames.map(\.time) == good.videoFrames.map(\.time))
        #expect(probe.hasAudio)
        #expect(own.outputBytes > 0)
    }

    @Test("The examples")
    func examples() throws {
        let folder = try TestFolder()
        let files = ["thumbnails", "opus", "record-and-serve"].flatMap { ["--pipeline", example("\($0).pipeline")] }
        let outcome = try StudioProgram.run(source + files, in: folder.path)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try outcome.summary.outputs.map(\.state) == ["finished", "finished", "finished"])
        #expect(try folder.names == ["recording.mkv", "recording.opus", "thumbnail-00000.jpg", "thumbnail-00001.jpg"])
        #expect(try MediaProbe(folder.file("recording.mkv")).videoFrames.count == 60)
        #expect(abs(try MediaProbe(folder.file("recording.opus")).seconds - 2) < 0.05)
        let probed = try StudioProgram.run([
            "probe", folder.file("recording.mkv"), "--max-missing", "0", "--max-offset", "5ms",
        ])
        #expect(probed.exitCode == 0, "\(probed.outputText)")
    }

    @Test(
        "Raw frames and samples, counted, and one track alone", arguments: ["raw-video", "raw-audio", "audio", "video"])
    func tracks(_ name: String) throws {
        let folder = try TestFolder()
        let outcome = try run("appsrc name=\(name)\n! filesink location=bytes async=false", folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let output = try #require(try outcome.summary.outputs.last)
        #expect(output.outputTotalFrames == (name.hasSuffix("video") ? 60 : 0))
        #expect(output.outputSkippedFrames == 0)
        #expect((output.outputTotalAudio > 0) == name.hasSuffix("audio"))
        #expect(output.outputSkippedAudio == 0)
        #expect(output.outputBytes == TestFolder.size(of: folder.file("bytes")))
        if name == "raw-video" { #expect(output.outputBytes == 60 * 320 * 180 * 3 / 2) }
        if name == "raw-audio" { #expect(output.outputBytes == 2 * 48_000 * 4) }
    }

    @Test("A pipeline that mixes in media of its own ends with the session")
    func ownSources() throws {
        let folder = try TestFolder()
        let outcome = try run(
            """
            matroskamux name=mux ! filesink location=own.mkv async=false
            appsrc name=video ! mux.video_0
            audiotestsrc wave=silence ! opusenc ! mux.audio_0
            """, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try MediaProbe(folder.file("own.mkv")).videoFrames.count == 60)
    }

    @Test(
        "A pipeline that fails at run time fails alone, with the element and its message",
        arguments: [
            (
                "appsrc name=video ! filesink name=disk location=/none/x",
                "disk: Could not open file \"/none/x\" for writing."
            ),
            (
                "appsrc name=video ! identity name=break error-after=20 ! fakesink",
                "break: Failed after iterations as requested."
            ),
            ("appsrc name=video ! identity eos-after=20 ! fakesink", "the pipeline has ended before the session"),
            ("appsrc name=raw-video ! identity eos-after=20 ! fakesink", "the pipeline has ended before the session"),
            (
                "appsrc name=raw-audio ! identity name=break error-after=20 ! fakesink",
                "break: Failed after iterations as requested."
            ),
            (
                "appsrc name=video ! capsfilter name=only caps=video/x-raw ! fakesink",
                "video: Internal data stream error; an element does not take its format"
            ),
            (
                "appsrc name=video ! tee name=t  t. ! identity name=open fakesink",
                "video: Internal data stream error; the element behind it is not linked"
            ),
        ])
    func failures(_ text: String, _ message: String) throws {
        let folder = try TestFolder()
        let outcome = try run(text, folder)
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        let outputs = try outcome.summary.outputs
        #expect(outputs.map(\.state) == ["finished", "failed"])
        #expect(outputs.map(\.cause) == [nil, "pipeline"])
        #expect(try MediaProbe(folder.file("good.mkv")).videoFrames.count == 60)
        // Every unit was taken or lost.
        let failed = try #require(outputs.last)
        #expect(failed.outputSkippedFrames <= failed.outputTotalFrames)
    }

    @Test("A sink that waits for a reader forever fails alone")
    func neverStarts() throws {
        let folder = try TestFolder()
        #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
        let outcome = try run("appsrc name=video ! filesink location=fifo", folder)
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(outcome.errors.contains("the pipeline has not started within 5 s"), "\(outcome.errors)")
        #expect(try outcome.summary.outputs.map(\.state) == ["finished", "failed"])
        #expect(try MediaProbe(folder.file("good.mkv")).videoFrames.count == 60)
    }

    @Test("Two sinks; the output ends when both have ended")
    func twoSinks() throws {
        let folder = try TestFolder()
        let outcome = try run(
            """
            appsrc name=video ! tee name=t
            t. ! queue ! filesink location=one async=false
            t. ! queue ! filesink location=two async=false
            """, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try folder.read("one") == folder.read("two"))
        #expect(TestFolder.size(of: folder.file("one")) == (try outcome.summary.outputs.last?.outputBytes))
    }

    @Test("A secret in an address of the text is not printed")
    func secrets() throws {
        let folder = try TestFolder()
        let outcome = try run(
            "flvmux name=mux ! rtmp2sink location=rtmp://127.0.0.1:9/live/S3CRETKEY async-connect=false\nappsrc name=video ! mux.video",
            folder)
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(!outcome.errors.contains("S3CRETKEY"), "\(outcome.errors)")
        #expect(!outcome.outputText.contains("S3CRETKEY"))
    }

    @Test(
        "An invalid file is a usage error before anything starts",
        arguments: [
            ("appsrc name=video ! nosuch", "missing GStreamer elements: nosuch"), ("fakesrc ! fakesink", "takes media"),
        ])
    func invalid(_ text: String, _ message: String) throws {
        let folder = try TestFolder()
        let outcome = try run(text, folder)
        #expect(outcome.exitCode == 2)
        #expect(outcome.errors.contains(message), "\(outcome.errors)")
        #expect(try folder.names == ["x.pipeline"], "no output was opened")
        let address = try StudioProgram.run(source + ["--out", "pipeline:x"], in: folder.path)
        #expect(address.exitCode == 2)
        #expect(address.errors.contains("a pipeline is not an address"), "\(address.errors)")
    }
}
