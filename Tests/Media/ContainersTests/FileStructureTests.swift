import StudioCore
import StudioTestSupport
import Testing

@testable import Containers

/// What is read from the bytes of files because GStreamer does not report it.
struct FileStructureTests {
    private func reader(_ bytes: [UInt8]) -> (Int, Int) -> [UInt8] {
        { offset, count in Array(bytes.dropFirst(offset).prefix(count)) }
    }

    // MARK: Orientation

    /// EXIF data with one entry.
    private func exif(_ value: UInt8, isBigEndian: Bool) -> [UInt8] {
        isBigEndian
            ? Array("MM\0*".utf8) + [0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, value, 0, 0, 0, 0, 0, 0]
            : Array("II*\0".utf8) + [8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, value, 0, 0, 0, 0, 0, 0, 0]
    }

    private func png(_ exif: [UInt8]) -> [UInt8] {
        [0x89] + Array("PNG\r\n\u{1A}\n".utf8) + [0, 0, 0, 1] + Array("gAMA".utf8) + [7, 0, 0, 0, 0]
            + [0, 0, 0, UInt8(exif.count)] + Array("eXIf".utf8) + exif
    }

    @Test("EXIF's eight orientations in both byte orders, after another part")
    func orientations() {
        let shown = [
            (1, 0, 0, 1), (-1, 0, 0, 1), (-1, 0, 0, -1), (1, 0, 0, -1), (0, 1, 1, 0), (0, 1, -1, 0), (0, -1, -1, 0),
            (0, -1, 1, 0),
        ].map { DisplayMatrix($0.0, $0.1, $0.2, $0.3) }
        for (index, matrix) in shown.enumerated() {
            for isBigEndian in [true, false] {
                let file = png(exif(UInt8(index + 1), isBigEndian: isBigEndian))
                #expect(ImageOrientation.find(reader(file)) == matrix)
            }
        }
    }

    @Test("WebP contains the same data")
    func webp() {
        let data = exif(6, isBigEndian: true)
        let webp =
            Array("RIFF".utf8) + [0, 0, 0, 0] + Array("WEBPVP8X".utf8) + [3, 0, 0, 0, 1, 2, 3, 0]
            + Array("EXIF".utf8) + [UInt8(data.count), 0, 0, 0] + data
        #expect(ImageOrientation.find(reader(webp)) == DisplayMatrix(0, 1, -1, 0))
    }

    @Test("Images without a valid orientation, and other files, have none")
    func noOrientation() {
        for value in [0, 9, 255] as [UInt8] {
            #expect(ImageOrientation.find(reader(png(exif(value, isBigEndian: true)))) == nil)
        }
        let valid = png(exif(6, isBigEndian: true))
        for count in [0, 2, 11, 20, 30] { #expect(ImageOrientation.find(reader(Array(valid.prefix(count)))) == nil) }
        #expect(ImageOrientation.find(reader(Array("RIFF....WAVEfmt ".utf8))) == nil)
    }

    // MARK: Matroska

    private func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] { id + [0x40, UInt8(body.count)] + body }

    private func matroska(_ entries: [[UInt8]]) -> [UInt8] {
        let list = entries.flatMap { element([0xAE], $0) }
        return element(MatroskaTracks.magic, [1, 2, 3]) + [0x18, 0x53, 0x80, 0x67, 0xFF]
            + element([0x11, 0x4D, 0x9B, 0x74], [9]) + element([0x16, 0x54, 0xAE, 0x6B], list)
    }

    /// A track with its number, type and, unless `nil`, the flag that makes it a default.
    private func track(_ number: UInt8, _ type: UInt8, isDefault: UInt8? = nil) -> [UInt8] {
        element([0xD7], [number]) + element([0x83], [type]) + (isDefault.map { element([0x88], [$0]) } ?? [])
    }

