import StudioCore
import Testing

@Suite("RTMP addresses as clients send them")
struct RTMPAddressTests {
    @Test(
        "the application ends at the last slash of the path, whatever the query contains",
        arguments: [
            ("rtmp://host/live/key", "live", "key"), ("rtmp://host/live/eu/key", "live/eu", "key"),
            ("rtmp://host/live/key?sig=a/b/c", "live", "key?sig=a/b/c"), ("rtmp://host/live/k#a/b", "live", "k#a/b"),
            ("rtmp://host/live/key/", "live/key", ""), ("rtmp://host/live/k%2Fy", "live", "k%2Fy"),
            ("rtmp://user:p%40ss@host:1936/live/a@b", "live", "a@b"),
        ])
    func parts(_ url: String, _ application: String, _ stream: String) throws {
        let address = try #require(RTMPAddress(url))
        #expect(address.application == application)
        #expect(address.stream == stream)
        #expect(address.host == "host")
    }

    @Test(
        "a single path part is the application, with its query; the stream has no name",
        arguments: ["stream", "stream?user=me&pass=a/b", "live"])
    func onePart(_ part: String) throws {
        let address = try #require(RTMPAddress("rtmp://host/" + part))
        #expect(address.application == part)
        #expect(address.stream == "")
    }

    @Test(
        "a key that was given separately is the stream, as it is",
        arguments: ["plain", "a/b", "/a", "a?b=c/d", "a b", "a=b&c", "a%20b", "a@b:c", "#a", "ü"])
    func key(_ key: String) throws {
        for (base, application) in [("rtmp://host/live/", "live"), ("rtmps://host/live/eu/", "live/eu")] {
            let address = try #require(OutputAddress(url: base).appending(key: key).rtmp)
            #expect(address.application == application)
            #expect(address.stream == key)
        }
    }

    @Test("host, port, encryption, user and password")
    func server() throws {
        let plain = try #require(RTMPAddress("RTMP://host/live/key"))
        #expect(plain.port == 1935)
        #expect(!plain.isEncrypted)
        #expect(plain.userName == nil)
        let full = try #require(RTMPAddress("rtmps://me:p%2Fw%3A%40d:x@[::1]:444/live/key"))
        #expect(full.port == 444)
        #expect(full.isEncrypted)
        #expect(full.host == "::1")
        #expect(full.userName == "me")
        #expect(full.password == "p/w:@d:x")
        #expect(RTMPAddress("rtmps://host/live/key")?.port == 443)
        #expect(RTMPAddress("rtmp://me@host/live/key")?.password == nil)
        #expect("\(full)" == "rtmps://::1:444/***")
        #expect(!String(reflecting: full).contains("p/w"))
    }

    @Test(
        "other texts are no RTMP addresses",
        arguments: ["srt://host/a/b", "rtmp://host", "rtmp://host/", "rtmp:///a/b", "rtmp://host:0/a/b", "live/key"])
    func other(_ text: String) {
        #expect(RTMPAddress(text) == nil)
    }
}

@Suite("Secrets in files and variables")
struct SecretLineTests {
    @Test(
        "the first line is the secret, whole, without line end and byte order mark",
        arguments: [
            ("k3y", "k3y"), ("k3y\n", "k3y"), ("k3y\r\nmore\r\n", "k3y"), ("a b c\n", "a b c"),
            ("\u{FEFF}k3y\n", "k3y"),
            ("\n \nk3y", "k3y"), ("a/b?c=d\n", "a/b?c=d"), ("k3y \n", "k3y "), ("ü", "ü"),
        ])
    func lines(_ text: String, _ secret: String) throws {
        #expect(try SecretLine(text.utf8).text == secret)
    }

    @Test(
        "what is no secret is an error, not a part of it",
        arguments: [
            ([], SecretLine.ParseError.empty), (Array(" \n\t\r\n".utf8), .empty),
            ([0xFF, 0xFE, 0x6B, 0], .notText), ([0x6B, 0, 0x6B], .controlCharacter),
            ([0x6B, 9, 0x6B], .controlCharacter),
            (Array(repeating: 0x6B, count: 4097), .tooLong),
        ])
    func errors(_ bytes: [UInt8], _ error: SecretLine.ParseError) {
        #expect(throws: error) { try SecretLine(bytes) }
    }
}
