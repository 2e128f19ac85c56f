import NIOCore
import ServerAccess
import SessionProtocol
import StudioCore
import Testing
@testable import StudioServer

@Suite
struct SessionTextTests {
    @Test("the snapshot and the outputs of a reply")
    func state() {
        let reply = Array(
            #"""
            {"participants":[{"user":1}],"sequence":9,"snapshot":{"outputs":[{"output":1,"outputBitrate":2500},{"output":2,"isRemoved":true},{"output":3}],"state":"sending"}}
            """#.utf8)[...]
        let (sequence, text) = SnapshotText.parts(of: reply)
        #expect(sequence == 9)
        #expect(
            String(decoding: text, as: UTF8.self)
                == #"{"participants":[{"user":1}],"sequence":9,"outputs":[{"output":1,"outputBitrate":2500},{"output":2,"isRemoved":true},{"output":3}],"state":"sending"}"#
        )
        let outputs = SnapshotText.outputs(of: reply)
        #expect(outputs.map(\.number) == [1, 3])
        #expect(
            String(decoding: outputs[0].text, as: UTF8.self)
                == #"{"rate":{"bitsPerSecond":2500000,"bytesPerSecond":312500,"windowSeconds":4},"output":1,"outputBitrate":2500}"#
        )
        #expect(SnapshotText.outputs(of: Array("{}".utf8)[...]).isEmpty)
    }

    // MARK: History

    private func event(_ number: Int, bytes: Int = 1) -> EventHistory.Event {
        EventHistory.Event(
            sequence: number, text: [UInt8](repeating: 120, count: bytes)[...], arrival: .uptimeNanoseconds(0))
    }

    @Test("the history is that of a list without a limit, as long as it remembers")
    func history() {
        for capacity in 1...7 {
            var history = EventHistory(eventLimit: capacity)
            for last in 0...40 {
                if last > 0 { history.append(event(last)) }
                for client in -1...41 {
                    let known = history.events(after: client)?.map(\.sequence)
                    let oldest = max(1, last - capacity + 1)
                    let isKnown = last > 0 && client >= oldest - 1 && client <= last
                    #expect(known == (isKnown ? Array(client + 1..<last + 1) : nil), "\(capacity) \(last) \(client)")
                }
            }
        }
    }

    @Test("the latest events of a range, in half of the memory")
    func latest() {
        var history = EventHistory(eventLimit: 6, byteLimit: 8)
        #expect(history.latest(in: 1...5).isEmpty)
        for number in 1...7 { history.append(event(number)) }
        #expect(history.latest(in: 1...7).map(\.sequence) == [4, 5, 6, 7])
        #expect(history.latest(in: 1...4).map(\.sequence) == [2, 3, 4])
        #expect(history.latest(in: 6...6).map(\.sequence) == [6])
        #expect(history.latest(in: 8...9).isEmpty)
    }

    @Test("nobody continues across a gap")
    func gap() {
        var history = EventHistory()
        for number in [5, 6, 7, 10, 11] { history.append(event(number)) }
        #expect(history.last == 11)
        #expect(history.events(after: 7) == nil)
        #expect(history.events(after: 8) == nil)
        #expect(history.events(after: 9)?.map(\.sequence) == [10, 11])
        // A sequence that begins again is another one.
        history.append(event(1))
        #expect(history.events(after: 11) == nil)
        #expect(history.events(after: 0)?.map(\.sequence) == [1])
    }

    @Test("the bytes of the history are limited; the latest event is kept")
    func bytes() {
        var history = EventHistory(eventLimit: 100, byteLimit: 10)
        for number in 1...5 { history.append(event(number, bytes: 4)) }
        #expect(history.events(after: 2) == nil)
        #expect(history.events(after: 3)?.map(\.sequence) == [4, 5])
        history.append(event(6, bytes: 50))
        #expect(history.events(after: 5)?.map(\.sequence) == [6])
        #expect(history.events(after: 4) == nil)
    }

    @Test("server-sent events")
    func serverSentEvents() {
        func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }
        #expect(text(ServerSentEvent.text("event", id: 3, Array("{}".utf8))) == "id: 3\nevent: event\ndata: {}\n\n")
        #expect(text(ServerSentEvent.end(.ended)) == "event: ended\ndata: {}\n\n")
        #expect(text(ServerSentEvent.end(.lost)) == "event: lost\ndata: {}\n\n")
        #expect(text(ServerSentEvent.comment).hasPrefix(":"))
    }

    // MARK: Addresses

    @Test(
        "where a server listens",
        arguments: [
            ("7788", "127.0.0.1:7788", true), ("127.0.0.1:80", "127.0.0.1:80", true),
            ("localhost:1", "127.0.0.1:1", true),
            ("[::1]:7788", "[::1]:7788", true), ("0.0.0.0:7788", "0.0.0.0:7788", false), ("[::]:1", "[::]:1", false),
            ("127.5.5.5:1", "127.5.5.5:1", true), ("10.0.0.1:0", "10.0.0.1:0", false),
            ("[0:0:0:0:0:0:0:1]:0", "[0:0:0:0:0:0:0:1]:0", true), ("[fe80::1]:0", "[fe80::1]:0", false),
            ("[::ffff:127.0.0.1]:0", "[::ffff:127.0.0.1]:0", true),
            ("[::ffff:10.0.0.1]:0", "[::ffff:10.0.0.1]:0", false),
        ])
    func address(text: String, form: String, isLoopback: Bool) {
        let address = ListenAddress(text)
        #expect(address?.description == form)
        #expect(address?.isLoopback == isLoopback)
    }

    @Test(
        "what is no address",
        arguments: [
            "", ":", "x", "127.0.0.1", "127.0.0.1:", "127.0.0.1:x", "127.0.0.1:70000", "-1", "::1:80", "[::1]", "[x]:1",
            "studio.example:80", "127.1:80", "+80", " 80", "080",
            "127.0.0.1:07788",
        ])
    func noAddress(text: String) {
        #expect(ListenAddress(text) == nil)
    }
}