    @Test("The first default audio track is preferred, unless it is the first one anyway")
    func preferredTrack() {
        let video = track(1, 1)
        for (others, preferred) in [
            ([], nil), ([track(2, 2)], nil), ([track(2, 2), track(3, 2)], nil),
            ([track(2, 2, isDefault: 0), track(3, 2)], 3), ([track(2, 2, isDefault: 0), track(7, 2, isDefault: 1)], 7),
            ([track(2, 2, isDefault: 0), track(3, 2, isDefault: 0)], nil),
            ([track(2, 17, isDefault: 1), track(3, 2, isDefault: 0), track(4, 2)], 4),
        ] as [([[UInt8]], Int?)] {
            #expect(MatroskaTracks(reader(matroska([video] + others))).preferred(MatroskaTracks.audio) == preferred)
        }
    }

    @Test("The same holds for video tracks")
    func preferredVideo() {
        let tracks = [track(1, 1, isDefault: 0), track(2, 2), track(3, 1)]
        #expect(MatroskaTracks(reader(matroska(tracks))).preferred(MatroskaTracks.video) == 3)
        #expect(MatroskaTracks(reader(matroska(tracks))).preferred(MatroskaTracks.audio) == nil)
    }

    @Test("The crop of a video track, and the shape of its pixels where the file says it")
    func crop() {
        func cropped(_ left: UInt8, _ right: UInt8, _ more: [UInt8] = []) -> PictureCrop? {
            let size = element([0xB0], [0x01, 0x40]) + element([0xBA], [180])
            let crop = element([0x54, 0xCC], [left]) + element([0x54, 0xDD], [right]) + element([0x54, 0xBB], [20])
            let file = matroska([track(4, 1) + element([0xE0], size + crop + more)])
            return MatroskaTracks(reader(file)).crops[4]
        }
        let display = element([0x54, 0xB0], [200]) + element([0x54, 0xBA], [160])
        let plain = cropped(40, 80)
        #expect(plain?.left == 40)
        #expect(plain?.right == 80)
        #expect(plain?.top == 20)
        #expect(plain?.bottom == 0)
        #expect(plain?.pixelAspect == nil)
        // 200 columns and 160 rows remain.
        #expect(cropped(40, 80, display)?.pixelAspect == PictureCrop.PixelAspect(width: 32_000, height: 32_000))
        #expect(cropped(40, 80, display + element([0x54, 0xB2], [4]))?.pixelAspect == nil)
        // Nothing would remain.
        #expect(cropped(200, 200) == nil)
        #expect(MatroskaTracks(reader(matroska([track(1, 1)]))).crops.isEmpty)
    }

    @Test("The codec delays of audio tracks, but for Opus")
    func codecDelays() {
        func audio(_ number: UInt8, _ codec: String, _ delay: [UInt8]) -> [UInt8] {
            track(number, 2) + element([0x86], Array(codec.utf8)) + element([0x56, 0xAA], delay)
        }
        let delay: [UInt8] = [0x01, 0x45, 0x85, 0x55]
        let tracks = [
            audio(2, "A_AAC", delay), audio(3, "A_OPUS", delay), track(4, 2), audio(5, "A_AAC", [0]),
            audio(6, "A_AAC", [0x7F, 0xFF, 0xFF, 0xFF]),
        ]
        #expect(MatroskaTracks(reader(matroska(tracks))).codecDelays == [2: MediaTime(nanoseconds: 21_333_333)])
    }

