import StudioCore
import Testing

@Suite("Addresses of outputs")
struct OutputAddressTests {
    @Test(
        "descriptions mask user info, everything after the application, and the query",
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
        #expect(OutputAddress(url: text).description == shown)
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

    @Test("no form of printing an address shows a secret", arguments: secretURLs)
    func neverShown(_ text: String) throws {
        let address = OutputAddress(url: text)
        var dumped = ""
        dump(address, to: &dumped)
        var dumpedInside = ""
        dump([["a": address]], to: &dumpedInside)
        let optional: OutputAddress? = address
        let prints = [
            address.description, address.debugDescription, String(describing: address),
            String(reflecting: address), "\(address)", "\([address])", "\(["a": address])",
            String(describing: optional), String(reflecting: (1, address)), dumped, dumpedInside,
            Mirror(reflecting: address).children.map { "\($0.value)" }.joined(),
            String(describing: Result<OutputAddress, any Error>.success(address)),
        ]
        for print in prints {
            #expect(!print.contains("S3CRET"))
            #expect(print.contains("host"), "the host is shown")
        }
        #expect(address.text.contains("S3CRET"), "the connecting element gets it")
    }

    @Test("secrets are masked with and without percent-encoding")
    func decoded() throws {
        let address = OutputAddress(url: "rtmp://user:p%2Fw%40d@host/live/k%20y?token=t%26n")
        #expect(address.scrub("p%2Fw%40d k%20y t%26n") == "*** *** ***")
        #expect(address.scrub("p/w@d 'k y' t&n") == "*** '***' ***")
        #expect(address.scrub("nothing listens at host:1935") == "nothing listens at host:1935")
    }

    @Test("each part after the application is a secret, and short ones do not make messages unreadable")
    func parts() throws {
        let address = OutputAddress(url: "rtmp://host/live/eu/K3Y-one/S3CRET@52312")
        #expect(address.scrub("cannot play K3Y-one or S3CRET@52312") == "cannot play *** or ***")
        #expect(address.scrub("a queue is full") == "a queue is full")
        #expect(address.scrub("live is unknown") == "live is unknown")
    }

    @Test("foreign messages are scrubbed of every secret of the address")
    func scrub() throws {
        let address = OutputAddress(url: "rtmp://user:p@ss@host/live/S3CRET?token=T0KEN&name=N4ME")
        let text =
            "cannot connect to rtmp://user:p@ss@host/live/S3CRET?token=T0KEN&name=N4ME: play S3CRET S3CRET with T0KEN"
        let scrubbed = address.scrub(text)
        for secret in ["S3CRET", "T0KEN", "N4ME", "p@ss"] { #expect(!scrubbed.contains(secret)) }
        #expect(scrubbed.hasPrefix("cannot connect to rtmp://***@host/live/***?***"))
        #expect(address.scrub("nothing to hide") == "nothing to hide")
        #expect(OutputAddress(name: "a.mp4").scrub("a.mp4 is full") == "a.mp4 is full")
    }

    @Test("a key is appended after the final slash")
    func key() throws {
        let base = OutputAddress(url: "rtmp://host/live/")
        #expect(base.awaitsKey)
        #expect(!OutputAddress(url: "rtmp://host/live/key").awaitsKey)
        #expect(!OutputAddress(url: "rtmp://host/live/key?token=a/").awaitsKey)
        let whole = base.appending(key: "S3CRET")
        #expect(whole.text == "rtmp://host/live/S3CRET")
        #expect(whole.description == "rtmp://host/live/***")
        #expect(!whole.awaitsKey)
        #expect(whole.scrub("S3CRET") == "***")
    }

    @Test("every cause of a failure has a hint", arguments: OutputFailure.Cause.allCases)
    func hints(_ cause: OutputFailure.Cause) {
        #expect(!cause.hint.isEmpty)
        #expect(OutputFailure(cause, "it failed").description == "it failed; \(cause.hint)")
    }
}
