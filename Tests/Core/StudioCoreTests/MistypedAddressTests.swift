import StudioCore
import Testing

@Suite("MistypedAddress")
struct MistypedAddressTests {
    @Test(
        "a text that may be an address with a key is shown up to its application at most",
        arguments: [
            ("host/app/KEY", "host/app/***"), ("host/app/part/KEY", "host/app/***"),
            ("//host/app/KEY", "//host/app/***"),
            ("host/app/KEY.x", "host/app/***"), ("host/app/KEY?a=/b", "host/app/***"),
            ("live.example.com/app/KEY", "live.example.com/app/***"), ("live.example.com/KEY", "live.example.com/***"),
            ("1.2.3.4/KEY", "1.2.3.4/***"), ("localhost/KEY", "localhost/***"), ("host:1935/app/KEY", "host:1935/***"),
            ("rtmp:/host/app/KEY", "rtmp:/***"), ("rtmp:host/app/KEY", "rtmp:host/***"),
            ("rtmp//host/app/KEY", "rtmp/***"), ("rtmp/host/app/KEY", "rtmp/***"), ("rmtp//host/app/KEY", "rmtp/***"),
            ("rtpms/host/KEY", "rtpms/***"), ("rtmp;//host/app/KEY", "rtmp;/***"),
            ("srt:host?passphrase=KEY", "srt:host?***"),
            ("rtmp:\\\\host\\app\\KEY", "rtmp:?***"), ("user:KEY@host/app", "***"), ("user@host/app/KEY", "***"),
            ("rtmp:/host/app/KEY.mp4", "rtmp:/***"), ("rmtp://host/app/KEY", "rmtp://host/app/***"),
        ])
    func masked(_ text: String, _ shown: String) {
        #expect(AddressRedaction.redacted(address: text) == shown)
    }

    @Test(
        "names and paths that hold no key are shown",
        arguments: [
            "", "-", "show", "show.mp4", "clips/show", "clips/2024/show.mp4", "./a/b/c", "../a/b/c", "/srv/media/show",
            "my.clips/a/show.MKV", "12:30/show.mov", "clips/me@home.mp4", "ann@example.com", "null:", "mkv:-",
            "coded:1f",
            "0:01:30", "30000/1001", "streams/show", "updates/show", "a/b/",
        ])
    func shown(_ text: String) {
        #expect(AddressRedaction.redacted(address: text) == text)
    }
}
