import Foundation
import StudioCore
import StudioTestSupport
import Testing

/// Pipelines of users in place of ready ones.
@Suite(.endToEnd)
struct OwnEncoderTests {
    private static let openh264 = PackageFolder.url("examples/pipelines/openh264").path

    private func run(
        _ folder: TestFolder, _ arguments: [String], pipelines: String = OwnEncoderTests.openh264
    ) throws -> StudioProgram.Outcome {
        try StudioProgram.run(
            [
                "start", "--fast", "--width", "320", "--height", "180", "--video", "coded:", "--json", "--pipelines",
                pipelines,
            ]
                + arguments, in: folder.path)
    }

    /// A folder with a pipeline in place of the encoder.
    private func folder(_ text: String, name: String = "encode-h264") throws -> TestFolder {
        let folder = try TestFolder()
        _ = try folder.write("\(name).pipeline", text)
        return folder
    }

    @Test("OpenH264: every frame arrives, in sync, in every kind of file")
    func files() throws {
        let folder = try TestFolder()
        let names = ["a.mp4", "a.mkv", "a.flv", "a.ts", "hls/a.m3u8"]
        let outcome = try run(folder, ["--duration", "10s"] + names.flatMap { ["--out", $0] })
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.contains("encode-h264 is replaced by \(Self.openh264)/encode-h264.pipeline"))
        #expect(!outcome.errors.contains("skipped"), "\(outcome.errors)")
        for name in names {
            let probed = try StudioProgram.run([
                "probe", folder.file(name), "--strict", "--expect-frames", "300", "--max-missing", "0",
                "--max-repeated", "0",
                "--max-out-of-order", "0", "--max-offset", "1ms", "--max-gap", "0",
            ])
            #expect(probed.exitCode == 0, "\(name): \(probed.outputText)")
            #expect(ContainerTools.faults(of: folder.file(name)) == [], "\(name)")
            let probe = try MediaProbe(folder.file(name))
            #expect(probe.videoFrames.count == 300, "\(name)")
            let keys = probe.videoFrames.enumerated().filter { $0.element.key_frame == 1 }.map(\.offset)
            #expect(keys == [0, 60, 120, 180, 240], "\(name)")
        }
        let video = try MediaProbe(folder.file("a.mp4")).video
        #expect(video.color_range == "tv")
        #expect(video.color_space == "bt709")
    }

    @Test("The bitrate is mapped with its unit")
    func bitrate() throws {
        let folder = try TestFolder()
        // Noise needs the bits; the encoder cannot use more for the test card.
        let noise = folder.file("noise.y4m")
        _ = try Tool.run(
            "ffmpeg",
            [
                "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=320x180:r=30,noise=alls=25:allf=t", "-t", "3",
                "-pix_fmt",
                "yuv420p", noise,
            ])
        for rate in ["600k", "2M"] {
            let outcome = try run(
                folder, ["--video", noise, "--bitrate", rate, "--no-audio", "--out", "\(rate).ts"])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        let (low, high) = (TestFolder.size(of: folder.file("600k.ts")), TestFolder.size(of: folder.file("2M.ts")))
        #expect(low < 3 * 600_000 / 8 * 3 / 2, "\(low)")
        #expect(high > 2 * low, "\(low) \(high)")
    }

    @Test("Two fast sessions write the same bits")
    func reproducible() throws {
        let folder = try TestFolder()
        for name in ["a.ts", "b.ts"] {
            let outcome = try run(folder, ["--video", "coded:1f3a9c02", "--duration", "3s", "--out", name])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        #expect(try folder.read("a.ts") == folder.read("b.ts"))
    }

    @Test("A setting that the file does not map is skipped with a note")
    func notes() throws {
        let text = try String(contentsOfFile: Self.openh264 + "/encode-h264.pipeline", encoding: .utf8)
        let bare = text.split(separator: "\n").filter { !$0.contains(": encoder.") }.joined(separator: "\n")
        let own = try folder(bare)
        let outcome = try run(
            own, ["--duration", "1s", "--preset", "fast", "--bitrate", "1M", "--out", "null:", "--out", "a.mkv"],
            pipelines: own.path)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for note in [
            "encode-h264: the requested bitrate is skipped, because the file does not map 'bitrate'",
            "encode-h264: no distance of key frames is set, because the file does not map 'key-frames'; they are requested",
            "encode-h264: the preset fast is skipped, because the file does not map 'preset'",
            "encode-h264: two fast sessions may differ in their bits, because the file does not map 'reproducible'",
        ] {
            #expect(outcome.errors.contains(note), "\(outcome.errors)")
        }
        let given = try run(own, ["--duration", "1s", "--preset", "fast", "--out", "b.mkv"])
        #expect(given.errors.contains("the preset fast is skipped"), "\(given.errors)")
    }

    @Test("Another AAC encoder stays in sync by its delay")
    func audio() throws {
        let own = try folder(
            """
            # Encodes audio with ffmpeg's encoder.
            # bitrate: encoder.bitrate in bit/s
            # delay: 1024 samples
            appsrc name=input ! audioconvert ! audioresample ! audio/x-raw,rate=48000,channels=2
            ! avenc_aac name=encoder ! aacparse ! audio/mpeg,mpegversion=4,stream-format=raw ! appsink name=output
            """, name: "encode-aac")
        let outcome = try run(own, ["--duration", "10s", "--out", "a.mkv", "--out", "a.ts"], pipelines: own.path)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        for name in ["a.mkv", "a.ts"] {
            let probed = try StudioProgram.run([
                "probe", own.file(name), "--expect-frames", "300", "--max-missing", "0", "--max-offset", "1ms",
                "--max-gap", "0",
            ])
            #expect(probed.exitCode == 0, "\(name): \(probed.outputText)")
        }
    }

    @Test("Without audio, and with another muxer's form")
    func muxers() throws {
        let own = try folder(
            "matroskamux name=mux writing-app=of-a-test\n! appsink name=sink\nappsrc name=video ! mux.video_0\n# Audio track\n"
                + "appsrc name=audio ! mux.audio_0\n", name: "output-mkv")
        let folder = try TestFolder()
        for more in [[], ["--no-audio"]] {
            let outcome = try run(
                folder, ["--duration", "1s", "--force", "--out", "a.mkv"] + more, pipelines: own.path)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            #expect(String(decoding: try folder.read("a.mkv"), as: UTF8.self).contains("of-a-test"))
            #expect(try MediaProbe(folder.file("a.mkv")).hasAudio == more.isEmpty)
        }
    }

    private static let parse = "h264parse config-interval=-1 ! video/x-h264,stream-format=avc,alignment=au"

    @Test(
        "A broken encoder fails with its cause, and its outputs alone",
        arguments: [
            (
                "appsrc name=input ! openh264enc name=encoder ! \(parse) ! identity name=break error-after=20 ! appsink name=output",
                "break: Failed after iterations as requested."
            ),
            (
                "appsrc name=input ! openh264enc name=encoder ! \(parse) ! identity eos-after=20 ! appsink name=output",
                "encoder: ended before the program"
            ),
            (
                "appsrc name=input ! openh264enc name=encoder ! appsink name=output",
                "its output is video/x-h264,stream-format=byte-stream,alignment=au, expected"
            ),
            (
                "appsrc name=input ! jpegenc name=encoder ! appsink name=output",
                "its output is image/jpeg, expected video/x-h264,stream-format=avc,alignment=au"
            ),
            (
                "appsrc name=input ! x264enc name=encoder bframes=2 b-adapt=false ! \(parse) ! appsink name=output",
                "reorders its units; disable B-frames"
            ),
        ])
    func broken(_ text: String, _ cause: String) throws {
        let own = try folder(text)
        let outcome = try run(
            own, ["--duration", "3s", "--out", "null:", "--out", "a.mkv", "--out", "a.ts"], pipelines: own.path)
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(outcome.errors.contains("the encoder failed: "), "\(outcome.errors)")
        #expect(outcome.errors.contains(cause), "\(outcome.errors)")
        let outputs = try outcome.summary.outputs
        #expect(outputs.map(\.state) == ["finished", "failed", "failed"])
        #expect(outputs.first?.outputTotalFrames == 90)
        #expect(outputs.map(\.cause) == [nil, "pipeline", "pipeline"])
    }

    @Test("An encoder that cannot be built fails its outputs alone")
    func unbuildable() throws {
        // No element of this device can be opened.
        let own = try folder(
            "filesrc name=device location=/none ! fakesink appsrc name=input ! openh264enc name=encoder ! \(Self.parse) "
                + "! appsink name=output")
        let outcome = try run(own, ["--duration", "1s", "--out", "null:", "--out", "a.mkv"], pipelines: own.path)
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(outcome.errors.contains("device: "), "\(outcome.errors)")
        #expect(try outcome.summary.outputs.map(\.state) == ["finished", "failed"])
    }

    @Test("A file that cannot be used is a usage error before anything starts")
    func invalid() throws {
        let own = try folder("appsrc name=input ! nosuch name=encoder ! appsink name=output")
        let outcome = try run(own, ["--duration", "1s", "--out", "a.mkv"], pipelines: own.path)
        #expect(outcome.exitCode == 2)
        #expect(
            outcome.errors.contains("encode-h264.pipeline:1: missing GStreamer elements: nosuch"), "\(outcome.errors)")
        #expect(try own.names == ["encode-h264.pipeline"])
        let environment = try StudioProgram.run(
            ["start", "--fast", "--duration", "1s", "--out", "null:"], environment: ["PSSTUDIO_PIPELINES": own.path],
            in: own.path)
        #expect(environment.exitCode == 2)
        #expect(environment.errors.contains("PSSTUDIO_PIPELINES: "), "\(environment.errors)")
    }

    @Test("The ready pipelines are listed and printed, and a printed one can be used")
    func list() throws {
        let list = try StudioProgram.run(["pipelines"])
        #expect(list.exitCode == 0)
        #expect(list.outputText.contains("* encode-h264 "))
        #expect(list.outputText.contains("  probe-file "))
        #expect(list.outputText.contains("Encodes the program's video once for all outputs."))
        let shown = try StudioProgram.run(["pipelines", "show", "encode-h264"])
        #expect(shown.exitCode == 0)
        let own = try folder(shown.outputText)
        let outcome = try run(
            own, ["--duration", "1s", "--preset", "superfast", "--out", "a.mkv"], pipelines: own.path)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(!outcome.errors.contains("skipped"), "\(outcome.errors)")
        let unknown = try StudioProgram.run(["pipelines", "show", "encode-h265"])
        #expect(unknown.exitCode == 2)
        #expect(unknown.errors.contains("did you mean 'encode-h264'?"), "\(unknown.errors)")
    }
}
