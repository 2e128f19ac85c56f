import GStreamer
import StudioCore
import StudioTestSupport
import Testing

@testable import MediaInputs

/// Decisions about media files before their media is sent.
struct MediaFilePartsTests {
    // MARK: File types

    @Test("file types are recognized by their first bytes, and short files are not recognized")
    func kinds() {
        #expect(FileKind([0x1A, 0x45, 0xDF, 0xA3]) == .matroska)
        #expect(FileKind([0, 0, 1, 0xBA]) == .programStream)
        #expect(FileKind(Array("FLV\u{1}".utf8)) == .flash)
        #expect(FileKind(Array("GIF8".utf8)) == .gif)
        for text in [
            "#EXTM3U\n#EXT-X-VERSION:3\n", "v=0\r\no=", "<MPD xmlns=\"",
            "<?xml version=\"1.0\"?>\n<SmoothStreamingMedia",
            "\u{FEFF}<?xml version=\"1.0\"?><MPD>",
        ] {
            #expect(FileKind(Array(text.utf8)) == .playlist)
            let utf16: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
            #expect(FileKind(utf16) == (text.contains("<") ? .playlist : .other))
        }
        #expect(FileKind(Array("<?xml version=\"1.0\"?><svg>".utf8)) == .other)
        #expect(FileKind(Array("BM60".utf8)) == .bitmap)
        #expect(FileKind([0x49, 0x49, 42, 0]) == .tiff)
        #expect(FileKind([0x4D, 0x4D, 0, 42]) == .tiff)
        for other in [[], [0x1A, 0x45], Array("GIF".utf8), Array("RIFF".utf8), [0, 0, 1, 0xB3]] as [[UInt8]] {
            #expect(FileKind(other) == .other)
        }
        #expect(FileKind(of: "/nowhere") == .other)
    }

    @Test("a file that never delivers data times out")
    func timeout() throws {
        let folder = try TestFolder()
        // An unstarted stream stands for a demuxer that reads an unknown format forever.
        let stream = try DecodedStream(try folder.write("a.mp4", "any"), .video, timeout: 0.2) { _ in }
        let error = #expect(throws: SourceError.self) { _ = try stream.next(or: Cancellation()) }
        #expect(error?.message.contains("delivered no data") == true)
        #expect(error?.hint.contains("ffmpeg") == true)
    }

    @Test("an error of the pipeline is kept until it is needed, and the first one counts")
    func pipelineReports() {
        var reports = PipelineReports()
        let errors = ["first", "second"].map { GStreamerError(.stream, source: "demuxer", message: $0) }
        for message in [.warning(errors[1]), .wake] as [Pipeline.Message] { reports.add(message) }
        #expect(reports.error == nil)
        #expect(!reports.hasEnded)
        for message in [.error(errors[0]), .error(errors[1]), .end, .wake] as [Pipeline.Message] {
            reports.add(message)
        }
        #expect(reports.error == errors[0])
        #expect(reports.hasEnded)
    }

    // MARK: Video conversion

