import Foundation
import Glibc
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaOutputs

/// Pipeline files of users are checked before anything starts.
struct PipelineCheckTests {
    /// The error of an output's file, without the folder.
    private func error(_ text: String, hasAudio: Bool = true) throws -> String? {
        let folder = try TestFolder()
        let path = try folder.write("x.pipeline", text)
        do throws(PipelineFileError) {
            _ = try PipelineOutputDriver(path, hasAudio: hasAudio)
            return nil
        } catch {
            return error.description.replacingOccurrences(of: folder.path + "/", with: "")
        }
    }

    @Test("An output takes coded or raw media, or one track of it")
    func outputs() throws {
        let folder = try TestFolder()
        let cases: [(text: String, input: OutputTraits.Input, video: Bool, audio: Bool)] = [
            ("appsrc name=video ! fakesink", .encoded(.accessUnits), true, false),
            ("appsrc name=audio ! fakesink", .encoded(.accessUnits), false, true),
            ("appsrc name=video ! fakesink appsrc name=audio ! fakesink", .encoded(.accessUnits), true, true),
            ("appsrc name=raw-video ! fakesink", .raw, true, false),
            ("appsrc name=raw-audio\n! fakesink\n\nappsrc name=raw-video\n! fakesink", .raw, true, true),
        ]
        for (index, expected) in cases.enumerated() {
            let path = try folder.write("\(index).pipeline", expected.text)
            let driver = try PipelineOutputDriver(path, hasAudio: true)
            #expect(driver.traits.input == expected.input, "\(expected.text)")
            #expect(driver.traits.carriesVideo == expected.video, "\(expected.text)")
            #expect(driver.traits.carriesAudio == expected.audio, "\(expected.text)")
            #expect("\(driver.address)" == "pipeline:\(path)")
            #expect(!driver.policy.retries)
        }
    }

    @Test(
        "An output that could not work is rejected, with the line where it is known",
        arguments: [
            (
                "# nothing\n",
                "x.pipeline: only comments; expected a pipeline in gst-launch syntax, as psstudio pipelines show prints them"
            ),
            (
                "live_S3CRET_123\n",
                "x.pipeline: not a pipeline; expected a pipeline in gst-launch syntax, as psstudio pipelines show prints them"
            ),
            (
                "fakesrc\n! fakesink",
                "x.pipeline: no 'appsrc name=…' takes media; its name is video, audio, raw-video or raw-audio"
            ),
            ("appsrc name=video", "x.pipeline: the text is not a pipeline"),
            ("appsrc name=video ! identity", "x.pipeline: no element is a sink, so it would never end"),
            ("fakesrc ! fakesink\nappsrc name=video", "x.pipeline:2: the appsrc 'video' is not linked"),
            (
                "# x\nappsrc name=vidio\n! fakesink",
                "x.pipeline:2: the appsrc 'vidio' gets no media; did you mean 'video'?"
            ),
            (
                "appsrc name=video ! fakesink\nappsrc name=raw-video ! fakesink",
                "x.pipeline:2: coded and raw sources cannot be mixed; use two files"
            ),
            ("appsrc name=video\n! nosuch\n! fakesink", "x.pipeline:2: missing GStreamer elements: nosuch"),
            ("appsrc name=video\n! fakesink nosuch=1", "x.pipeline:2: no property \"nosuch\" in element \"fakesink\""),
            (
                "appsrc name=video\n! fakesink num-buffers=abc",
                "x.pipeline:2: could not set property \"num-buffers\" in element \"fakesink\" to \"abc\""
            ),
            ("appsrc name=video !\n\nidentity !\nfakesink ! !", "x.pipeline:4: syntax error"),
            ("appsrc name=video\n! ! fakesink", "x.pipeline:2: syntax error"),
            ("appsrc name=video\n! fakesink !", "x.pipeline:2: syntax error"),
            ("appsrc name=video\n! ! (\nfakesink )", "x.pipeline: syntax error"),
            (
                "# bitrate: video.blocksize in bit/s\nappsrc name=video ! fakesink",
                "x.pipeline:1: an output has no settings; they belong to files that replace encoders"
            ),
            (
                "appsrc name=video\0! fakesink",
                "x.pipeline:1: a control character; expected a pipeline in gst-launch syntax, as psstudio pipelines show prints them"
            ),
        ])
    func rejected(_ text: String, _ message: String) throws {
        #expect(try error(text) == message)
    }

