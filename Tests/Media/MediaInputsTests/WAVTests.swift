import Foundation
import Glibc
import GStreamer
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs

/// WAV files and WAV streams from pipes, up to the accepted samples.
struct WAVTests {
    // MARK: Streams in pieces

    /// - Returns: the decoded samples of both channels, also those before an error.
    private func decode(_ pieces: [[UInt8]]) throws -> (samples: [Int16], error: SourceError?) {
        let decoder = try WAVDecoder("the pipe", .program)
        var store = SampleStore(frameBytes: AudioFormat.program.frameBytes)
        var failure: SourceError?
        do {
            for piece in pieces where !decoder.isComplete { try decoder.decode(piece, into: &store) }
            try decoder.end(into: &store)
        } catch {
            failure = error
        }
        var samples: [Int16] = []
        store.take(Int(store.end - store.start)) { samples = Array($0.bindMemory(to: Int16.self)) }
        return (samples, failure)
    }

    private func split(_ bytes: [UInt8], _ generator: inout SeededRandom) -> [[UInt8]] {
        var (rest, pieces) = (bytes[...], [[UInt8]]())
        while !rest.isEmpty {
            pieces.append(Array(rest.prefix(Int.random(in: 1..<3000, using: &generator))))
            rest = rest.dropFirst(pieces[pieces.count - 1].count)
        }
        return pieces
    }

    private func withDeclaredLength(_ length: UInt32, _ bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        for place in 0..<4 { bytes[40 + place] = UInt8(truncatingIfNeeded: length >> (8 * UInt32(place))) }
        return bytes
    }

    private static let sent = (0..<20_002).map { Int16(truncatingIfNeeded: $0 * 7919) }

    @Test("48 kHz 16-bit stereo arrives bit for bit in pieces of any size", arguments: 0..<4)
    func pieces(_ seed: UInt64) throws {
        var generator = SeededRandom(seed: seed)
        let list = Array("LIST".utf8) + [3, 0, 0, 0] + Array("abc".utf8) + [0]
        let plain = TestMedia.wav(Self.sent)
        for bytes in [plain, Array(plain[..<12]) + list + plain[12...]] {
            let decoded = try decode(split(bytes, &generator))
            #expect(decoded.samples == Self.sent)
            #expect(decoded.error == nil)
        }
    }

    @Test("a length that the writer does not know means until the end", arguments: [UInt32(0), .max, .max - 255])
    func unknownLength(_ length: UInt32) throws {
        let decoded = try decode([withDeclaredLength(length, TestMedia.wav(Self.sent))])
        #expect(decoded.samples == Self.sent)
        #expect(decoded.error == nil)
    }

    @Test("data after the samples is not audio")
    func trailingData() throws {
        let decoded = try decode([TestMedia.wav(Self.sent) + Array("LIST".utf8), [UInt8](repeating: 9, count: 4000)])
        #expect(decoded.samples == Self.sent)
        #expect(decoded.error == nil)
    }

    @Test(
        "a truncated stream delivers its samples, and the error contains the number of missing bytes",
        arguments: [4000, 4001])
    func truncated(_ missing: Int) throws {
        let decoded = try decode([TestMedia.wav(Self.sent).dropLast(missing)])
        #expect(decoded.samples == Array(Self.sent.prefix((40_004 - missing) / 4 * 2)))
        #expect(decoded.error?.message == "the pipe ended \(missing) bytes before the end of its samples")
    }

    @Test("a stream that ends in its header is truncated", arguments: [4, 12, 20, 43])
    func truncatedHeader(_ count: Int) throws {
        let decoded = try decode([Array(TestMedia.wav(Self.sent).prefix(count))])
        #expect(decoded.error?.message == "the pipe ended before its samples")
    }

    @Test("a header without samples")
    func noSamples() throws {
        for length in [UInt32(0), .max] {
            let decoded = try decode([withDeclaredLength(length, TestMedia.wav([]))])
            #expect(decoded.error?.message == "the pipe contains no samples")
        }
    }

    @Test("a RIFF stream that is not WAV")
    func notWAV() throws {
        var bytes = TestMedia.wav(Self.sent)
        bytes.replaceSubrange(8..<12, with: "AVI ".utf8)
        #expect(try decode([bytes]).error?.message == "the pipe is not a WAV stream")
    }

    @Test("a WAV stream that is not PCM")
    func notPCM() throws {
        var bytes = TestMedia.wav(Self.sent, bits: 8)
        bytes[20] = 7  // µ-law
        let error = try #require(try decode([bytes]).error)
        #expect(error.message == "the pipe is not a WAV stream of PCM samples: not-negotiated")
        #expect(error.hint == "convert it with ffmpeg -c:a pcm_s16le")
    }

    @Test("a WAV stream whose format is missing")
    func noFormat() throws {
        var bytes = TestMedia.wav(Self.sent)
        bytes.replaceSubrange(12..<16, with: "junk".utf8)
        #expect(try decode([bytes]).error?.message == "the pipe contains no samples")
    }

