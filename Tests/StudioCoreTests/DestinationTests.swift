import StudioCore
import Testing

@Suite("Destinations")
struct DestinationTests {
    @Test(
        "texts are read as kinds",
        arguments: [
            ("show.mp4", Destination.Kind.file(.mp4)), ("show.mkv", .file(.mkv)), ("/a.b/SHOW.MP4", .file(.mp4)),
            ("./x.y.mkv", .file(.mkv)), ("-", .standardOutputY4M), ("mkv:-", .standardOutput(.mkv)), ("null:", .null),
            ("rtmp://host/live/key", .rtmp), ("RTMP://host/live/key", .rtmp), ("rtmp://host/live", .rtmp),
            ("rtmps://host/live/key", .rtmp),
            ("show.flv", .file(.flv)),
        ])
    func kinds(_ text: String, kind: Destination.Kind) throws {
        let destination = try Destination(text)
        #expect(destination.kind == kind)
        #expect(destination.address == text)
        #expect(destination.path == (text.contains(".") && !text.contains("://") ? text : nil))
    }

    @Test(
        "what is no destination is refused, and a name without a suffix, which may be the key itself, is not shown",
        arguments: [
            ("show", "***"), ("show.avi", "show.avi"), ("show.mp4/", "show.mp4/"), ("a.mp4/b", "a.mp4/***"),
            ("http://host/x.mp4", "http://host/***"), ("srt://host:9000", "srt://host:9000"), ("mp4", "***"),
            (".", "."),
            ("mkv:", "***"), ("file.", "file."), ("live_1234_K3Y", "***"), ("host/app/K3Y", "host/app/***"),
            ("host.example.com/app/K3Y", "host.example.com/app/***"), ("/videos/show", "/videos/***"),
        ])
    func unknown(_ text: String, _ shown: String) {
        #expect(throws: Destination.ParseError.unknown(shown)) { try Destination(text) }
    }

    @Test(
        "an empty text and incomplete URLs are told apart",
        arguments: [
            ("", Destination.ParseError.empty), ("rtmp://", .incomplete("rtmp://")),
            ("rtmp://host", .incomplete("rtmp://host")), ("rtmp://host/", .incomplete("rtmp://host/")),
            ("rtmp:///app/key", .incomplete("rtmp:///app/***")), ("rtmp://user:pw@", .incomplete("rtmp://***@")),
        ])
    func incomplete(_ text: String, error: Destination.ParseError) {
        #expect(throws: error) { try Destination(text) }
        #expect(error.description.contains("rtmp://HOST") || error == .empty)
    }

    @Test(
        "host and port come out of the address",
        arguments: [
            ("rtmp://host/live/key", "host", "1935"), ("rtmp://host:1936/live/key", "host", "1936"),
            ("rtmp://user:pw@host:1936/live/key", "host", "1936"), ("rtmp://u:p@ss@host/live/key", "host", "1935"),
            ("rtmp://[::1]:1940/live/key", "::1", "1940"), ("rtmp://[::1]/live/key", "::1", "1935"),
            ("rtmp://10.0.0.1/live/key?a=b@c", "10.0.0.1", "1935"),
            ("rtmp://host/live/stream_1@52312", "host", "1935"), ("rtmp://host/live/a@b/c@d", "host", "1935"),
            ("rtmps://host/live/key", "host", "443"), ("rtmps://host:1936/live/key", "host", "1936"),
            ("rtmps://[::1]/live/key", "::1", "443"),
        ])
    func endpoint(_ text: String, host: String, port: String) throws {
        let endpoint = try #require(try Destination(text).endpoint)
        #expect(endpoint.host == host)
        #expect(endpoint.port == port)
    }

    @Test("files and standard output have no endpoint", arguments: ["a.mp4", "-", "null:", "mkv:-"])
    func noEndpoint(_ text: String) throws {
        let destination = try Destination(text)
        #expect(destination.endpoint == nil)
        #expect(destination.description == text, "nothing to mask")
        #expect(!destination.awaitsKey)
        #expect(destination.usesStandardOutput == text.hasSuffix("-"))
    }

    @Test(
        "prints mask user info, everything behind the application, and the query",
        arguments: [
            ("rtmp://host/live/key", "rtmp://host/live/***"),
            ("rtmp://host:1936/a/b/key", "rtmp://host:1936/a/***"),
            ("rtmp://user:pw@host/live/key", "rtmp://***@host/live/***"),
            ("rtmp://user:p@ss@host/live/key", "rtmp://***@host/live/***"),
            ("rtmp://host/live/stream_1@52312", "rtmp://host/live/***"),
            ("rtmp://host/live/key@x/y", "rtmp://host/live/***"),
            ("rtmp://host/live/key/", "rtmp://host/live/***"),
            ("rtmp://host/live", "rtmp://host/***"),
            ("rtmp://user@host/live/", "rtmp://***@host/live/"),
            ("rtmp://[::1]:1936/live/key", "rtmp://[::1]:1936/live/***"),
            ("rtmp://host/live/key?token=abc&x=1", "rtmp://host/live/***?***"),
            ("rtmp://host/live/key#frag", "rtmp://host/live/***?***"),
            ("rtmp://host/live/key?user=a@b", "rtmp://host/live/***?***"),
            ("rtmp://host/live/", "rtmp://host/live/"),
            ("rtmp://host/live/?token=abc", "rtmp://host/live/?***"),
        ])
    func redaction(_ text: String, shown: String) throws {
        #expect(try Destination(text).description == shown)
    }