    @Test("The samples in front of MP3, behind tags, at other sample rates, and damaged")
    func priming() {
        func file(_ header: [UInt8], side: Int, flags: UInt8 = 15, delays: [UInt8] = [0x24, 0x00, 0x5F]) -> [UInt8] {
            let fields = [4, 4, 100, 4].enumerated().reduce(0) { flags >> $1.offset & 1 == 1 ? $0 + $1.element : $0 }
            return header + [UInt8](repeating: 0, count: side) + Array("Info".utf8) + [0, 0, 0, flags]
                + [UInt8](repeating: 7, count: fields) + Array("Lavc59.37".utf8) + [UInt8](repeating: 0, count: 12)
                + delays
                + [UInt8](repeating: 0, count: 400)
        }
        let plain = file([0xFF, 0xFB, 0x94, 0x00], side: 32)
        #expect(MP3Priming(reader(plain))?.samples == 1105)
        #expect(MP3Priming(reader(plain))?.sampleRate == 48_000)
        let tag: [UInt8] = Array("ID3".utf8) + [4, 0, 0, 0, 0, 1, 2] + [UInt8](repeating: 0xFF, count: 130)
        #expect(MP3Priming(reader(tag + plain)) == MP3Priming(reader(plain)))
        #expect(MP3Priming(reader(file([0xFF, 0xF3, 0x80, 0xC0], side: 9, flags: 1)))?.sampleRate == 22_050)
        #expect(MP3Priming(reader([0xFF, 0xFB, 0x94, 0x00] + [UInt8](repeating: 0, count: 600))) == nil)
        #expect(MP3Priming(reader(Array(plain.prefix(150)))) == nil)
        #expect(MP3Priming(reader(Array("RIFF".utf8) + plain)) == nil)
    }

    @Test("Damaged lists of tracks are read without a crash", arguments: 0..<4)
    func damaged(_ seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        let files = [
            matroska([track(1, 1), track(2, 2, isDefault: 0), track(3, 2)]), png(exif(6, isBigEndian: false)),
        ]
        for _ in 0..<2000 {
            for file in files {
                var bytes = file
                for _ in 0..<3 {
                    bytes[Int.random(in: 4..<bytes.count, using: &generator)] = generator.bytes(1)[0]
                }
                let tracks = MatroskaTracks(reader(bytes)).tracks
                #expect(tracks.count <= bytes.count)
                // One of the eight orientations changes no lengths.
                if let found = ImageOrientation.find(reader(bytes)) {
                    #expect(abs(found.a * found.d - found.b * found.c) == 1, "\(found)")
                }
            }
        }
    }
}

/// AVI files whose frames are not stored in order.
struct ReorderedAVITests {
    @Test("B-frames of MPEG-4 and H.264 are recognized, and those to which others refer")
    func frames() {
        for (level, bytes) in [
            (1, [0, 0, 1, 0xB6, 0x90]), (1, [0, 0, 0, 1, 0x01, 0b1010_0000, 0]),
            (2, [0, 0, 1, 9, 0xF0, 0, 0, 1, 0x41, 0b1001_1100, 0]), (2, [0, 0, 1, 0x21, 0b1010_0000, 0]),
            (0, [0, 0, 1, 0xB6, 0x10]), (0, [0, 0, 1, 0xB6, 0x51]), (0, [0, 0, 1, 0xB0, 0xF5]),
            (0, [0, 0, 1, 0x65, 0x88, 0x84, 0]), (0, [0, 0, 0, 1, 0x41, 0b1110_0000, 0]), (0, []), (0, [1]),
            (0, [0, 0, 1]),
            (0, [0, 0, 1, 0xB6]), (0, [5, 0, 1, 0xB6, 0x90]),
        ] as [(Int, [UInt8])] {
            #expect(ReorderedAVI.level(of: bytes) == level, "\(bytes)")
        }
    }

    @Test("other files are not searched")
    func others() {
        for text in ["", "RIFF", "RIFF....WAVEfmt ", "RIFF....AVI LIST", "RIFF....AVI "] {
            let bytes = Array(text.utf8)
            #expect(ReorderedAVI { offset, count in Array(bytes.dropFirst(offset).prefix(count)) } == nil)
        }
    }
}

/// The positions of the channels in WAV files.
struct WAVFormatTests {
    /// An extended format.
    private func wav(_ channels: UInt8, _ mask: [UInt8], form: String = "RIFF") -> [UInt8] {
        let other = Array("LIST".utf8) + [3, 0, 0, 0] + [1, 2, 3, 0]
        let format = [0xFE, 0xFF, channels, 0] + [UInt8](repeating: 1, count: 12) + [22, 0, 16, 0] + mask
        let chunk = Array("fmt ".utf8) + [40, 0, 0, 0] + format + [UInt8](repeating: 2, count: 16)
        return Array(form.utf8) + [0, 0, 0, 0] + Array("WAVE".utf8) + other + chunk + Array("data".utf8) + [0, 0, 0, 0]
    }