    @Test("a stream whose samples do not begin within a MiB")
    func longHeader() throws {
        let bytes = Array(TestMedia.wav(Self.sent).prefix(36)) + Array("JUNK".utf8) + [0, 0, 0, 1]
        let decoded = try decode([bytes, [UInt8](repeating: 0, count: 1 << 20)])
        #expect(decoded.error?.message == "the pipe has no samples within the first MiB")
    }

    @Test("a file of more than 2 GiB is read as a stream, because wavparse would end it early")
    func longFile() throws {
        let folder = try TestFolder()
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.width, video.height) = (16, 16)
        audio.path = try folder.write("long.wav", withDeclaredLength(.max - 1000, TestMedia.wav(Self.sent)))
        func open() throws -> MediaSources {
            try MediaSources(video: video, audio: audio, cancellation: Cancellation())
        }
        #expect(try open().audio is AudioFileReader)
        try #require(truncate(folder.file("long.wav"), 1 << 31) == 0)
        #expect(try open().audio is PCMInput)
        audio.loops = true
        let error = #expect(throws: SourceError.self) { try open() }
        #expect(error?.hint == "remove --loop and --start-at")
    }

    // MARK: Formats

    struct Format: Sendable, CustomTestStringConvertible {
        let codec: String
        let rate: Int
        let channels: Int
        /// 1.5 s at 48 kHz; audioresample omits up to five samples at the end.
        let samples: Int
        /// The largest difference from ffmpeg's conversion.
        let error: Int
        var testDescription: String { "\(codec), \(rate) Hz, \(channels) channels" }
    }

    static let formats = [
        Format(codec: "pcm_s16le", rate: 48_000, channels: 2, samples: 72_000, error: 0),
        Format(codec: "pcm_s24le", rate: 44_100, channels: 1, samples: 71_999, error: 200),
        Format(codec: "pcm_f32le", rate: 44_100, channels: 2, samples: 71_999, error: 200),
        Format(codec: "pcm_u8", rate: 48_000, channels: 1, samples: 72_000, error: 2),
        Format(codec: "pcm_s16le", rate: 48_000, channels: 6, samples: 72_000, error: 50),
        Format(codec: "pcm_s32le", rate: 96_000, channels: 2, samples: 72_000, error: 100),
        Format(codec: "pcm_s16le", rate: 32_000, channels: 1, samples: 71_999, error: 200),
    ]

    private static let options = ["-nostdin", "-v", "error", "-y"]

    /// A file with a sine on every channel; in stereo the right one differs.
    private func makeFile(_ format: Format, _ folder: TestFolder) throws -> String {
        let left = "0.5*sin(880*PI*t)"
        let channels =
            format.channels == 2 ? [left, "0.25*sin(1320*PI*t)"] : .init(repeating: left, count: format.channels)
        let layout = [1: "mono", 2: "stereo", 6: "5.1"][format.channels] ?? ""
        try Tool.run(
            "ffmpeg",
            Self.options + [
                "-f", "lavfi", "-i", "aevalsrc=\(channels.joined(separator: "|")):c=\(layout):s=\(format.rate):d=1.5",
                "-c:a", format.codec, folder.file("in.wav"),
            ])
        return folder.file("in.wav")
    }

    /// The left and right channel as ffmpeg decodes and resamples them.
    private func reference(_ path: String, _ format: Format) throws -> [Int16] {
        let right = format.channels == 2 ? "c1" : "c0"
        let data = try Tool.run(
            "ffmpeg",
            Self.options + ["-i", path, "-af", "pan=stereo|c0=c0|c1=\(right)", "-ar", "48000", "-f", "s16le", "-"])
        return data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
    }

    private func accepted(_ path: String) throws -> [Int16] {
        var (video, audio) = (VideoSourceOptions(), AudioSourceOptions())
        (video.width, video.height, audio.path) = (16, 16, path)
        let (media, outcome) = try ProducerFixture.run(video, audio, duration: .seconds(2))
        guard case .finished = outcome else { throw TestFailure("\(outcome)") }
        return media.samples
    }

    private func check(_ samples: [Int16], _ format: Format, _ reference: [Int16]) throws {
        #expect(samples.count == format.samples * 2)
        #expect(reference.count == 72_000 * 2)
        // Both resamplers begin and end with a ramp of their own.
        let ramp = format.error == 0 ? 0 : 400
        let difference = zip(samples, reference).dropFirst(ramp).dropLast(ramp).map { abs(Int($0) - Int($1)) }.max()
        #expect(try #require(difference) <= format.error)
    }

    @Test("a file of any format is converted", arguments: formats)
    func file(_ format: Format) throws {
        let folder = try TestFolder()
        let path = try makeFile(format, folder)
        try check(try accepted(path), format, try reference(path, format))
    }

    @Test("a stream of any format is converted", arguments: formats)
    func pipe(_ format: Format) throws {
        let folder = try TestFolder()
        let path = try makeFile(format, folder)
        let fifo = folder.file("fifo")
        try #require(mkfifo(fifo, 0o600) == 0)
        // ffmpeg does not know the length when it writes to a pipe.
        let writer = try ChildProcess("ffmpeg", Self.options + ["-i", path, "-c:a", format.codec, "-f", "wav", fifo])
        try check(try accepted(fifo), format, try reference(path, format))
        #expect(try writer.wait() == .exited(0))
    }
}
