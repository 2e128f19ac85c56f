import GStreamer
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("ProbeSource")
struct ProbeSourceTests {
    @Test(
        "sources are parsed",
        arguments: [
            ("show.mp4", .file), ("/a b/show", .file), ("rtmp", .file), ("C:/show.mp4", .file), ("--", .file),
            (" ", .file), ("-", .standardInput), ("rtmp://host/live/key", .rtmp), ("RTMP://host/live/key", .rtmp),
            ("srt://host:9000", .srt), ("srt://:9000?mode=listener", .srt), ("udp://127.0.0.1:5000", .udp),
            ("http://host/live.m3u8", .http), ("Https://host/live.m3u8", .http),
        ] as [(String, ProbeSource.Kind)])
    func kinds(_ text: String, _ kind: ProbeSource.Kind) throws {
        let source = try ProbeSource(text)
        #expect(source.kind == kind)
        #expect(source.path == (kind == .file ? text : nil))
        #expect(source.isLive == ![.file, .http].contains(kind))
        #expect(source.hasEnd == (kind != .udp))
        switch kind {
        case .file: #expect(source.description == text)
        case .standardInput: #expect(source.description == "standard input")
        case .rtmp, .srt, .udp, .http: #expect(source.description.hasPrefix(text.prefix { $0 != "/" }))
        }
    }

    @Test("empty sources and unknown schemes are rejected")
    func refused() {
        #expect(throws: ProbeSource.ParseError.empty) { try ProbeSource("") }
        #expect(ProbeSource.ParseError.empty.description == "the source is empty")
        for (text, shown) in [
            ("ftp://host/a.mp4", "ftp://host/***"), ("rtsp://u:secret@host/a?b=c", "rtsp://***@host/***?***"),
            ("://host", "://host"), ("file:///tmp/a.mp4", "file:///tmp/***"),
            ("ftp://u:se cret@h/a", "ftp://***@h/***"),
        ] {
            let error = #expect(throws: ProbeSource.ParseError.self) { try ProbeSource(text) }
            #expect(error == .unknown(shown))
            #expect(error?.description.contains("'\(shown)': unsupported source; use a file, -, rtmp://") ?? false)
        }
    }

    // MARK: Secrets

    private static let secrets = [
        "s3cretkey", "s3cret key", "s3cret,key", "s3cret;key", "s3cret(key)", "s3cret'key\"", "s3cret=key", "s3cretkéy",
    ]

    private static func addresses(_ secret: String) -> [String] {
        [
            "rtmp://host/live/\(secret)", "rtmp://host:1936/live/room?auth=\(secret)",
            "rtmp://user:\(secret)@host/live/k",
            "srt://host:9000?passphrase=\(secret)&mode=caller", "http://user:\(secret)@host/live.m3u8",
            "https://host/live.m3u8?token=\(secret)", "udp://127.0.0.1:5000/\(secret)",
        ]
    }

    @Test("descriptions contain no secrets", arguments: secrets)
    func description(_ secret: String) throws {
        for address in Self.addresses(secret) {
            let source = try ProbeSource(address)
            for part in [secret, "s3cret", "key"] { #expect(!"\(source)".contains(part), "\(source)") }
            #expect("\(source)".contains("***"))
        }
    }

    @Test("foreign messages are scrubbed of secrets", arguments: secrets)
    func scrub(_ secret: String) throws {
        for address in Self.addresses(secret) {
            let source = try ProbeSource(address)
            for text in [
                "cannot open \(address): refused", "no stream named '\(secret)' here", "\(secret)", "(\(address))",
                "first \(secret), then \(address), then \(secret)", "see rtmp://other/live/\(secret)",
            ] {
                #expect(!source.scrub(text).contains("s3cret"), "\(source.scrub(text)) of \(address)")
            }
            #expect(source.scrub("access denied by the server") == "access denied by the server")
        }
        #expect(try ProbeSource("show.mp4").scrub("show.mp4 is truncated") == "show.mp4 is truncated")
        #expect(try ProbeSource("-").scrub("no data") == "no data")
    }

    @Test("local errors contain no secrets")
    func errors() throws {
        let source = try ProbeSource("rtmp://user:s3cret@127.0.0.1:\(try unusedPort())/live/k3y?a=t0ken")
        let error = #expect(throws: ProbeError.self) { try Probe(source).run() }
        let text = try #require(error).description
        #expect(text.contains("rtmp://***@127.0.0.1"))
        for secret in ["s3cret", "k3y", "t0ken"] { #expect(!text.contains(secret), "\(text)") }
    }

    @Test("an RTMP address without a stream is incomplete", arguments: ["rtmp://host", "rtmp://host/", "rtmp:///a/b"])
    func incomplete(_ text: String) {
        let error = #expect(throws: ProbeSource.ParseError.self) { try ProbeSource(text) }
        #expect(error?.description.hasSuffix("is incomplete: use rtmp://HOST[:PORT]/APP/KEY") == true)
    }

    // MARK: Pipelines

    @Test(
        "each kind has its pipeline, with the address as a property only",
        arguments: [
            "show.mp4", "list.M3U8", "-", "rtmp://host/live/key", "srt://127.0.0.1:9000?mode=caller",
            "udp://127.0.0.1:5000", "http://host/live.m3u8", "a ! filesink location=b", "quo\"te.mp4",
        ])
    func pipelines(_ text: String) throws {
        let pipeline = try ProbeSource(text).makePipeline()
        #expect(try pipeline.element("source").name == "source")
        #expect(try pipeline.element("streams").name == "streams")
    }
}