    private static let secretURLs = [
        "rtmp://host/live/S3CRET", "rtmp://user:S3CRET@host/live/x", "rtmp://S3CRET:pw@host/live/x",
        "rtmp://user:a@S3CRET@host/live/x", "rtmp://host/live/x?key=S3CRET", "rtmp://host/live/S3CRET?S3CRET=S3CRET",
        "rtmp://host/live/x#S3CRET", "rtmp://host/S3CRET",
        "rtmp://user:S3CRET?x@host/live/x", "rtmp://user:x?S3CRET@host/live/x", "rtmp://host/live/S3CRET@x",
        "rtmp://host/live/x@S3CRET", "rtmp://host/live/S3CRET@x/y", "rtmp://host/live/S3CRET/",
        "rtmp://host/live/S3CRET/x/y",
        "rtmp://user:S3CRET@host/live/x@y", "rtmp://host/live//S3CRET", "rtmp://host//S3CRET",
    ]

    @Test("no way to print a destination shows a secret", arguments: secretURLs)
    func neverShown(_ text: String) throws {
        let destination = try Destination(text)
        var dumped = ""
        dump(destination, to: &dumped)
        var dumpedInside = ""
        dump([["a": destination]], to: &dumpedInside)
        let optional: Destination? = destination
        let prints = [
            destination.description, destination.debugDescription, String(describing: destination),
            String(reflecting: destination), "\(destination)", "\([destination])", "\(["a": destination])",
            String(describing: optional), String(reflecting: (1, destination)), dumped, dumpedInside,
            Mirror(reflecting: destination).children.map { "\($0.value)" }.joined(),
            String(describing: Result<Destination, any Error>.success(destination)),
        ]
        for print in prints {
            #expect(!print.contains("S3CRET"))
            #expect(print.contains("host"), "it still says where it goes")
        }
        #expect(destination.address.contains("S3CRET"), "the element that connects gets it")
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
        do throws(Destination.ParseError) {
            let destination = try Destination(text)
            Issue.record("\(destination) was accepted")
        } catch {
            #expect(!"\(error)".contains("S3CRET"))
            #expect(!String(reflecting: error).contains("S3CRET"))
        }
    }

    @Test(
        "an address whose password may end in several places is refused without showing any of it",
        arguments: [
            "rtmp://S3CRET:pw/x@host/live/x", "rtmp://user:S3CRET/x@host/live/x", "rtmp://user:1/S3CRET@host/live/x",
            "rtmp://user:1/@S3CRET/live/x", "rtmp://S3CRET/x@host/live/x", "rtmp://host:S3CRET/live/x",
            "rtmp://user:S3CRET?x/y@host/live/x", "rtmp://host:/S3CRET/x", "rtmp://host:65536/S3CRET/x",
            "rtmp://host:+1935/S3CRET/x", "rtmp://[::1]S3CRET/live/x", "rtmp://::S3CRET/live/x",
        ])
    func ambiguous(_ text: String) {
        #expect(throws: Destination.ParseError.ambiguous("rtmp://***")) { try Destination(text) }
        #expect(Destination.ParseError.ambiguous("rtmp://***").description.contains("percent-encode"))
    }

    @Test("secrets are found in a text whether they are percent-encoded or not")
    func decoded() throws {
        let destination = try Destination("rtmp://user:p%2Fw%40d@host/live/k%20y?token=t%26n")
        #expect(destination.scrub("p%2Fw%40d k%20y t%26n") == "*** *** ***")
        #expect(destination.scrub("p/w@d 'k y' t&n") == "*** '***' ***")
        #expect(destination.endpoint?.host == "host")
        #expect(destination.scrub("nothing listens at host:1935") == "nothing listens at host:1935")
    }

    @Test("each part behind the application is a secret, and short ones leave messages legible")
    func parts() throws {
        let destination = try Destination("rtmp://host/live/eu/K3Y-one/S3CRET@52312")
        #expect(destination.scrub("cannot play K3Y-one or S3CRET@52312") == "cannot play *** or ***")
        #expect(destination.scrub("a queue is full") == "a queue is full")
        #expect(destination.scrub("live is unknown") == "live is unknown")
    }

    @Test("texts from elsewhere are scrubbed of every secret of the destination")
    func scrub() throws {
        let destination = try Destination("rtmp://user:p@ss@host/live/S3CRET?token=T0KEN&name=N4ME")
        let text =
            "cannot connect to rtmp://user:p@ss@host/live/S3CRET?token=T0KEN&name=N4ME: play S3CRET S3CRET with T0KEN"
        let scrubbed = destination.scrub(text)
        for secret in ["S3CRET", "T0KEN", "N4ME", "p@ss"] { #expect(!scrubbed.contains(secret)) }
        #expect(scrubbed.hasPrefix("cannot connect to rtmp://***@host/live/***?***"))
        #expect(destination.scrub("nothing to hide") == "nothing to hide")
        #expect(try Destination("a.mp4").scrub("a.mp4 is full") == "a.mp4 is full")
    }

    @Test("a key is put behind the final slash")
    func key() throws {
        let base = try Destination("rtmp://host/live/")
        #expect(base.awaitsKey)
        #expect(!(try Destination("rtmp://host/live/key").awaitsKey))
        #expect(!(try Destination("rtmp://host/live/key?token=a/").awaitsKey))
        let whole = base.appending(key: "S3CRET")
        #expect(whole.address == "rtmp://host/live/S3CRET")
        #expect(whole.description == "rtmp://host/live/***")
        #expect(!whole.awaitsKey)
        #expect(whole.scrub("S3CRET") == "***")
    }

    @Test("failures have a hint for every cause", arguments: OutputFailure.Cause.allCases)
    func hints(_ cause: OutputFailure.Cause) {
        #expect(!cause.hint.isEmpty)
        #expect(OutputFailure(cause, "it failed").description == "it failed; \(cause.hint)")
    }
}
