import CodedMedia
import Foundation
import StudioCore
import StudioTestSupport
import Testing

@testable import ContentDiagnosis

private let clipFolder = ProcessInfo.processInfo.environment["PSSTUDIO_CLIPS"]

/// Media without a mistake must cause no finding.
@Suite("Contents: no false alarm")
struct FalseAlarmTests {
    private static let patterns = [
        "testsrc=s=640x360", "testsrc2=s=640x360", "smptebars=s=640x360", "smptehdbars=s=640x360",
        "pal75bars=s=640x360",
        "pal100bars=s=640x360", "rgbtestsrc=s=640x360", "yuvtestsrc=s=640x360", "mandelbrot=s=640x360",
        "gradients=s=640x360",
        "sierpinski=s=640x360", "colorspectrum=s=640x360", "allyuv,scale=640:360", "color=black:s=640x360",
        "color=white:s=640x360", "color=gray:s=640x360", "color=green:s=640x360", "cellauto=s=640x360",
        "life=s=640x360",
        "nullsrc=s=640x360,geq='random(1)*255:random(2)*255:random(3)*255'",
    ]

    @Test("patterns, test cards, black, white and noise", arguments: patterns)
    func pattern(_ pattern: String) throws {
        try checkVideo(["-f", "lavfi", "-i", pattern, "-frames:v", "4"], width: 640, height: 360)
    }

    @Test("synthetic natural frames")
    func natural() {
        var diagnosis = VideoDiagnosis()
        for number in 0..<6 {
            let frame = SyntheticMedia.frame(number * 40)
            #expect(Self.judge(frame.i420, width: frame.width, height: frame.height, &diagnosis) == [])
        }
    }

    @Test("the coded test card in every range and several sizes", arguments: [VideoRange.full, .limited])
    func card(_ range: VideoRange) throws {
        for (width, height) in [(640, 360), (1280, 720), (360, 640), (404, 710)] {
            let session = try #require(CodedSession(identity: 7, width: width, height: height, rate: .thirty))
            var writer = CodedFrameWriter(session, layout: .tight(width: width, height: height), range: range)
            var bytes = [UInt8](repeating: 0, count: width * height * 3 / 2)
            var diagnosis = VideoDiagnosis()
            for number in 0..<5 {
                bytes.withUnsafeMutableBytes { writer.draw(UInt32(number * 15), into: $0) }
                #expect(Self.judge(bytes, width: width, height: height, &diagnosis) == [], "\(width)x\(height)")
            }
        }
    }

    @Test(
        "the test clips", .enabled(if: clipFolder != nil, "PSSTUDIO_CLIPS is not set to the folder with the clips"),
        arguments: [
            ("bigbuckbunny.mp4", 1280, 720), ("bikes.mp4", 640, 272), ("carphone_pristine.mp4", 176, 144),
            ("carphone_distorted.mp4", 176, 144),
        ])
    func clip(_ name: String, _ width: Int, _ height: Int) throws {
        let path = try #require(clipFolder) + "/" + name
        try checkVideo(
            ["-i", path, "-an", "-vf", "select='not(mod(n,20))'", "-vsync", "0", "-frames:v", "6"], width: width,
            height: height)
        guard name == "bigbuckbunny.mp4" else { return }
        for channels in [1, 2] { try checkAudio(["-i", path, "-vn", "-ac", "\(channels)", "-ar", "48000"], channels) }
    }

    private static let sounds: [(name: String, source: String)] = [
        ("silence", "anullsrc=d=3:r=48000"),
        (
            "speech",
            "flite=text='Six thick thistle sticks. She sells sea shells by the sea shore, and the quick fox hears.'"
        ),
        ("white noise", "anoisesrc=c=white:d=4:r=48000:a=0.4"), ("pink noise", "anoisesrc=c=pink:d=4:r=48000:a=0.4"),
        ("brown noise", "anoisesrc=c=brown:d=4:r=48000:a=0.4"), ("blue noise", "anoisesrc=c=blue:d=4:r=48000:a=0.4"),
        ("violet noise", "anoisesrc=c=violet:d=4:r=48000:a=0.4"),
        ("quiet noise", "anoisesrc=c=white:d=4:r=48000:a=0.001"),
        ("cymbals", "anoisesrc=c=white:d=4:r=48000:a=0.9,highpass=f=8000,tremolo=f=4:d=0.9"),
        ("a square wave", "aevalsrc='0.4*gt(sin(2*PI*1000*t),0)-0.2':d=4:s=48000"),
        ("a saw tooth", "aevalsrc='0.4*mod(440*t,1)-0.2':d=4:s=48000"),
        ("clicks", "aevalsrc='0.5*lt(mod(t,0.01),0.0001)':d=4:s=48000"),
    ]

