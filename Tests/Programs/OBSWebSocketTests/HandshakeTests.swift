import SessionProtocol
import StudioCore
import Testing
@testable import OBSWebSocket

/// From the opening of a connection to its identification, and the checks of every message.
struct HandshakeTests {
    private static let answer = "1Ct943GAT+6YQUUX47Ia/ncufilbe6+oD6lY+5kaCu4="

    @Test("Hello has a challenge only with a password", arguments: OBSWebSocket.Encoding.allCases)
    func hello(_ encoding: OBSWebSocket.Encoding) {
        var open = ServerFixture()
        open.open(1, encoding: encoding)
        let data: JSON = ["obsStudioVersion": "30.2.3", "obsWebSocketVersion": "5.5.2", "rpcVersion": 1]
        #expect(open.take(1) == [["op": 0, "d": data]])
        var secured = ServerFixture(password: "supersecretpassword")
        secured.open(1, encoding: encoding)
        let message = secured.take(1)[0]
        let authentication: JSON = [
            "challenge": .text(ServerFixture.challenge), "salt": .text(ServerFixture.salt),
        ]
        #expect(message["d"]?["authentication"] == authentication)
    }

    @Test("Identify is answered with Identified", arguments: OBSWebSocket.Encoding.allCases)
    func identify(_ encoding: OBSWebSocket.Encoding) {
        var fixture = ServerFixture(password: "supersecretpassword")
        fixture.open(1, encoding: encoding)
        _ = fixture.take(1)
        fixture.send(1, ["op": 1, "d": ["rpcVersion": 1, "authentication": .text(Self.answer)]])
        #expect(fixture.take(1) == [["op": 2, "d": ["negotiatedRpcVersion": 1]]])
        #expect(fixture.closing(1) == nil)
    }

    @Test("without a password, an answer is ignored")
    func needlessAnswer() {
        var fixture = ServerFixture()
        fixture.open(1)
        _ = fixture.take(1)
        fixture.send(1, ["op": 1, "d": ["rpcVersion": 1, "authentication": 7]])
        #expect(fixture.take(1) == [["op": 2, "d": ["negotiatedRpcVersion": 1]]])
    }

    @Test("a wrong password closes after half a second, without an answer to anything")
    func wrongPassword() {
        var fixture = ServerFixture(password: "supersecretpassword")
        fixture.open(1)
        _ = fixture.take(1)
        fixture.send(1, ["op": 1, "d": ["rpcVersion": 1, "authentication": "wrong"]])
        fixture.send(1, ["op": 1, "d": ["rpcVersion": 1, "authentication": .text(Self.answer)]])
        fixture.send(1, .binary([0xC1]))
        #expect(fixture.closing(1) == nil)
        #expect(fixture.server.nextWake == .milliseconds(500))
        fixture.advance(milliseconds: 499)
        #expect(fixture.closing(1) == nil)
        fixture.advance(milliseconds: 1)
        #expect(fixture.closing(1) == Closing(.authenticationFailed, "Authentication failed."))
        #expect(fixture.take(1).isEmpty)
        #expect(fixture.server.connections.isEmpty)
        #expect(fixture.server.nextWake == nil)
    }

    @Test("each connection has its own challenge")
    func challenges() {
        var fixture = ServerFixture(password: "supersecretpassword")
        fixture.open(1)
        fixture.open(2, challenge: "another")
        _ = (fixture.take(1), fixture.take(2))
        fixture.send(2, ["op": 1, "d": ["rpcVersion": 1, "authentication": .text(Self.answer)]])
        fixture.send(1, ["op": 1, "d": ["rpcVersion": 1, "authentication": .text(Self.answer)]])
        fixture.advance(milliseconds: 500)
        #expect(fixture.take(1).count == 1)
        #expect(fixture.closing(2)?.code == .authenticationFailed)
    }

    // MARK: Checks, in their order

