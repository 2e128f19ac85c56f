import ProgramEncoding
import StudioCore
import Testing

@testable import MediaOutputs

@Suite("OutputRegistry")
struct OutputRegistryTests {
    private func driver(_ text: String) throws -> any OutputDriver { try OutputRegistry.standard.driver(for: text) }

    @Test(
        "a path with a known suffix is a file",
        arguments: [
            "show.mp4", "show.mkv", "show.flv", "show.ts", "/a.b/SHOW.MP4", "./x.y.mkv", "rtmp-clips/a.mp4",
            "a:b/c.mkv",
        ])
    func files(_ text: String) throws {
        let driver = try driver(text)
        #expect(driver is FileOutputDriver)
        #expect(driver.traits.path == text)
        #expect(driver.traits.input == .encoded(text.hasSuffix(".ts") ? .transportStream : .accessUnits))
        #expect(driver.address.text == text)
        #expect(driver.address.description == text, "nothing to mask")
        #expect(!driver.address.awaitsKey)
    }

    @Test("a URL is a server", arguments: ["rtmp://host/live/key", "RTMP://host/live", "rtmps://host/live/key"])
    func servers(_ text: String) throws {
        let driver = try driver(text)
        #expect(driver is RTMPOutputDriver)
        #expect(driver.traits.path == nil)
        #expect(type(of: driver).kind.secret == .streamKey)
        #expect(driver.traits.input == .encoded(.flvTags))
        #expect(driver.policy == .server)
        #expect(driver.address.text == text)
    }

    @Test("standard output and null have names")
    func names() throws {
        #expect(try driver("-") is Y4MOutputDriver)
        #expect(try driver("mkv:-") is StandardOutputDriver)
        #expect(try driver("null:") is NullOutputDriver)
        #expect(try driver("-").traits.input == .raw)
        #expect(try driver("null:").traits.input == .raw)
        #expect(try driver("mkv:-").traits.input == .encoded(.accessUnits))
        #expect(try driver("ts:-") is StandardOutputDriver)
        #expect(try driver("ts:-").traits.input == .encoded(.transportStream))
        #expect(try driver("ts:-").traits.usesStandardOutput)
        #expect(try "\(driver("ts:-").address)" == "ts:-")
        #expect(try ["-", "mkv:-", "null:"].map { try driver($0).traits.usesStandardOutput } == [true, true, false])
        #expect(try ["-", "mkv:-", "null:"].map { try driver($0).traits.carriesAudio } == [false, true, true])
        #expect(try ["-", "mkv:-", "null:"].map { try "\(driver($0).address)" } == ["-", "mkv:-", "null:"])
    }

    @Test("only a server is retried and need not be complete")
    func policies() throws {
        #expect(try ["a.mp4", "-", "mkv:-", "null:"].allSatisfy { try driver($0).policy == .local })
        #expect(OutputPolicy.server.retries)
        #expect(!OutputPolicy.local.retries)
        #expect(!OutputPolicy.server.mustBeComplete)
        #expect(OutputPolicy.local.mustBeComplete)
    }

    @Test(
        "an unknown address is rejected, and what has the form of a key is not printed",
        arguments: [
            ("show", "show"), ("show.avi", "show.avi"), ("show.mp4/", "show.mp4/"), ("a.mp4/b", "a.mp4/***"),
            ("http://host/x.mp4", "http://host/***"), ("srx://host:9000", "srx://host:9000"), ("mp4", "mp4"),
            (".", "."), ("mkv:", "***"), ("file.", "file."), ("live_1234_K3Y", "***"),
            ("host/app/K3Y", "host/app/***"), ("host.example.com/app/K3Y", "host.example.com/app/***"),
            ("/videos/show", "/videos/***"),
        ])
    func unknown(_ text: String, _ shown: String) {
        let forms = OutputRegistry.standard.addressForms
        #expect(throws: AddressError.unknown(shown, accepted: forms)) { try driver(text) }
    }

    @Test("each form has an address for tests, which its own driver accepts")
    func samples() {
        let samples = OutputRegistry.standard.samples
        #expect(samples.map(\.form.text) == OutputRegistry.standard.addressForms)
        for (form, driver) in samples {
            #expect(type(of: driver).kind.forms.contains { $0.text == form.text }, "\(form.text)")
            #expect(driver.address.text == form.sample)
        }
        let parts = samples.compactMap(\.form.part)
        #expect(Set(parts).count == parts.count)
    }