    @Test("A source without a name gets no media")
    func unnamed() throws {
        #expect(try error("appsrc\n! fakesink")?.contains("gets no media; its name is video") == true)
    }

    @Test("Without audio, the lines below the mark are omitted, and other audio is rejected")
    func withoutAudio() throws {
        let marked = "appsrc name=video ! fakesink\n# Audio track\nappsrc name=audio ! fakesink"
        #expect(try error(marked, hasAudio: false) == nil)
        #expect(
            try error("appsrc name=video ! fakesink\nappsrc name=audio ! fakesink", hasAudio: false)
                == "x.pipeline:2: the session has no audio, so 'audio' would wait forever; put its lines below '# Audio track'"
        )
        #expect(
            try error("# Audio track\nappsrc name=audio ! fakesink", hasAudio: false)
                == "x.pipeline: nothing is above the line '# Audio track', and the session has no audio")
    }

    @Test("A file must be a regular file with text, at most 1 MiB")
    func files() throws {
        let folder = try TestFolder()
        let message = { (path: String) -> String? in
            do throws(PipelineFileError) {
                _ = try PipelineOutputDriver(path, hasAudio: true)
                return nil
            } catch {
                return error.message
            }
        }
        #expect(message(folder.file("none")) == "cannot read the pipeline: No such file or directory")
        #expect(message(folder.path)?.hasPrefix("not a regular file") == true)
        #expect(mkfifo(folder.file("fifo"), 0o600) == 0)
        #expect(message(folder.file("fifo"))?.hasPrefix("not a regular file") == true)
        #expect(message("/dev/zero")?.hasPrefix("not a regular file") == true)
        let binary = try folder.write("binary", [UInt8("a".utf8.first ?? 0), 10, 0xFF, 0xFE, 10])
        #expect(message(binary)?.hasPrefix("not UTF-8 text") == true)
        #expect(throws: PipelineFileError.self) { try PipelineOutputDriver(binary, hasAudio: true) }
        let long = try folder.write("long", String(repeating: "# comment\n", count: 200_000))
        #expect(message(long)?.hasPrefix("longer than 1 MiB") == true)
    }

    @Test("A file of a thousand lines is checked, and its syntax error is found")
    func thousandLines() throws {
        // GStreamer takes seconds to link a thousand elements.
        let lines = LongRun.isRequested ? 1 : 10
        let queues = String(
            repeating: "! identity" + String(repeating: " silent=true\n", count: lines), count: 1000 / lines)
        #expect(try error("appsrc name=video\n\(queues)! fakesink") == nil)
        #expect(try error("appsrc name=video\n\(queues)! fakesink ! !") == "x.pipeline:1002: syntax error")
        #expect(try error("appsrc name=video\n! !\n\(queues)! fakesink") == "x.pipeline:2: syntax error")
    }

    // MARK: Folders

    private static let openh264 = PackageFolder.url("examples/pipelines/openh264/encode-h264.pipeline").path

    private func folderError(_ files: [String: String]) throws -> String? {
        let folder = try TestFolder()
        for (name, text) in files { _ = try folder.write(name, text) }
        do throws(PipelineFileError) {
            _ = try PipelineSet(inFolder: folder.path)
            return nil
        } catch {
            return error.description.replacingOccurrences(of: folder.path, with: "F")
        }
    }

    @Test("A copy of each ready pipeline fulfils its contract")
    func copies() throws {
        let folder = try TestFolder()
        for name in PipelineContract.names {
            _ = try folder.write("\(name).pipeline", try #require(PipelineFiles.file(name)).source)
        }
        _ = try folder.write("README.md", "What these are.")
        _ = try folder.write(".hidden", "x")
        let set = try PipelineSet(inFolder: folder.path)
        #expect(set.replaced.map(\.name) == PipelineContract.names)
        #expect(set.replaced.allSatisfy { $0.source == PipelineFiles.file($0.name)?.source })
        #expect(set.replaced.allSatisfy { $0.path == folder.file("\($0.name).pipeline") })
    }

    @Test("The file for OpenH264 fulfils the contract of the encoder")
    func example() throws {
        let folder = URL(fileURLWithPath: Self.openh264).deletingLastPathComponent().path
        let file = try PipelineSet(inFolder: folder).current(CodecTable.ready.video.pipeline)
        #expect(file.elements == ["appsrc", "openh264enc", "h264parse", "appsink"])
        #expect(file.maps(.bitrate))
        #expect(file.maps(.keyFrames))
        #expect(file.maps(.reproducible))
        #expect(!file.maps(.preset))
    }

    @Test("Other names are rejected with the nearest one")
    func names() throws {
        let all =
            "the names of those that can be replaced are encode-aac, encode-h264, mux-flv, mux-ts, output-flv, output-mkv, "
            + "output-mov, output-mp4, output-rtmp, output-ts"
        #expect(try folderError([:]) == "F: the folder has no file of a pipeline, such as encode-h264.pipeline")
        #expect(
            try folderError(["encode-h265.pipeline": "x"])
                == "F/encode-h265.pipeline: no ready pipeline has this name; did you mean 'encode-h264.pipeline'?")
        #expect(
            try folderError(["encode-h264.pipelin": "x"])
                == "F/encode-h264.pipelin: no ready pipeline has this name; did you mean 'encode-h264.pipeline'?")
        #expect(try folderError(["z": "x"]) == "F/z: no ready pipeline has this name; \(all)")
        #expect(
            try folderError(["probe-file.pipeline": "x"])
                == "F/probe-file.pipeline: 'probe-file' cannot be replaced; \(all)")
        #expect(
            throws: PipelineFileError("/none", "cannot read the folder: No such file or directory")
        ) { try PipelineSet(inFolder: "/none") }
    }

    @Test(
        "A file that lacks what psstudio uses is rejected",
        arguments: [
            (
                " name=encoder", "",
                "encode-h264.pipeline: no element is named 'encoder'; encode-h264 needs name=encoder"
            ),
            ("appsink name=output", "fakesink name=output", "encode-h264.pipeline:21: 'output' is not an appsink"),
            (
                "appsrc name=input", "appsrc name=inputs",
                "encode-h264.pipeline: no element is named 'input'; encode-h264 needs name=input"
            ),
            ("encoder.gop-size", "encoder.gop", "encode-h264.pipeline:12: 'encoder' has no property 'gop'"),
            ("encoder.gop-size", "coder.gop-size", "encode-h264.pipeline:12: no element is named 'coder'"),
            ("n-slices", "none", "encode-h264.pipeline:13: encoder: invalid value for 'slice-mode'"),
            (
                "# bitrate:", "# bitrates:",
                "encode-h264.pipeline:11: unknown setting 'bitrates'; did you mean 'bitrate'?"
            ),
            (
                "# bitrate: encoder.bitrate in bit/s", "# delay: 5 samples",
                "encode-h264.pipeline:11: encode-h264 has no setting 'delay'; it has bitrate, key-frames, preset, reproducible"
            ),
            (
                "openh264enc ", "nvh264enc ",
                "encode-h264.pipeline:18: missing GStreamer elements: nvh264enc; apt-get install gstreamer1.0-plugins-bad"
            ),
        ])
    func contracts(_ old: String, _ new: String, _ message: String) throws {
        let text = try String(contentsOfFile: Self.openh264, encoding: .utf8)
        #expect(text.contains(old))
        #expect(
            try folderError(["encode-h264.pipeline": text.replacingOccurrences(of: old, with: new)]) == "F/" + message)
    }

    @Test("An audio encoder without its delay, and an audio track above its mark, are rejected")
    func audio() throws {
        let encoder = CodecTable.ready.audio.pipeline.source
            .replacingOccurrences(of: "# delay: 1600 samples\n", with: "")
        #expect(
            try folderError(["encode-aac.pipeline": encoder])
                == "F/encode-aac.pipeline: the line '# delay: NUMBER samples' is missing")
        let muxer = PipelineFiles.outputMKV.source.replacingOccurrences(of: "# Audio track\n", with: "")
        let lines = muxer.split(separator: "\n", omittingEmptySubsequences: false)
        let line = try #require(lines.firstIndex { $0.contains("name=audio") }) + 1
        #expect(
            try folderError(["output-mkv.pipeline": muxer])
                == "F/output-mkv.pipeline:\(line): 'audio' must be below the line '# Audio track', which sessions without audio omit"
        )
        let mp4 = PipelineFiles.outputMP4.source.replacingOccurrences(of: "mp4mux", with: "matroskamux")
        #expect(try folderError(["output-mp4.pipeline": mp4])?.contains("no property \"fragment-duration\"") == true)
    }

    @Test("A pipeline is no address, over the control socket neither")
    func addresses() {
        #expect(throws: AddressError.pipeline) { try OutputRegistry.standard.driver(for: "pipeline:x.pipeline") }
        #expect(AddressError.pipeline.description.hasPrefix("a pipeline is not an address"))
    }
}