    /// Messages in JSON, and the codes that they lead to before and after Identify; 0 leaves the connection open.
    static let messages: [(text: String, before: UInt16, after: UInt16)] = [
        ("{", 4002, 4002), ("", 4002, 4002), ("[]", 4002, 4002), ("1", 4002, 4002), ("null", 4002, 4002),
        (#"{"request-type":"GetVersion","message-id":"1"}"#, 4010, 4006),
        (#"{"request-type":"GetVersion","op":6,"d":{}}"#, 4010, 4003),
        ("{}", 4006, 4006), (#"{"d":{}}"#, 4006, 4006), (#"{"op":"1","d":{}}"#, 4006, 4006),
        (#"{"op":null,"d":{}}"#, 4006, 4006), (#"{"op":true,"d":{}}"#, 4006, 4006),
        (#"{"op":1}"#, 4003, 4003), (#"{"op":1,"d":null}"#, 4003, 4003), (#"{"op":99}"#, 4003, 4003),
        (#"{"op":1,"d":[]}"#, 4004, 4004), (#"{"op":6,"d":"x"}"#, 4004, 4004), (#"{"op":99,"d":1}"#, 4004, 4004),
        // Before Identify, an unknown operation is one that is not Identify.
        (#"{"op":99,"d":{}}"#, 4007, 4006), (#"{"op":4,"d":{}}"#, 4007, 4006), (#"{"op":0,"d":{}}"#, 4007, 4006),
        (#"{"op":2,"d":{}}"#, 4007, 4006), (#"{"op":5,"d":{}}"#, 4007, 4006), (#"{"op":7,"d":{}}"#, 4007, 4006),
        (#"{"op":9,"d":{}}"#, 4007, 4006), (#"{"op":-1,"d":{}}"#, 4007, 4006), (#"{"op":6.5,"d":{}}"#, 4007, 4006),
        (#"{"op":262,"d":{}}"#, 4007, 4006), (#"{"op":18446744073709551615,"d":{}}"#, 4007, 4006),
        // Identify.
        (#"{"op":1,"d":{}}"#, 4003, 4008), (#"{"op":1,"d":{"rpcVersion":"1"}}"#, 4004, 4008),
        (#"{"op":1,"d":{"rpcVersion":1.0}}"#, 4004, 4008), (#"{"op":1,"d":{"rpcVersion":-1}}"#, 4004, 4008),
        (#"{"op":1,"d":{"rpcVersion":null}}"#, 4004, 4008), (#"{"op":1,"d":{"rpcVersion":0}}"#, 4010, 4008),
        (#"{"op":1,"d":{"rpcVersion":2}}"#, 4010, 4008), (#"{"op":1,"d":{"rpcVersion":257}}"#, 4010, 4008),
        (#"{"op":1,"d":{"rpcVersion":1,"eventSubscriptions":1.0}}"#, 4004, 4008),
        (#"{"op":1,"d":{"rpcVersion":1,"eventSubscriptions":-1}}"#, 4004, 4008),
        (#"{"op":1,"d":{"rpcVersion":1,"eventSubscriptions":"1"}}"#, 4004, 4008),
        (#"{"op":1,"d":{"rpcVersion":1,"eventSubscriptions":null}}"#, 4004, 4008),
        // The version is checked before the events.
        (#"{"op":1,"d":{"rpcVersion":2,"eventSubscriptions":"1"}}"#, 4010, 4008),
        (#"{"op":1,"d":{"rpcVersion":1,"eventSubscriptions":18446744073709551615}}"#, 0, 4008),
        (#"{"op":1.0,"d":{"rpcVersion":1,"unknown":[]}}"#, 0, 4008),
        // Reidentify.
        (#"{"op":3,"d":{}}"#, 4007, 0), (#"{"op":3,"d":{"eventSubscriptions":64}}"#, 4007, 0),
        (#"{"op":3,"d":{"eventSubscriptions":"64"}}"#, 4007, 4004),
        (#"{"op":3,"d":{"eventSubscriptions":-1}}"#, 4007, 4004),
        // Requests.
        (#"{"op":6,"d":{"requestType":"GetVersion"}}"#, 4007, 4003), (#"{"op":6,"d":{"requestId":1}}"#, 4007, 4003),
        (#"{"op":6,"d":{}}"#, 4007, 4003), (#"{"op":6,"d":{"requestId":1,"requestType":1}}"#, 4007, 4004),
        (#"{"op":6,"d":{"requestId":1,"requestType":null}}"#, 4007, 4004),
        (#"{"op":6,"d":{"requestId":null,"requestType":""}}"#, 4007, 0),
        (#"{"op":6,"d":{"requestId":1,"requestType":"Fly"}}"#, 4007, 0),
        (#"{"op":6,"d":{"requestId":1,"requestType":"GetVersion","requestData":7}}"#, 4007, 0),
        // Batches.
        (#"{"op":8,"d":{"requests":[]}}"#, 4007, 4003), (#"{"op":8,"d":{"requestId":1}}"#, 4007, 4003),
        (#"{"op":8,"d":{"requestId":1,"requests":{}}}"#, 4007, 4004),
        (#"{"op":8,"d":{"requestId":1,"requests":null}}"#, 4007, 4004),
        (#"{"op":8,"d":{"requestId":1,"requests":[]}}"#, 4007, 0),
        (
            #"{"op":8,"d":{"requestId":1,"requests":[],"executionType":null,"variables":null,"haltOnFailure":null}}"#,
            4007, 0
        ),
        (#"{"op":8,"d":{"requestId":1,"requests":[],"executionType":2}}"#, 4007, 0),
        (#"{"op":8,"d":{"requestId":1,"requests":[],"executionType":3}}"#, 4007, 4005),
        (#"{"op":8,"d":{"requestId":1,"requests":[],"executionType":-1}}"#, 4007, 4005),
        (#"{"op":8,"d":{"requestId":1,"requests":[],"executionType":"0"}}"#, 4007, 4004),
        (#"{"op":8,"d":{"requestId":1,"requests":[],"executionType":1.0}}"#, 4007, 4004),
        (#"{"op":8,"d":{"requestId":1,"requests":[],"variables":[]}}"#, 4007, 4004),
        (#"{"op":8,"d":{"requestId":1,"requests":[],"variables":{},"executionType":2}}"#, 4007, 4012),
        (#"{"op":8,"d":{"requestId":1,"requests":[],"haltOnFailure":1}}"#, 4007, 4004),
        // The type comes before the variables, these before the halt, this before the requests.
        (#"{"op":8,"d":{"requestId":1,"executionType":3,"variables":1,"haltOnFailure":1}}"#, 4007, 4005),
        (#"{"op":8,"d":{"requestId":1,"variables":{},"executionType":2,"haltOnFailure":1}}"#, 4007, 4012),
        (#"{"op":8,"d":{"requestId":1,"haltOnFailure":1}}"#, 4007, 4004),
    ]

    @Test("every message has its close code, before and after Identify, in both encodings", arguments: messages)
    func codes(_ text: String, _ before: UInt16, _ after: UInt16) throws {
        for encoding in OBSWebSocket.Encoding.allCases {
            for isIdentified in [false, true] {
                var fixture = ServerFixture()
                try fixture.start()
                if isIdentified { fixture.connect(1, encoding: encoding) } else { fixture.open(1, encoding: encoding) }
                let frame: Frame
                do {
                    let message = try JSON(decoding: Array(text.utf8))
                    frame = encoding.frame(message)
                } catch {
                    frame = encoding == .json ? .text(Array(text.utf8)) : .binary([0xC1])
                }
                fixture.send(1, frame)
                let code = fixture.closing(1)?.code.rawValue ?? 0
                #expect(code == (isIdentified ? after : before), "\(encoding), identified: \(isIdentified)")
                #expect((code == 0) == (fixture.server.connections.count == 1))
            }
        }
    }

    @Test("the reasons that clients read")
    func reasons() {
        func reason(_ message: JSON, password: String? = nil) -> String? {
            var fixture = ServerFixture(password: password)
            fixture.open(1)
            fixture.send(1, message)
            return fixture.closing(1)?.reason
        }
        #expect(
            reason(["op": 1, "d": ["rpcVersion": 1]], password: "x")
                == "Your payload's data is missing an `authentication` string, however authentication is required.")
        #expect(
            reason(["op": 1, "d": ["rpcVersion": 1, "authentication": nil]], password: "x")
                == "Your `authentication` field is not a string.")
        // The password is checked before the version.
        #expect(
            reason(["op": 1, "d": .object([])], password: "x")?.contains("missing an `authentication` string") == true)
        #expect(reason(["op": 99, "d": .object([])])?.contains("while not identified") == true)
        #expect(reason(["op": 1]) == "Your payload is missing data (`d`).")
    }

    @Test("the frames of the other encoding close the connection, whatever they contain")
    func wrongFrames() {
        for isIdentified in [false, true] {
            for (encoding, bytes) in [(OBSWebSocket.Encoding.json, Array("{}".utf8)), (.messagePack, [0x80])] {
                var fixture = ServerFixture()
                if isIdentified { fixture.connect(1, encoding: encoding) } else { fixture.open(1, encoding: encoding) }
                fixture.send(1, encoding == .json ? .binary(bytes) : .text(bytes))
                let name = encoding == .json ? "Json, but a binary" : "MsgPack, but a text"
                #expect(
                    fixture.closing(1)
                        == Closing(
                            .messageDecodeError, "Your session encoding is set to \(name) message was received."))
            }
        }
    }

    @Test("a message of 1 MiB is accepted, a longer one closes the connection")
    func longMessages() throws {
        var fixture = try ServerFixture.running()
        let head = Array(#"{"op":6,"d":{"requestType":"GetStudioModeEnabled","requestId":1}}"#.utf8)
        let space = [UInt8](repeating: 32, count: Encoding.longestMessage - head.count)
        fixture.send(1, .text(head + space))
        #expect(fixture.closing(1) == nil)
        #expect(fixture.take(1).count == 1)
        fixture.send(1, .text(head + space + [32]))
        #expect(fixture.closing(1)?.code == .messageTooBig)
    }

    @Test("messages of connections that are unknown or closed are ignored")
    func closed() throws {
        var fixture = try ServerFixture.running()
        fixture.apply(fixture.server.closed(ConnectionID(1)))
        #expect(fixture.server.received(ConnectionID(1), .text(Array("{}".utf8)), at: .zero).isEmpty)
        #expect(fixture.server.received(ConnectionID(9), .text([]), at: .zero).isEmpty)
        #expect(fixture.server.closed(ConnectionID(1)).isEmpty)
    }

    @Test("a server that ends closes all connections with 1001")
    func end() throws {
        var fixture = try ServerFixture.running()
        fixture.open(2)
        fixture.apply(fixture.server.end())
        #expect(fixture.closing(1) == .goingAway)
        #expect(fixture.closing(2) == .goingAway)
        #expect(Closing.goingAway.code.rawValue == 1001)
        #expect(fixture.server.connections.isEmpty)
    }
}
