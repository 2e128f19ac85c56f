import Foundation
import SessionProtocol
import Testing

@testable import OBSWebSocket

/// Passwords, and the encodings of sub-protocols.
struct AuthenticationTests {
    @Test("a new password closes all connections; from then on, it is the one that is accepted")
    func change() throws {
        var fixture = ServerFixture(password: "old secret")
        try fixture.start()
        func identify(_ password: String) -> JSON {
            let own = Authentication(password: password, salt: ServerFixture.salt, hash: SHA256Model.hash)
            let answer = own.answer(to: ServerFixture.challenge)
            return ["op": 1, "d": ["rpcVersion": 1, "authentication": .text(answer)]]
        }
        fixture.open(1)
        fixture.send(1, identify("old secret"))
        fixture.open(2)
        #expect(fixture.take(1).map { $0["op"] } == [0, 2] as [JSON?])
        let new = Authentication(password: "new secret", salt: ServerFixture.salt, hash: SHA256Model.hash)
        fixture.apply(fixture.server.change(new))
        let closing = Closing(.sessionInvalidated, "The password has changed.")
        #expect(fixture.closing(1) == closing)
        #expect(fixture.closing(2) == closing)
        fixture.open(3)
        fixture.send(3, identify("old secret"))
        fixture.advance(milliseconds: 500)
        #expect(fixture.closing(3) == .wrongPassword)
        fixture.open(4)
        fixture.send(4, identify("new secret"))
        #expect(fixture.take(4).map { $0["op"] } == [0, 2] as [JSON?])
    }

    @Test(
        "the model of SHA-256 has the values of FIPS 180-4",
        arguments: [
            ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
            ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
            (
                "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
                "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
            ),
        ])
    func model(_ text: String, _ digest: String) {
        let hash = SHA256Model.hash(Array(text.utf8)).map { String(Int($0) + 0x100, radix: 16).suffix(2) }.joined()
        #expect(hash == digest)
    }

    @Test("the test vector")
    func vector() {
        let authentication = Authentication(
            password: "supersecretpassword", salt: ServerFixture.salt, hash: SHA256Model.hash)
        #expect(
            Data(SHA256Model.hash(Array("supersecretpassword\(ServerFixture.salt)".utf8))).base64EncodedString()
                == "H1IfVz1pSREUQzbFTVnX/Tyb+gMhMik5x7yUBCY0PTs=")
        let answer = authentication.answer(to: ServerFixture.challenge)
        #expect(answer == "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4=")
        #expect(authentication.accepts(answer, to: ServerFixture.challenge))
        // Not the answer of the official document, which belongs to nothing.
        #expect(!authentication.accepts("Dj6cLS+jrNA0HpCArRg0Z/Fc+YHdt2FQfAvgD1mip6Y=", to: ServerFixture.challenge))
        for wrong in ["", "1", answer + "=", String(answer.dropLast()), answer.lowercased()] {
            #expect(!authentication.accepts(wrong, to: ServerFixture.challenge))
        }
        #expect(!authentication.accepts(answer, to: "another challenge"))
    }

    @Test(
        "the first known sub-protocol that is offered is chosen",
        arguments: [
            ([], .json, nil), (["obswebsocket.json"], .json, "obswebsocket.json"),
            (["obswebsocket.msgpack"], .messagePack, "obswebsocket.msgpack"),
            (["obswebsocket.msgpack", "obswebsocket.json"], .messagePack, "obswebsocket.msgpack"),
            (["obswebsocket.json", "obswebsocket.msgpack"], .json, "obswebsocket.json"),
            (["chat", "obswebsocket.msgpack"], .messagePack, "obswebsocket.msgpack"), (["chat"], .json, nil),
            (["OBSWebSocket.msgpack"], .json, nil),
        ] as [([String], OBSWebSocket.Encoding, String?)])
    func subprotocols(_ offers: [String], _ encoding: OBSWebSocket.Encoding, _ answer: String?) {
        let choice = OBSWebSocket.Encoding.choose(from: offers)
        #expect(choice.encoding == encoding)
        #expect(choice.answer == answer)
    }

    @Test("a reason has at most 123 bytes")
    func reasons() {
        #expect(Closing(.unknownOpCode, String(repeating: "é", count: 100)).reason.utf8.count == 122)
        #expect(Closing.missingAuthentication.reason.contains("missing an `authentication` string"))
        #expect(Closing.oldProtocol.reason.utf8.count <= 123)
    }
}