    @Test("the message lists every form")
    func message() {
        let error = #expect(throws: AddressError.self) { try driver("x.avi") }
        #expect(
            error?.description
                == "cannot write to 'x.avi': use FILE.mp4, FILE.m4v, FILE.mov, FILE.mkv, FILE.flv, FILE.ts, "
                + "FOLDER/NAME.m3u8, rtmp://HOST/APP/KEY, rtmps://HOST/APP/KEY, srt://HOST:PORT, udp://HOST:PORT, -, mkv:-, ts:- "
                + "or null:")
    }

    @Test(
        "a UDP address is a host and a port", arguments: ["udp://host:5000", "udp://[::1]:5000", "UDP://10.0.0.1:1"])
    func datagrams(_ text: String) throws {
        let driver = try driver(text)
        #expect(driver is UDPOutputDriver)
        #expect(driver.policy == .datagrams)
        #expect(driver.traits.input == .encoded(.transportStream))
        #expect(!driver.address.awaitsKey)
        #expect(driver.address.description == text)
    }

    @Test(
        "a UDP address with another part is incomplete, and its secrets are not printed",
        arguments: [
            ("udp://host", "udp://host"), ("udp://:5000", "udp://:5000"),
            ("udp://host:5000/S3CRET", "udp://host:5000/***"), ("udp://S3CRET@host:5000", "udp://***@host:5000"),
        ])
    func incompleteDatagrams(_ text: String, _ shown: String) {
        #expect(throws: AddressError.incomplete(shown, form: UDPAddress.form)) { try driver(text) }
    }

    @Test("a playlist is an HLS folder", arguments: ["hls/index.m3u8", "a.m3u8", "/x.ts/LIVE.M3U8"])
    func playlists(_ text: String) throws {
        let driver = try driver(text)
        #expect(driver is HLSOutputDriver)
        #expect(driver.traits.path == text)
        #expect(driver.policy == .local)
        #expect(driver.address.description == text)
    }

    private static let form = "rtmp://HOST[:PORT]/APP/KEY"

    @Test(
        "an empty string and incomplete URLs have different errors",
        arguments: [
            ("", AddressError.empty), ("rtmp://", .incomplete("rtmp://", form: form)),
            ("rtmp://host", .incomplete("rtmp://host", form: form)),
            ("rtmp://host/", .incomplete("rtmp://host/", form: form)),
            ("rtmp:///app/key", .incomplete("rtmp:///app/***", form: form)),
            ("rtmp://user:pw@", .incomplete("rtmp://***@", form: form)),
        ])
    func incomplete(_ text: String, error: AddressError) {
        #expect(throws: error) { try driver(text) }
    }

    @Test(
        "host and port are parsed from the address",
        arguments: [
            ("rtmp://host/live/key", "host", nil), ("rtmp://host:1936/live/key", "host", "1936"),
            ("rtmp://user:pw@host:1936/live/key", "host", "1936"), ("rtmp://u:p@ss@host/live/key", "host", nil),
            ("rtmp://[::1]:1940/live/key", "::1", "1940"), ("rtmp://[::1]/live/key", "::1", nil),
            ("rtmp://10.0.0.1/live/key?a=b@c", "10.0.0.1", nil), ("rtmp://host/live/stream_1@52312", "host", nil),
            ("rtmp://host/live/a@b/c@d", "host", nil), ("rtmps://host:1936/live/key", "host", "1936"),
        ])
    func endpoint(_ text: String, host: String, port: String?) throws {
        #expect(try driver(text) is RTMPOutputDriver)
        let endpoint = try #require(AddressRedaction(text)).endpoint
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
    }

    @Test("a key is appended to a server's address")
    func key() throws {
        let base = try driver("rtmp://host/live/")
        #expect(base.address.awaitsKey)
        #expect(base.awaits(.streamKey))
        #expect(!base.awaits(.srtPassphrase))
        let key = try SecretLine("S3CRET".utf8)
        #expect(base.applying([.srtPassphrase: key]).address.awaitsKey, "a secret of another kind")
        let whole = base.applying([.streamKey: key])
        #expect(whole.address.text == "rtmp://host/live/S3CRET")
        #expect(whole.address.description == "rtmp://host/live/***")
        #expect(!whole.address.awaitsKey)
        #expect(!whole.awaits(.streamKey), "a key is appended once")
    }

    @Test(
        "errors about a URL show no secret",
        arguments: [
            "http://user:S3CRET@host/live/S3CRET?S3CRET", "rtmp://user:S3CRET@", "rtmp://S3CRET@host",
            "srt://host:9000?passphrase=S3CRET", "rtmpt://host/live/S3CRET", "rtmp:/host/live/S3CRET",
            "rtmp:host/S3CRET.key", "rtmp://user:S3CRET?x@", "rtmp://S3CRET?x@host",
            "srt://host:9000?passphrase=x@S3CRET", "srt://host:9000?passphrase=x@S3CRET/y", "rtmp//host/S3CRET/",
            "host:1935/live/S3CRET/", "host:1935?S3CRET", "user:S3CRET@host", "S3CRET@x://host/app/x",
        ])
    func errors(_ text: String) {
        let error = #expect(throws: AddressError.self) { try driver(text) }
        #expect(error.map { !"\($0)".contains("S3CRET") } == true)
        #expect(error.map { !String(reflecting: $0).contains("S3CRET") } == true)
    }

    @Test(
        "an address with an ambiguous password is rejected without printing any part of it",
        arguments: [
            "rtmp://S3CRET:pw/x@host/live/x", "rtmp://user:S3CRET/x@host/live/x", "rtmp://user:1/S3CRET@host/live/x",
            "rtmp://user:1/@S3CRET/live/x", "rtmp://S3CRET/x@host/live/x", "rtmp://host:S3CRET/live/x",
            "rtmp://user:S3CRET?x/y@host/live/x", "rtmp://host:/S3CRET/x", "rtmp://host:655360/S3CRET/x",
            "rtmp://host:+1935/S3CRET/x", "rtmp://[::1]S3CRET/live/x", "rtmp://::S3CRET/live/x",
        ])
    func ambiguous(_ text: String) {
        let error = #expect(throws: AddressError.self) { try driver(text) }
        #expect(error == .ambiguous("rtmp://***"))
        #expect(error?.description.contains("percent-encode") == true)
    }

    @Test(
        "a port out of range is named, and nothing behind it",
        arguments: [
            ("rtmp://host:65536/S3CRET/x", "rtmp://host:65536"), ("rtmps://u:S3CRET@host:0/a/x", "rtmps://host:0"),
            ("srt://host:99999?passphrase=S3CRET", "srt://host:99999"), ("srt://host:0", "srt://host:0"),
            ("udp://[::1]:0", "udp://[::1]:0"), ("udp://host:0", "udp://host:0"),
        ])
    func port(_ text: String, _ shown: String) {
        let error = #expect(throws: AddressError.self) { try driver(text) }
        #expect(error == .port(shown))
        #expect(error?.description == "'\(shown)': the port must be 1 to 65535")
    }
}
