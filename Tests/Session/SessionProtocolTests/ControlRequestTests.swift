import Foundation
import SessionProtocol
import StudioCore
import StudioTestSupport
import Testing

/// From lines to requests.
struct ControlRequestTests {
    private func parse(_ line: String) throws(ControlRequest.Rejection) -> ControlRequest {
        try ControlRequest(line: Array(line.utf8))
    }

    private func rejection(of line: String) -> ControlRequest.Rejection? {
        do throws(ControlRequest.Rejection) {
            _ = try parse(line)
            return nil
        } catch {
            return error
        }
    }

    @Test("every command, the snapshot and subscriptions survive encoding and parsing")
    func coding() throws {
        let encoder = JSONLineEncoder()
        var kinds = SessionCommand.examples.map { ControlRequest.Kind.command($0) }
        kinds += [.snapshot, .subscribe(.init()), .subscribe(.init(events: true, levels: 20))]
        kinds.append(.subscribe(.init(preview: .init(width: 320, perSecond: 5), user: UserID(rawValue: 16_778_240))))
        kinds.append(.subscribe(.init(preview: .init(width: 320, perSecond: 5, format: .png))))
        kinds.append(.subscribe(.init(preview: .init(width: 320, perSecond: 5, format: .jpeg, quality: 0))))
        for (index, kind) in kinds.enumerated() {
            let request = ControlRequest(id: index, kind)
            #expect(try ControlRequest(line: try encoder.bytes(request)) == request)
        }
    }

    @Test("a command may have a folder, absolute or empty")
    func folder() throws {
        let encoder = JSONLineEncoder()
        for path in ["/", "/srv/media", ""] {
            let request = ControlRequest(id: 1, .command(.leave), below: path)
            let line = try encoder.bytes(request)
            #expect(String(decoding: line, as: UTF8.self).contains("\"folder\":\"\(path)\""))
            #expect(try ControlRequest(line: line) == request)
        }
        #expect(try parse(#"{"id":1,"command":{"leave":{}}}"#).folder == nil)
        for folder in ["\"a\"", "\"/a/\"", "\"..\"", "1", "null", "{}"] {
            let rejection = rejection(of: "{\"id\":1,\"folder\":\(folder),\"command\":{\"leave\":{}}}")
            #expect(rejection?.error.code == .invalid, "\(folder)")
            #expect(rejection?.id == 1)
        }
        #expect(rejection(of: #"{"id":1,"folder":"/a","snapshot":{}}"#)?.error.code == .malformed)
        #expect(rejection(of: #"{"id":1,"folder":"/a"}"#)?.error.code == .malformed)
    }

    @Test("a preview is JPEG of the default quality unless it says otherwise, and is then written as before")
    func previews() throws {
        let encoder = JSONLineEncoder()
        let plain = ControlSubscription.Preview(width: 320, perSecond: 5)
        #expect(try String(decoding: encoder.bytes(plain), as: UTF8.self) == #"{"perSecond":5,"width":320}"#)
        let png = ControlSubscription.Preview(width: 320, perSecond: 5, format: .png, quality: 100)
        #expect(
            try String(decoding: encoder.bytes(png), as: UTF8.self)
                == #"{"format":"png","perSecond":5,"quality":100,"width":320}"#)
        for quality in [-1, 101] {
            let line = #"{"id":4,"subscribe":{"preview":{"width":320,"perSecond":5,"quality":\#(quality)}}}"#
            #expect(rejection(of: line)?.error.code == .invalid)
        }
        let bitmap = #"{"id":4,"subscribe":{"preview":{"width":320,"perSecond":5,"format":"bmp"}}}"#
        #expect(rejection(of: bitmap)?.error.code == .invalid)
    }

    @Test("an image has the name of its format", arguments: PreviewFormat.allCases)
    func images(_ format: PreviewFormat) throws {
        let preview = ControlPreview(time: .seconds(3.5), [1, 2, 3], as: format)
        let bytes = try JSONLineEncoder().bytes(preview)
        let wanted = format == .png ? #"{"png":"AQID","time":3.5}"# : #"{"jpeg":"AQID","time":3.5}"#
        #expect(String(decoding: bytes, as: UTF8.self) == wanted)
        #expect(try JSONDecoder().decode(ControlPreview.self, from: Data(bytes)) == preview)
    }

    @Test("a command may say who has given it, if a client may say so")
    func origin() throws {
        let encoder = JSONLineEncoder()
        for origin in CommandOrigin.ofClients {
            let request = ControlRequest(id: 1, .command(.leave), below: "/srv", origin: origin)
            let line = try encoder.bytes(request)
            #expect(String(decoding: line, as: UTF8.self).contains("\"origin\":\"\(origin.rawValue)\""))
            #expect(try ControlRequest(line: line) == request)
        }
        #expect(try parse(#"{"id":1,"command":{"leave":{}}}"#).origin == nil)
        for origin in ["\"app\"", "\"scenario\"", "\"me\"", "\"\"", "1", "null", "{}"] {
            let rejection = rejection(of: "{\"id\":1,\"origin\":\(origin),\"command\":{\"leave\":{}}}")
            let expected = "origin is not accepted; expected one of page, http, obs, control"
            #expect(rejection == .init(id: 1, error: ControlError(.invalid, expected)), "\(origin)")
        }
        #expect(rejection(of: #"{"id":1,"origin":"page","snapshot":{}}"#)?.error.code == .malformed)
    }

