import Testing

@testable import SessionProtocol

/// Numbers, answers and endings of a connection.
struct ControlChannelTests {
    @Test("requests have increasing numbers; commands have the folder")
    func numbers() throws {
        var channel = ControlChannel<String>(below: "/srv")
        #expect(try channel.request(.snapshot) == ControlRequest(id: 1, .snapshot))
        #expect(try channel.request(.command(.leave)) == ControlRequest(id: 2, .command(.leave), below: "/srv"))
        let request = ControlRequest(id: 3, .command(.leave), below: "/srv", origin: .page)
        #expect(try channel.request(.command(.leave), origin: .page) == request)
        #expect(try channel.request(.snapshot, origin: .page) == ControlRequest(id: 4, .snapshot))
    }

    @Test("each answer has one receiver, in any order")
    func matching() throws {
        var channel = ControlChannel<String>()
        for name in ["a", "b"] { channel.expectAnswer(try channel.request(.snapshot).id, for: name) }
        #expect(channel.takeReceiver(2) == "b")
        #expect(channel.takeReceiver(2) == nil)
        #expect(channel.takeReceiver(7) == nil)
        #expect(channel.takeReceiver(1) == "a")
    }

    @Test("no request is sent while too many wait")
    func full() throws {
        var channel = ControlChannel<String>(limit: 1)
        channel.expectAnswer(try channel.request(.snapshot).id, for: "a")
        #expect(throws: ControlChannel<String>.Refusal.full) { try channel.request(.snapshot) }
        _ = channel.takeReceiver(1)
        #expect(try channel.request(.snapshot).id == 2)
    }

    @Test("the end reaches those who wait, in order", arguments: [false, true])
    func end(_ saysGoodbye: Bool) throws {
        var channel = ControlChannel<String>()
        for name in ["a", "b", "c"] { channel.expectAnswer(try channel.request(.snapshot).id, for: name) }
        if saysGoodbye { channel.noteGoodbye() }
        let (ending, receivers) = channel.end()
        #expect(ending == (saysGoodbye ? .ended : .lost))
        #expect(channel.ending == ending)
        #expect(receivers == ["a", "b", "c"])
        #expect(channel.end().receivers.isEmpty)
        #expect(throws: ControlChannel<String>.Refusal.gone(ending)) { try channel.request(.snapshot) }
    }
}
