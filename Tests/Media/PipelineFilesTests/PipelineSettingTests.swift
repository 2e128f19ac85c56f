import PipelineFiles
import StudioCore
import StudioTestSupport
import Testing

/// The comments of a pipeline file that map settings.
struct PipelineSettingTests {
    private func file(_ text: String) -> PipelineFile { PipelineFile(name: "any", source: text) }

    @Test("Each form sets what it says")
    func forms() {
        let file = file(
            """
            # Encodes.
            # bitrate: encoder.bitrate in kbit/s
            #key-frames: encoder.gop-size in frames
            # preset:   encoder.speed-preset
            # reproducible: encoder.sliced-threads = false
            # reproducible: other_1.vbv = 0
            # delay: 1600 samples
            appsrc name=input
            """)
        let encoder = { PipelineSetting.Property(element: "encoder", name: $0) }
        #expect(file.settingErrors.isEmpty)
        #expect(file.settings.map(\.line) == [2, 3, 4, 5, 6, 7])
        #expect(file.settings.map(\.name) == [.bitrate, .keyFrames, .preset, .reproducible, .reproducible, .delay])
        #expect(
            file.settings.map(\.action) == [
                .number(encoder("bitrate"), .kilobits), .number(encoder("gop-size"), .frames),
                .word(encoder("speed-preset")), .constant(encoder("sliced-threads"), "false"),
                .constant(PipelineSetting.Property(element: "other_1", name: "vbv"), "0"), .samples(1600),
            ])
        #expect(file.maps(.delay))
        #expect(file.settings(.reproducible).count == 2)
    }

    @Test("A number is converted to the unit of its property")
    func units() {
        #expect(PipelineSetting.Unit.bits.value(of: 2_500_000) == 2_500_000)
        #expect(PipelineSetting.Unit.kilobits.value(of: 2_500_000) == 2500)
        #expect(PipelineSetting.Unit.kilobits.value(of: 500) == 1, "never zero, which means without a limit")
        #expect(PipelineSetting.Unit.frames.value(of: 60) == 60)
    }

    @Test(
        "Other comments are free",
        arguments: [
            "# Input    raw I420", "# Note: this is prose.", "#", "# latency: none", "# see: https://example.org/a.b",
            "# Settings encoder: bitrate (kbit/s)", "# needs: gstreamer1.0-plugins-bad", "## Audio track", "# a.b: c",
        ])
    func comments(_ line: String) {
        let file = file(line + "\nappsrc name=input")
        #expect(file.settings.isEmpty)
        #expect(file.settingErrors.isEmpty)
        #expect(file.text == "appsrc name=input")
    }

    @Test(
        "A wrong setting is an error with its line",
        arguments: [
            (
                "# bitrate: 3000",
                "expected '# bitrate: ELEMENT.PROPERTY in bit/s' or '# bitrate: ELEMENT.PROPERTY in kbit/s'"
            ),
            (
                "# bitrate: encoder.bitrate",
                "expected '# bitrate: ELEMENT.PROPERTY in bit/s' or '# bitrate: ELEMENT.PROPERTY in kbit/s'"
            ),
            (
                "# bitrate: encoder.bitrate in frames",
                "expected '# bitrate: ELEMENT.PROPERTY in bit/s' or '# bitrate: ELEMENT.PROPERTY in kbit/s'"
            ),
            ("# key-frames: encoder.gop in s", "expected '# key-frames: ELEMENT.PROPERTY in frames'"),
            ("# key-frames: gop in frames", "expected '# key-frames: ELEMENT.PROPERTY in frames'"),
            ("# preset: encoder.preset fast", "expected '# preset: ELEMENT.PROPERTY'"),
            ("# reproducible: yes", "expected '# reproducible: ELEMENT.PROPERTY = VALUE'"),
            ("# delay: 21 ms", "expected '# delay: NUMBER samples'"),
            ("# delay: -1 samples", "expected '# delay: NUMBER samples'"),
            ("# delay: 24001 samples", "expected '# delay: NUMBER samples'"),
            ("# bitrat: encoder.bitrate in bit/s", "unknown setting 'bitrat'; did you mean 'bitrate'?"),
            (
                "# quality: encoder.quality",
                "unknown setting 'quality'; expected one of bitrate, key-frames, preset, reproducible, delay"
            ),
        ])
    func errors(_ line: String, _ message: String) {
        let file = file("# Encodes.\n\(line)\nappsrc name=input")
        #expect(file.settings.isEmpty)
        #expect(file.settingErrors == [PipelineTextError(line: 2, message)])
    }

    @Test("A setting is mapped once")
    func twice() {
        let line = "# bitrate: encoder.bitrate in bit/s\n"
        let file = file(line + line + "appsrc name=input")
        #expect(file.settings.count == 1)
        #expect(file.settingErrors.map(\.description) == ["2: 'bitrate' is mapped twice; the first time in line 1"])
    }

    @Test("Lines may end in CR LF, be empty, and belong to the audio track")
    func lines() {
        let file = file(
            "# Muxes.\r\n\r\nflvmux name=mux\r\n  \r\n! appsink\r\n# Audio track\r\nappsrc name=audio ! mux.\r\n")
        #expect(file.summary == "Muxes.")
        #expect(file.lines.map(\.number) == [3, 5, 7])
        #expect(file.text(hasAudio: true) == "flvmux name=mux ! appsink appsrc name=audio ! mux.")
        #expect(file.text(hasAudio: false) == "flvmux name=mux ! appsink")
    }

    @Test("Random texts are read without a trap, and no line is lost")
    func random() {
        var random = SeededRandom(seed: 38)
        let pieces = [
            "#", " ", ":", "bitrate", "encoder.bitrate", "in", "bit/s", "\n", "\r\n", "=", "delay", "1", "samples", ".",
            "ä",
        ]
        for _ in 0..<2000 {
            let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                pieces[Int.random(in: 0..<pieces.count, using: &random)]
            }.joined()
            let file = file(text)
            let comments = text.split(whereSeparator: \.isNewline).count { $0.hasPrefix("#") }
            let code = text.split(whereSeparator: \.isNewline).count {
                !$0.hasPrefix("#") && !$0.allSatisfy(\.isWhitespace)
            }
            #expect(file.lines.count == code, "\(text)")
            #expect(file.settings.count + file.settingErrors.count <= comments, "\(text)")
        }
    }
}