    private func correction(_ bytes: [UInt8]) -> FileCorrection? {
        WAVFormat { Array(bytes.dropFirst($0).prefix($1)) }?.correction
    }

    @Test(
        "Positions that do not fit the number of channels are removed",
        arguments: [(2, [1, 0, 0, 0]), (6, [3, 0, 0, 0]), (2, [7, 0, 0, 0]), (2, [1, 0, 0, 0x80])] as [(UInt8, [UInt8])]
    )
    func unfit(_ channels: UInt8, _ mask: [UInt8]) throws {
        for form in ["RIFF", "RF64"] {
            let bytes = wav(channels, mask, form: form)
            let found = try #require(correction(bytes))
            #expect(found.bytes == [0, 0, 0, 0])
            #expect(Array(bytes[found.offset..<found.offset + 4]) == mask)
        }
        let bytes = wav(channels, mask)
        let corrected = try #require(WAVHeader(bytes)).corrected(bytes) { _ in true }
        #expect(corrected.count == bytes.count)
        #expect(correction(corrected) == nil)
        #expect(zip(corrected, bytes).count { $0 != $1 } == mask.count { $0 != 0 })
    }

    @Test(
        "Positions that fit stay, as do none",
        arguments: [(2, [3, 0, 0, 0]), (6, [0x3F, 0, 0, 0]), (2, [0, 0, 0, 0])] as [(UInt8, [UInt8])])
    func fit(_ channels: UInt8, _ mask: [UInt8]) {
        #expect(correction(wav(channels, mask)) == nil)
    }

    @Test("A header that ends early, a plain format and other files have none")
    func others() {
        let bytes = wav(2, [1, 0, 0, 0])
        for count in 0..<56 { #expect(correction(Array(bytes.prefix(count))) == nil, "\(count)") }
        #expect(correction(TestMedia.wav([1, 2])) == nil)
        #expect(correction([UInt8](repeating: 0, count: 1000)) == nil)
    }
}

/// Streams of MPEG program streams that a demuxer may leave out.
struct ProgramStreamTests {
    private static let packs: [[UInt8]] = [
        // MPEG-1, and MPEG-2 with two bytes of stuffing.
        [0, 0, 1, 0xBA, 0x21, 0, 1, 0, 1, 0x80, 0, 1],
        [0, 0, 1, 0xBA, 0x44, 0, 4, 0, 4, 1, 0, 0, 3, 0xFA, 0xFF, 0xFF],
    ]
    private let header: [UInt8] = [0, 0, 1, 0xBB, 0, 6, 1, 2, 3, 4, 5, 6]

    private func packet(_ stream: UInt8) -> [UInt8] { [0, 0, 1, stream, 1, 4] + [UInt8](repeating: 0xC0, count: 260) }

    private func containsAudio(_ bytes: [UInt8]) -> Bool {
        ProgramStream.containsAudio { Array(bytes.dropFirst($0).prefix($1)) }
    }

    @Test("Audio is found behind any number of packs", arguments: packs, [0xBD, 0xC0, 0xDF] as [UInt8])
    func audio(_ pack: [UInt8], _ stream: UInt8) {
        let video = (0..<50).flatMap { _ in pack + packet(0xE0) }
        let bytes = pack + header + video + packet(stream)
        #expect(containsAudio(bytes))
        // The first and the last packs at each byte; those between are alike.
        let end = bytes.count - packet(stream).count
        for count in 0...end where LongRun.isRequested || count < 600 || count > end - 600 || count % 61 == 0 {
            #expect(!containsAudio(Array(bytes.prefix(count))))
        }
    }

    @Test("Video alone, other files, and what follows the end have none", arguments: packs)
    func others(_ pack: [UInt8]) {
        #expect(!containsAudio(pack + packet(0xE0) + packet(0xBE)))
        #expect(!containsAudio(pack + [0, 0, 1, 0xB9] + packet(0xC0)))
        #expect(!containsAudio(packet(0xC0)))
        #expect(!containsAudio([]))
    }
}