    @Test("the requests of the documentation are parsed")
    func documented() throws {
        #expect(try parse(#"{"id":1,"command":{"revokeCoHost":{}}}"#).kind == .command(.revokeCoHost(user: nil)))
        #expect(try parse(#"{"id":2,"snapshot":{}}"#) == ControlRequest(id: 2, .snapshot))
        let subscription = ControlSubscription(events: true, levels: 20, preview: .init(width: 320, perSecond: 5))
        let line = #"{"id":3,"subscribe":{"events":true,"levels":20,"preview":{"width":320,"perSecond":5}}}"#
        #expect(try parse(line).kind == .subscribe(subscription))
        let earlier = #"{"id":4,"subscribe":{"events":true,"after":0}}"#
        #expect(try parse(earlier).kind == .subscribe(ControlSubscription(events: true, after: 0)))
    }

    @Test(
        "a line that is not a request is rejected with its code, and its number if it has one",
        arguments: [
            ("", ControlError.Code.malformed, nil), ("{", .malformed, nil), ("[1,2]", .malformed, nil),
            ("\u{0}\u{1}ÿ", .malformed, nil), ("{}", .malformed, nil), (#"{"id":"1","snapshot":{}}"#, .malformed, nil),
            (#"{"id":1.5,"snapshot":{}}"#, .malformed, nil), (#"{"id":4}"#, .malformed, 4),
            (#"{"id":4,"snapshot":{},"command":{"leave":{}}}"#, .malformed, 4), (#"{"id":4,"stop":{}}"#, .malformed, 4),
            (#"{"id":4,"subscribe":{"after":0}}"#, .invalid, 4),
            (#"{"id":4,"subscribe":{"events":true,"after":-1}}"#, .invalid, 4),
            (#"{"id":4,"command":{}}"#, .malformed, 4), (#"{"id":4,"command":{"leave":{},"stop":{}}}"#, .malformed, 4),
            (#"{"id":4,"command":[]}"#, .invalid, 4), (#"{"id":4,"command":{"leave":1}}"#, .invalid, 4),
            (#"{"id":4,"command":{"fly":{}}}"#, .invalid, 4), (#"{"id":4,"command":{"expel":{"usr":1}}}"#, .invalid, 4),
            (#"{"id":4,"command":{"removeOutput":{}}}"#, .invalid, 4), (#"{"id":4,"snapshot":{"a":1}}"#, .invalid, 4),
            (#"{"id":4,"command":{"removeOutput":{"output":"1"}}}"#, .invalid, 4),
            (#"{"id":4,"command":{"join":{"entrance":"window"}}}"#, .invalid, 4),
            (#"{"id":4,"subscribe":{"levels":1e-11}}"#, .invalid, 4),
            (#"{"id":4,"subscribe":{"levels":51}}"#, .invalid, 4), (#"{"id":4,"subscribe":{"level":5}}"#, .invalid, 4),
            (#"{"id":4,"subscribe":{"preview":{"width":15,"perSecond":5}}}"#, .invalid, 4),
            (#"{"id":4,"subscribe":{"preview":{"width":320,"perSecond":0}}}"#, .invalid, 4),
        ] as [(String, ControlError.Code, Int?)])
    func rejected(_ line: String, _ code: ControlError.Code, _ id: Int?) throws {
        let found = try #require(rejection(of: line))
        #expect(found.error.code == code)
        #expect(found.id == id)
        #expect(!found.error.message.contains("\n"))
    }

    @Test("a command without a request has the same form and the same errors")
    func commands() throws {
        for command in SessionCommand.examples {
            #expect(try ControlRequest.command(json: JSONLineEncoder().bytes(command)) == command)
        }
        let wrong = [
            (#"{"addOutput":{}}"#, "addOutput: the field address is missing; docs/session.md lists all forms"),
            (#"{"addOutput":{"adress":"a"}}"#, "addOutput: unknown field adress; expected address"),
            (#"{"addOutput":{"address":1}}"#, "addOutput.address: the value is not accepted"),
            (#"{"addOutput":1}"#, "a value is not an object; expected {} after addOutput"),
            (#"{"admit":{},"stop":{}}"#, "the command has 2 names; expected one"),
        ]
        for (text, message) in wrong {
            let error = #expect(throws: ControlError.self) { try ControlRequest.command(json: text.utf8) }
            #expect(error?.message.hasPrefix(message) == true, "\(text): \(error.debugDescription)")
            let found = rejection(of: #"{"id":1,"command":\#(text)}"#)?.error
            #expect(found == error)
        }
        // Nothing can be added to the request around it.
        for text in ["", "x", "[]", "1", #"{"admit":{}},"folder":"/a""#] {
            let error = #expect(throws: ControlError.self) { try ControlRequest.command(json: text.utf8) }
            #expect(error?.message == #"the command is not a JSON object; send {"admit":{}}"#, "\(text)")
        }
    }

    @Test("a name that is there twice is refused, at any depth")
    func repeatedNames() {
        func message(_ line: String) -> String? { rejection(of: line)?.error.message }
        let expected = "is there more than once; send it once"
        #expect(message(#"{"id":1,"command":{"addOutput":{"address":"a","address":"b"}}}"#) == "address \(expected)")
        #expect(message(#"{"id":1,"command":{"leave":{}},"command":{"stop":{}}}"#) == "command \(expected)")
        #expect(message(#"{"id":1,"folder":"/a","folder":"/b","command":{"leave":{}}}"#) == "folder \(expected)")
        #expect(message(#"{"id":1,"command":{"leave":{},"leave":{}}}"#) == "leave \(expected)")
        #expect(message(#"{"id":1,"snapshot":{},"s3cr3t-k3y":1,"s3cr3t-k3y":2}"#) == "? \(expected)")
        #expect(rejection(of: #"{"id":7,"snapshot":{},"snapshot":{}}"#)?.id == 7)
    }

    @Test("each unknown name is shown, unless it may be a secret")
    func unknownNames() {
        func message(_ line: String) -> String? { rejection(of: line)?.error.message }
        #expect(
            message(#"{"id":1,"command":{"addOutput":{"b":1,"address":"x","a":2}}}"#)
                == "addOutput: unknown fields a, b; expected address")
        #expect(
            message(#"{"id":1,"subscribe":{"level":5}}"#)?.hasPrefix("subscribe: unknown field level; expected ")
                == true)
        #expect(message(#"{"id":1,"command":{"admit":{"k3y-1":1}}}"#) == "admit: unknown field ?; expected no fields")
        #expect(
            message(#"{"id":1,"snapshots":{}}"#)
                == "the request has 1 keys beside id: snapshots; expected one of command, snapshot, subscribe")
    }

    @Test("messages name the command, the field and the nearest word")
    func messages() {
        #expect(
            rejection(of: #"{"id":1,"command":{"addOutpt":{}}}"#)?.error.message.contains("did you mean addOutput?")
                == true)
        #expect(
            rejection(of: #"{"id":1,"command":{"addOutput":{}}}"#)?.error.message
                == "addOutput: the field address is missing; docs/session.md lists all forms")
        #expect(
            rejection(of: #"{"id":1,"command":{"addOutput":{"adress":"a"}}}"#)?.error.message
                == "addOutput: unknown field adress; expected address")
    }

    @Test("no value of a request is repeated, because it may be a key")
    func secrets() throws {
        let secret = "s3cr3t-k3y"
        let lines = [
            #"{"id":1,"command":{"addOutput":{"address":["rtmp://host/live/KEY"]}}}"#, #"{"id":1,"KEY":{}}"#,
            #"{"id":1,"command":{"KEY":{}}}"#, #"{"id":1,"command":{"addOutput":{"KEY":"a"}}}"#, #""KEY""#,
            #"{"id":1,"command":{"join":{"entrance":"KEY"}}}"#, #"{"id":1,"command":"KEY"}"#, "KEY",
            #"{"id":1,"command":{"changeTrack":{"user":1,"track":"camera","change":{"KEY":{}}}}}"#,
            #"{"id":1,"command":{"setEntryResponses":{"responses":{"statusDelivery":["KEY",1]}}}}"#,
        ]
        for line in lines {
            let found = try #require(rejection(of: line.replacing("KEY", with: secret)))
            #expect(!found.error.message.contains(secret))
        }
    }

    @Test("deep nesting is rejected")
    func nesting() {
        for depth in [100, 10_000, 500_000] {
            let line = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
            #expect(rejection(of: line)?.error.code == .malformed)
            let object = #"{"id":1,"command":"# + String(repeating: #"{"a":"#, count: depth)
            #expect(rejection(of: object)?.error.code == .malformed)
        }
    }

    @Test("random changes of a request are parsed or rejected", arguments: UInt64(1)...30)
    func random(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        let encoder = JSONLineEncoder()
        for command in SessionCommand.examples {
            var line = try encoder.bytes(ControlRequest(id: 7, .command(command)))
            for _ in 0..<Int.random(in: 1...4, using: &random) {
                line[Int.random(in: 0..<line.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            do throws(ControlRequest.Rejection) {
                _ = try ControlRequest(line: line)
            } catch {
                #expect(!error.error.message.isEmpty)
            }
        }
    }
}