    private func form(
        _ caps: String, orientation: String = "rotate-0", width: Int32? = nil, height: Int32? = nil, rate: Rate? = nil
    ) throws -> VideoConversion {
        try GStreamerRuntime.start()
        var options = VideoSourceOptions()
        (options.width, options.height, options.rate) = (width, height, rate)
        let parsed = try #require(Caps("video/x-raw,\(caps)"))
        return VideoConversion(try #require(VideoInfo(parsed)), VideoOrientation(name: orientation), options)
    }

    @Test("Own sizes: square pixels, upright, even")
    func ownSizes() throws {
        for (caps, orientation, width, height) in [
            ("format=I420,width=1280,height=720,framerate=30/1", "rotate-0", 1280, 720),
            ("format=I420,width=720,height=576,pixel-aspect-ratio=64/45,framerate=25/1", "rotate-0", 1024, 576),
            ("format=I420,width=1280,height=720,framerate=30/1", "rotate-90", 720, 1280),
            ("format=I420,width=1280,height=720,framerate=30/1", "flip-rotate-270", 720, 1280),
            ("format=I420,width=641,height=361,framerate=30/1", "rotate-0", 642, 362),
            ("format=RGB,width=1,height=1,framerate=0/1", "rotate-0", 2, 2),
        ] {
            let made = try form(caps, orientation: orientation)
            #expect(made.description.width == width, "\(caps)")
            #expect(made.description.height == height, "\(caps)")
            #expect(!made.hasBars)
        }
    }

    @Test("Requested sizes: bars only if the aspect ratio differs")
    func askedSizes() throws {
        let source = "format=I420,width=1920,height=1080,framerate=30/1"
        #expect(try !form(source, width: 1280, height: 720).hasBars)
        #expect(try !form(source, width: 854, height: 480).hasBars, "854 is 853.3 rounded")
        #expect(try form(source, width: 640, height: 480).hasBars)
        #expect(try form(source, width: 640).description.height == 360)
        #expect(try form(source, orientation: "rotate-90", height: 640).description.width == 360)
    }

    @Test("Frame rates are rounded to standard rates, with a default if missing")
    func rates() throws {
        for (text, rate) in [
            ("30/1", "30"), ("2997/100", "30000/1001"), ("23976/1000", "24000/1001"), ("19001/317", "60000/1001"),
            ("25/1", "25"), ("15/1", "15"), ("12/1", "12"), ("0/1", "30"), ("90000/1", "30"),
        ] {
            let made = try form("format=I420,width=64,height=64,framerate=\(text)")
            #expect(made.description.rate.description == rate, "\(text)")
            #expect(made.isRateAssumed == ["0/1", "90000/1"].contains(text))
        }
        #expect(try form("format=I420,width=64,height=64,framerate=0/1", rate: Rate(50)).isRateAssumed == false)
    }

    @Test("Colours: BT.709 in the source's range, RGB in full range, BT.2020 unchanged in 10 bits")
    func colors() throws {
        for (colors, range, wanted) in [
            ("format=I420,colorimetry=bt709", VideoRange.limited, "bt709"),
            ("format=I420,colorimetry=1:3:5:1", .full, "1:3:5:1"),
            ("format=I420,colorimetry=bt601", .limited, "2:3:5:1"),
            ("format=I420,colorimetry=1:4:0:0", .full, "1:3:5:1"),
            ("format=RGB", .full, "1:3:5:1"),
        ] {
            let made = try form("\(colors),width=64,height=64,framerate=30/1")
            #expect(made.description.range == range, "\(colors): \(made.colorimetry)")
            #expect(made.colorimetry == wanted, "\(colors): \(made.colorimetry)")
            #expect(made.wideTransfer == nil)
            #expect(made.caps?.text("format") == "I420")
            #expect(made.colorCaps != nil)
        }
        for (colors, transfer) in [
            ("bt2020-10", VideoInfo.Transfer.standard), ("bt2100-pq", .perceptualQuantizer),
            ("bt2100-hlg", .hybridLogGamma),
        ] {
            let made = try form("format=P010_10LE,colorimetry=\(colors),width=64,height=64,framerate=30/1")
            #expect(made.wideTransfer == transfer)
            #expect(made.colorimetry == colors)
            #expect(made.caps?.text("format") == "I420_10LE")
            #expect(made.colorCaps != nil)
        }
    }

    // MARK: Samples

    @Test(
        "Samples are unchanged whatever the buffer lengths, with trimming and silence at the right positions",
        arguments: 0..<8)
    func samples(_ seed: UInt64) throws {
        try GStreamerRuntime.start()
        var generator = SeededRandom(seed: seed)
        var store = SampleStore(frameBytes: 4)
        var (model, taken): ([UInt8], [UInt8]) = ([], [])
        for _ in 0..<400 {
            switch Int.random(in: 0..<5, using: &generator) {
            case 0, 1:
                let bytes = generator.bytes(Int.random(in: 1..<50, using: &generator) * 4)
                guard let buffer = MediaBuffer(byteCount: bytes.count) else { throw TestFailure("no memory") }
                _ = buffer.withMutableBytes { $0.copyBytes(from: bytes) }
                let dropped = Int.random(in: 0..<60, using: &generator)
                store.append(buffer, droppingFirst: dropped)
                model += bytes.dropFirst(dropped * 4)
            case 2:
                store.appendSilence(3)
                model += [UInt8](repeating: 0, count: 12)
            case 3:
                let waiting = Int64((model.count - taken.count) / 4)
                let end = store.start + Int64.random(in: 0...waiting + 5, using: &generator)
                store.truncate(at: end)
                model = Array(model.prefix(Int(end) * 4))
            default:
                let count = Int.random(in: 0...Int(store.end - store.start), using: &generator)
                store.take(count) { taken += $0 }
            }
            #expect(store.end == Int64(model.count / 4))
            #expect(store.start == Int64(taken.count / 4))
        }
        store.take(Int(store.end - store.start)) { taken += $0 }
        #expect(taken == model)
    }
}
