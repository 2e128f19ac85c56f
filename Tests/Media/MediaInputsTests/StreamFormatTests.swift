import Containers
import Foundation
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs

@Suite("Formats of pipes, and channels without positions")
struct StreamFormatTests {
    private static let encodings = [
        ("flac", "flac", "FLAC"), ("libmp3lame", "mp3", "MP3"), ("aac", "adts", "AAC"), ("aac", "mpegts", "MPEG-TS"),
        ("libvorbis", "ogg", "Ogg"), ("pcm_s16be", "aiff", "AIFF"), ("pcm_s16le", "w64", "W64"),
        ("pcm_s16be", "au", "AU"),
        ("pcm_s16le", "caf", "CAF"), ("pcm_s16le", "matroska", "Matroska"), ("aac", "flv", "FLV"),
        ("ac3", "ac3", "AC-3"), ("eac3", "eac3", "AC-3"), ("aac", "latm", "AAC"), ("pcm_s16le", "nut", "NUT"),
        ("pcm_s16le", "voc", "VOC"), ("pcm_s32le", "sox", "SoX"), ("mp2", "mpeg", "MPEG-PS"), ("mp2", "mp2", "MP3"),
        ("wavpack", "wv", "WavPack"),
    ]

    @Test("what ffmpeg writes to a pipe is recognised, with an ID3 tag and without", arguments: encodings)
    func recognised(_ codec: String, _ container: String, _ name: String) throws {
        for tag in container == "mp3" ? ["1", "0"] : ["1"] {
            let more = container == "mp3" ? ["-id3v2_version", tag == "1" ? "4" : "0", "-write_xing", tag] : []
            let bytes = try Tool.run(
                "ffmpeg",
                ["-nostdin", "-v", "error", "-f", "lavfi", "-i", "sine=r=48000:d=1", "-ac", "2", "-c:a", codec] + more
                    + ["-f", container, "-"])
            #expect(StreamFormat(bytes, isWhole: true) == .other(name))
            // However few bytes are there, the stream is never taken for raw samples.
            for count in 0..<2000 { #expect(StreamFormat(bytes.prefix(count)).map { $0 == .other(name) } ?? true) }
        }
    }

    @Test("raw samples are raw as soon as they can be, and in any case at the end")
    func raw() {
        #expect(StreamFormat([UInt8](repeating: 0, count: 12)) == .raw)
        #expect(StreamFormat([1]) == nil, "the mark of MP4 begins with the fifth byte")
        #expect(StreamFormat([1, 0, 0, 0, 0, 0]) == .raw)
        #expect(StreamFormat([0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]) == .raw)
        #expect(StreamFormat([0x47] + [UInt8](repeating: 0, count: 200)) == .raw)
        #expect(StreamFormat(Array("RIF".utf8)) == nil)
        #expect(StreamFormat(Array("RIF".utf8), isWhole: true) == .raw)
        #expect(StreamFormat([0x47]) == nil)
        #expect(StreamFormat([0x47], isWhole: true) == .raw)
        var generator = SeededRandom(seed: 11)
        for _ in 0..<500 { #expect(StreamFormat(generator.bytes(StreamFormat.longest)) == .raw) }
    }

    @Test("WAV in both forms, and y4m")
    func known() {
        #expect(StreamFormat(Array("RIFF".utf8)) == .wav)
        #expect(StreamFormat(Array("RF64----WAVE".utf8)) == .wav)
        #expect(StreamFormat(Array("YUV4MPEG2 W2".utf8)) == .y4m)
    }

    @Test("the header of WAV: where its samples are, and how long they are")
    func header() throws {
        let plain = TestMedia.wav([1, 2, 3, 4])
        let header = try #require(WAVHeader(plain))
        #expect(header.dataStart == 44)
        #expect(header.dataLength == 8)
        #expect(header.corrected(plain) { _ in true } == plain)
        for count in 12..<44 { #expect(WAVHeader(Array(plain.prefix(count))) == nil) }
    }

    @Test("RF64 declares its length in a chunk of its own")
    func longHeader() throws {
        func bytes(_ length: [UInt8]) -> [UInt8] {
            let long = Array("ds64".utf8) + [28, 0, 0, 0] + [UInt8](repeating: 1, count: 8) + length
            let plain = TestMedia.wav([1, 2, 3, 4])
            let data = Array("data".utf8) + [0xFF, 0xFF, 0xFF, 0xFF] + plain[44...]
            return Array("RF64".utf8) + plain[4..<12] + long + [UInt8](repeating: 0, count: 12) + plain[12..<36] + data
        }
        let header = try #require(WAVHeader(bytes([8, 0, 0, 0, 1, 0, 0, 0])))
        #expect(header.dataLength == 1 << 32 + 8)
        #expect(header.corrected(bytes([8, 0, 0, 0, 1, 0, 0, 0])) { _ in true }.starts(with: "RIFF".utf8))
        for unknown in [0, 0xFF] as [UInt8] {
            #expect(try #require(WAVHeader(bytes(.init(repeating: unknown, count: 8)))).dataLength == nil)
        }
    }

    @Test(
        "channels without positions are mixed by their order, as loud as one channel at most",
        arguments: [3, 4, 5, 7, 10, 16, 64])
    func mix(_ channels: Int) throws {
        let rows = ChannelMix(channels, into: 2).rows
        #expect(rows.count == 2)
        for row in rows {
            #expect(row.count == channels)
            #expect(abs(row.reduce(0, +) - 1) < 0.000_1)
        }
        #expect(rows[0][0] > 0)
        #expect(rows[0][1] == 0)
        #expect(rows[1][0] == 0)
        #expect(rows[1][1] == rows[0][0])
        for channel in 2..<channels { #expect(rows[0][channel] + rows[1][channel] > 0, "channel \(channel)") }
        #expect((rows[0][2] > 0) == true)
        #expect((rows[1][2] > 0) == (channels % 2 == 1), "a centre is on both sides")
        let mono = try #require(ChannelMix(channels, into: 1).rows.first)
        #expect(mono.allSatisfy { $0 > 0 })
        #expect(abs(mono.reduce(0, +) - 1) < 0.000_1)
    }
}