    @Test("speech, noise, waves and silence", arguments: sounds.map(\.name), [1, 2])
    func sound(_ name: String, _ channels: Int) throws {
        let source = try #require(Self.sounds.first { $0.name == name }).source
        try checkAudio(["-f", "lavfi", "-i", source, "-ac", "\(channels)", "-ar", "48000"], channels)
    }

    @Test("tones up to 18 kHz", arguments: [50, 440, 1000, 4000, 8000, 12_000, 16_000, 18_000], [1, 2])
    func tone(_ frequency: Int, _ channels: Int) {
        let samples = TestMedia.sine(4, frequency: Double(frequency), channels: channels)
        #expect(Self.judge(SyntheticMedia.bytes(samples), channels) == [])
    }

    @Test("music: two voices, one voice, and two channels that differ in level only")
    func music() {
        let mono = SyntheticMedia.music(seconds: 4)
        #expect(Self.judge(SyntheticMedia.bytes(mono), 1) == [])
        #expect(Self.judge(SyntheticMedia.bytes(SyntheticMedia.stereoMusic(seconds: 4)), 2) == [])
        #expect(Self.judge(SyntheticMedia.bytes(mono.flatMap { [$0, $0 / 2] }), 2) == [])
        #expect(Self.judge(SyntheticMedia.bytes(mono.flatMap { [$0, $0] }), 2) == [])
    }

    // MARK: Judging

    private func checkVideo(_ input: [String], width: Int, height: Int) throws {
        let folder = try TestFolder()
        let path = folder.file("a.yuv")
        try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error"] + input + ["-pix_fmt", "yuv420p", "-f", "rawvideo", path])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        let size = width * height * 3 / 2
        #expect(bytes.count >= 4 * size)
        var diagnosis = VideoDiagnosis()
        for begin in stride(from: 0, to: bytes.count - size + 1, by: size) {
            #expect(Self.judge(Array(bytes[begin..<begin + size]), width: width, height: height, &diagnosis) == [])
        }
    }

    private static func judge(
        _ bytes: [UInt8], width: Int, height: Int, _ diagnosis: inout VideoDiagnosis
    ) -> [String] {
        bytes.withUnsafeBytes {
            diagnosis.judge(SampledFrame($0, .tight(width: width, height: height), .full))
        }.map(\.description)
    }

    private func checkAudio(_ input: [String], _ channels: Int) throws {
        let folder = try TestFolder()
        let path = folder.file("a.pcm")
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error"] + input + ["-f", "s16le", path])
        let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        #expect(bytes.count >= 48_000 * 2 * channels)
        #expect(Self.judge(bytes, channels) == [])
    }

    private static func judge(_ bytes: [UInt8], _ channels: Int) -> [String] {
        let format = AudioFormat(sampleRate: 48_000, channels: Int32(channels))
        let window = 24_000 * format.frameBytes
        var diagnosis = AudioDiagnosis()
        var found: [StudioError] = []
        for (number, begin) in stride(from: 0, to: bytes.count - window + 1, by: window).enumerated() {
            bytes[begin..<begin + window].withUnsafeBytes {
                found += diagnosis.add($0, format, at: AudioWindowPlace(number: number + 1, offset: 0))
            }
        }
        return found.map(\.description)
    }
}

@Suite("The page about contents")
struct ContentPageTests {
    @Test("it has the table of the rules")
    func table() throws {
        let page = try PackageFolder.text("docs/contents.md")
        #expect(page.contains(RuleCatalogue.contents.markdownTable { $0.rawValue }))
        for rule in RuleCatalogue.contents.rules { #expect(page.contains("| \(rule.id.rawValue.dropFirst(8)) |")) }
    }
}
