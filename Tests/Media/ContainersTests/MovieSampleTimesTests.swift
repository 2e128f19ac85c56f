import StudioCore
import Testing

@testable import Containers

/// Tables of which a demuxer reads random times.
@Suite("Times of samples in a movie")
struct MovieSampleTimesTests {
    private func number(_ value: Int, _ bytes: Int = 4) -> [UInt8] {
        (0..<bytes).map { UInt8(truncatingIfNeeded: value >> (8 * (bytes - 1 - $0))) }
    }

    private func box(_ type: String, _ body: [UInt8]) -> [UInt8] { number(8 + body.count) + Array(type.utf8) + body }

    /// A track of PCM, and what may differ.
    private struct Track: Sendable {
        var version = 2
        var chunkRuns = 3
        var durations = 1
        var sampleSize = 6
        var layout: [String] = ["chan"]
        var tables: [String] = []
        var entries = 1
    }

    private func movie(_ track: Track = Track()) -> [UInt8] {
        let fields =
            number(0, 6) + number(1, 2) + number(track.version, 2) + number(0, 18) + number(72) + number(0, 32)
        let entry = box("lpcm", fields + track.layout.flatMap { box($0, number(7, 16)) })
        let list = box("stsd", number(0) + number(track.entries) + (0..<track.entries).flatMap { _ in entry })
        let tables =
            box("stts", number(0) + number(track.durations) + number(0, 8 * track.durations))
            + box("stsc", number(0) + number(track.chunkRuns) + number(0, 12 * track.chunkRuns))
            + box("stsz", number(0) + number(track.sampleSize) + number(100))
            + track.tables.flatMap { box($0, number(0, 8)) }
        let header = box("tkhd", number(0, 12) + number(5) + number(0, 68))
        let media = box("mdia", box("minf", box("stbl", list + tables)))
        let duration = box("mvhd", number(0, 12) + number(1000) + number(4000) + number(0, 80))
        return box("ftyp", Array("qt  ".utf8)) + box("moov", duration + box("trak", header + media))
    }

    private func header(_ bytes: [UInt8]) -> MovieHeader? {
        MovieHeader(size: bytes.count) { Array(bytes.dropFirst($0).prefix($1)) }
    }

    /// The file as a demuxer reads it.
    private func corrected(_ bytes: [UInt8]) -> [UInt8] {
        var result = bytes
        for correction in header(bytes)?.sampleTimeCorrections ?? [] {
            result.replaceSubrange(
                correction.offset..<correction.offset + correction.bytes.count, with: correction.bytes)
        }
        return result
    }

    private func tables(_ bytes: [UInt8]) -> [String] {
        let read = { (offset: Int, count: Int) in Array(bytes.dropFirst(offset).prefix(count)) }
        let track = MovieBox.movie(size: bytes.count, read)?.descendant(["trak", "mdia", "minf", "stbl"], read)
        return track.map { MovieBox.boxes(in: $0.body, read).map(\.type) } ?? []
    }

    @Test("a table of sync samples takes the place of the channel layout; the length stays")
    func correction() {
        let bytes = movie()
        #expect(tables(bytes) == ["stsd", "stts", "stsc", "stsz"])
        let result = corrected(bytes)
        #expect(result.count == bytes.count)
        #expect(tables(result) == ["stsd", "stss", "stts", "stsc", "stsz"])
        #expect(header(bytes)?.lostTracks == [])
        // It has no entries, and a second look finds nothing to correct.
        #expect(corrected(result) == result)
        #expect(header(result)?.lostTracks == [])
    }

    @Test("other tracks stay")
    func others() {
        let others = [
            Track(version: 1), Track(chunkRuns: 1), Track(durations: 2), Track(sampleSize: 0), Track(tables: ["stss"]),
            Track(tables: ["ctts"]), Track(entries: 2),
        ]
        for track in others {
            let bytes = movie(track)
            #expect(tables(corrected(bytes)) == tables(bytes), "\(track)")
            #expect(header(bytes)?.lostTracks == [], "\(track)")
        }
    }

    @Test("a track without a channel layout at its end is lost")
    func withoutLayout() {
        #expect(header(movie(Track(layout: [])))?.lostTracks == [5])
        #expect(header(movie(Track(layout: ["chan", "wave"])))?.lostTracks == [5])
        #expect(header(movie(Track(layout: ["wave", "chan"])))?.lostTracks == [])
    }

    @Test("a damaged header traps nowhere, wherever it ends")
    func damage() {
        let bytes = movie()
        for length in 0..<bytes.count { _ = header(Array(bytes.prefix(length))) }
        for index in bytes.indices {
            var damaged = bytes
            damaged[index] ^= 0xFF
            #expect(corrected(damaged).count == bytes.count, "\(index)")
        }
    }
}
