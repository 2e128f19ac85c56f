import Foundation
import Glibc
import StudioTestSupport
import Testing

/// The kinds of audio that people send; the rows of the section "Audio" in docs/inputs.md.
@Suite(.endToEnd)
struct AudioInputTests {
    private static let common = ["start", "--fast", "--width", "64", "--height", "64", "--duration", "2s", "--out"]

    /// 2 s with one tone for each channel: 300, 400, 500 Hz …
    private static func samples(_ channels: Int) -> [UInt8] {
        var bytes: [UInt8] = []
        for index in 0..<96_000 {
            for channel in 0..<channels {
                let phase = 2 * Double.pi * Double(300 + 100 * channel) * Double(index) / 48_000
                let sample = Int16(8000 * sin(phase))
                bytes += [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
            }
        }
        return bytes
    }

    /// WAV with any lengths in its header, and without positions of channels.
    private static func wav(_ channels: Int, length: UInt32? = nil) -> [UInt8] {
        let data = samples(channels)
        func number(_ value: Int, _ count: Int) -> [UInt8] {
            (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
        }
        let declared = Int(length ?? UInt32(data.count))
        let format =
            number(16, 4) + number(1, 2) + number(channels, 2) + number(48_000, 4) + number(96_000 * channels, 4)
            + number(2 * channels, 2) + number(16, 2)
        let head = Array("RIFF".utf8) + number(min(declared + 36, 0xFFFF_FFFF), 4) + Array("WAVEfmt ".utf8)
        return head + format + Array("data".utf8) + number(declared, 4) + data
    }

    /// Runs the program with bytes on standard input.
    private func run(_ arguments: [String], pipe bytes: [UInt8], _ folder: TestFolder) throws -> StudioProgram.Outcome {
        let path = try folder.write("input", bytes)
        let pipe = try PipePair()
        let writer = try ChildProcess("cat", [path], output: pipe.writeEnd)
        pipe.closeWriteEnd()
        let program = try StudioProgram(arguments, input: pipe.readEnd)
        pipe.closeReadEnd()
        let outcome = try program.finish()
        writer.kill()
        return outcome
    }

    /// The level of a tone in each channel of a file, in dBFS, by ffmpeg.
    private func level(_ path: String, hertz: Int, channel: Int) throws -> Double {
        let (_, errors) = try Tool.runForBoth(
            "ffmpeg",
            [
                "-nostdin", "-i", path, "-af",
                "pan=mono|c0=c\(channel),bandpass=f=\(hertz):width_type=h:w=20,atrim=0.5:1.5,astats=measure_perchannel=none",
                "-f", "null", "-",
            ])
        let line = try #require(errors.split(separator: "\n").last { $0.contains("RMS level dB:") }, "\(errors)")
        return Double(line.split(separator: " ").last ?? "") ?? -.infinity
    }

    @Test(
        "WAV from a pipe with the placeholder of its writer lasts until the end",
        arguments: [0, 0x7FFF_F000, 0x7FFF_FFFF, 0x7FFF_FFDB, 0x7FFF_FF00, 0xFFFF_FFFF, 0xFFFF_FFDB, 0xFFFF_F000]
            as [UInt32])
    func placeholders(_ length: UInt32) throws {
        let folder = try TestFolder()
        let bytes = Self.wav(2, length: length)
        // The video is longer than the audio, and goes on after its end.
        let longer = ["--duration", "4s"]
        let outcome = try run(Self.common + [folder.file("a.mkv"), "--audio", "-"] + longer, pipe: bytes, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let media = try MediaProbe(folder.file("a.mkv"))
        #expect(media.videoFrames.count == 120)
        #expect(media.audioFrames.count >= 187)
        let file = try StudioProgram.run(
            Self.common + [folder.file("b.mkv"), "--audio", try folder.write("saved.wav", bytes)] + longer)
        #expect(file.exitCode == 0, "saved from such a pipe: \(file.errors)")
        #expect(try MediaProbe(folder.file("b.mkv")).videoFrames.count == 120)
    }

    @Test("A truncated WAV pipe with a real length is still reported")
    func truncated() throws {
        let folder = try TestFolder()
        let outcome = try run(
            Self.common + [folder.file("a.mkv"), "--audio", "-", "--duration", "5s"],
            pipe: Self.wav(2, length: 400_000),
            folder)
        #expect(outcome.exitCode == 5)
        #expect(outcome.errors.contains("ended 16000 bytes before the end of its samples"), "\(outcome.errors)")
    }

    @Test(
        "A WAV whose positions do not fit its channels is sent with all of them, from a file, in a loop and from a pipe",
        arguments: [(2, 0x1), (2, 0x7), (4, 0x1)] as [(Int, UInt8)])
    func unfitPositions(_ channels: Int, _ mask: UInt8) throws {
        let folder = try TestFolder()
        let plain = try folder.write("plain.wav", Self.wav(channels))
        var bytes = Array(
            try Tool.run(
                "ffmpeg",
                [
                    "-nostdin", "-v", "error", "-i", plain, "-af",
                    "aformat=channel_layouts=\(channels == 2 ? "FL+FR" : "4.0")",
                    "-c:a", "pcm_s24le", "-f", "wav", "-",
                ]))
        #expect(bytes[20..<22] == [0xFE, 0xFF])
        bytes.replaceSubrange(40..<44, with: [mask, 0, 0, 0])
        let path = try folder.write("unfit.wav", bytes)
        let piped = try run(Self.common + [folder.file("pipe.mkv"), "--audio", "-"], pipe: bytes, folder)
        #expect(piped.exitCode == 0, "\(piped.errors)")
        for (name, more) in [("file.mkv", []), ("loop.mkv", ["--loop"])] {
            let outcome = try StudioProgram.run(Self.common + [folder.file(name), "--audio", path] + more)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        for name in ["file.mkv", "loop.mkv", "pipe.mkv"] {
            #expect(try level(folder.file(name), hertz: 300, channel: 0) > -25, "\(name)")
            #expect(try level(folder.file(name), hertz: 400, channel: 1) > -25, "\(name)")
        }
    }

    @Test("RF64 from a pipe is decoded")
    func rf64() throws {
        let folder = try TestFolder()
        let path = try folder.write("in.wav", Self.wav(2))
        let bytes = try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-i", path, "-rf64", "always", "-f", "wav", "-"])
        #expect(bytes.starts(with: "RF64".utf8))
        let outcome = try run(Self.common + [folder.file("a.mkv"), "--audio", "-"], pipe: Array(bytes), folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try level(folder.file("a.mkv"), hertz: 300, channel: 0) > -20)
        #expect(try level(folder.file("a.mkv"), hertz: 400, channel: 1) > -20)
    }

    @Test(
        "Coded audio from a pipe is rejected with its name, not sent as noise",
        arguments: [
            ("flac", "flac", "FLAC"), ("libmp3lame", "mp3", "MP3"), ("aac", "mpegts", "MPEG-TS"),
            ("aac", "adts", "AAC"),
            ("pcm_s16le", "w64", "W64"), ("libopus", "ogg", "Ogg"),
        ])
    func coded(_ codec: String, _ container: String, _ name: String) throws {
        let folder = try TestFolder()
        let bytes = try Tool.run(
            "ffmpeg",
            ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=r=48000:d=2", "-c:a", codec, "-f", container, "-"])
        let outcome = try run(Self.common + [folder.file("a.mkv"), "--audio", "-"], pipe: Array(bytes), folder)
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(
            outcome.errors.contains("standard input is a stream of \(name), which is not decoded from a pipe"),
            "\(outcome.errors)")
        let video = try run(["start", "--fast", "--out", "null:", "--video", "-"], pipe: Array(bytes), folder)
        #expect(video.exitCode == 5, "\(video.errors)")
        #expect(video.errors.contains("standard input is a stream of \(name)"), "\(video.errors)")
    }

    @Test(
        "Files of formats that GStreamer decodes are sent, others are rejected with their name",
        arguments: [
            ("flac", "flac", 0), ("libmp3lame", "mp3", 0), ("aac", "ts", 0), ("aac", "aac", 0), ("libopus", "ogg", 0),
            ("pcm_s16be", "aiff", 0), ("pcm_s16be", "au", 0), ("pcm_s16le", "w64", 5), ("pcm_s16le", "caf", 5),
        ])
    func files(_ codec: String, _ suffix: String, _ exitCode: Int32) throws {
        let folder = try TestFolder()
        let path = folder.file("in.\(suffix)")
        try Tool.run(
            "ffmpeg", ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=f=440:r=48000:d=2", "-c:a", codec, path])
        let outcome = try StudioProgram.run(Self.common + [folder.file("a.mkv"), "--audio", path])
        #expect(outcome.exitCode == exitCode, "\(outcome.errors)")
        if exitCode == 0 {
            #expect(try level(folder.file("a.mkv"), hertz: 440, channel: 0) > -30)
        } else {
            let name = suffix.uppercased()
            #expect(outcome.errors.contains("is a \(name) file, which GStreamer cannot decode"), "\(outcome.errors)")
            #expect(outcome.errors.contains("ffmpeg -i \(path) out.wav"), "\(outcome.errors)")
        }
    }

    @Test(
        "Channels without positions are mixed by their order, with a note", arguments: [3, 5, 7, 10, 16], [true, false])
    func channels(_ count: Int, _ isFile: Bool) throws {
        let folder = try TestFolder()
        let bytes = Self.wav(count)
        let output = folder.file("a.mkv")
        let outcome =
            isFile
            ? try StudioProgram.run(Self.common + [output, "--audio", try folder.write("in.wav", bytes)])
            : try run(Self.common + [output, "--audio", "-"], pipe: bytes, folder)
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let left = try level(output, hertz: 300, channel: 0)
        let right = try level(output, hertz: 400, channel: 1)
        #expect(abs(left - right) < 1, "\(left) and \(right)")
        #expect(try level(output, hertz: 300, channel: 1) < left - 15)
        // The last channel is heard, too.
        let last = try (0...1).map { try level(output, hertz: 200 + 100 * count, channel: $0) }.max() ?? -.infinity
        #expect(last > left - 7, "\(last) and \(left)")
        if count != 5 {
            #expect(
                outcome.errors.contains("the \(count) audio channels have no positions; they are mixed in their order"),
                "\(outcome.errors)")
        }
    }

    @Test("A file whose channels have no positions is repeated, and begins later")
    func playedChannels() throws {
        let folder = try TestFolder()
        let (input, output) = (try folder.write("in.wav", Self.wav(7)), folder.file("a.mkv"))
        let outcome = try StudioProgram.run(
            ["start", "--fast", "--json", "--width", "64", "--height", "64", "--duration", "4s", "--out", output]
                + ["--audio", input, "--loop", "--start-at", "1s"])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try outcome.summary.audio.accepted == 200)
        #expect(try level(output, hertz: 300, channel: 0) > -30)
    }

    @Test("Channels without positions in the audio of a camera's MOV")
    func camera() throws {
        let folder = try TestFolder()
        let wav = try folder.write("in.wav", Self.wav(7))
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc=s=64x64:r=30:d=2", "-i", wav, "-pix_fmt",
                "yuv420p",
                "-c:a", "pcm_s16le", folder.file("in.mov"),
            ])
        let outcome = try StudioProgram.run(Self.common + [folder.file("a.mkv"), "--video", folder.file("in.mov")])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try level(folder.file("a.mkv"), hertz: 300, channel: 0) > -30)
    }
}
