import SessionProtocol
import StudioCore
import StudioTestSupport
import Testing
@testable import OBSWebSocket

/// Random clients and a random session: what must hold whatever comes.
struct ServerSequenceTests {
    /// A session that performs commands one after the other, some of them without success.
    private struct Session {
        var states: [OutputPhase] = [.live, .live, .stopped]
        var parts = [1, 1, 1]
        var pending: [(number: Int, command: SessionCommand)] = []
        /// Changes of outputs that follow.
        var following: [(output: Int, state: OutputState)] = []

        static let addresses = ["show", "rtmp://host/live/***", "srt://host:9000"]

        func address(_ index: Int) -> String { index == 0 ? "show-\(parts[0]).mp4" : Self.addresses[index] }

        mutating func perform(_ command: SessionCommand) -> Result<SessionReply, ControlError> {
            switch command {
            case .stopOutput(let number):
                guard [.live, .connecting].contains(states[number - 1]) else { return rejected }
                states[number - 1] = .stopped
                following += [(number, .finishing), (number, .stopped)]
                return .success(.done)
            case .startOutput(let number, _):
                guard states[number - 1] == .stopped else { return rejected }
                // Changes of the former part are reported apart.
                following.removeAll { $0.output == number }
                states[number - 1] = .live
                parts[number - 1] += 1
                following += [(number, .connecting), (number, .live)]
                return .success(.address(address: address(number - 1)))
            default: return .success(.done)
            }
        }

        private var rejected: Result<SessionReply, ControlError> { .failure(ControlError(.rejected, "no")) }
    }

    /// What a client has asked for and received.
    private struct Model {
        /// Single requests in order, and those that may be answered at any time.
        var ordered: [JSON] = []
        var beside: [JSON] = []
        var batches: [JSON: Int] = [:]
        var lastStream: String?
        var lastRecord: String?
    }

    private static let simple: [(String, JSON?)] = [
        ("GetVersion", nil), ("GetStats", nil), ("StartStream", nil), ("StopStream", nil), ("ToggleStream", nil),
        ("StartRecord", nil), ("StopRecord", nil), ("ToggleRecord", nil), ("GetRecordStatus", nil), ("Fly", nil),
        ("SplitRecordFile", nil), ("ToggleOutput", ["outputName": "SRT 3"]), ("GetSceneList", nil),
        ("SetCurrentProgramScene", ["sceneName": "Slate"]), ("ToggleInputMute", ["inputName": "Program"]),
    ]

    @Test(
        "each request is answered once and in order, events have the order of OBS",
        arguments: 0..<UInt64(LongRun.repetitions(ordinary: 15, long: 60)))
    func sequences(_ seed: UInt64) throws {
        var random = SeededRandom(seed: seed)
        var fixture = ServerFixture()
        var session = Session()
        try fixture.start((0..<3).map { (session.address($0), session.states[$0].rawValue) })
        var models: [Int: Model] = [:]
        let masks: [UInt64] = [0, 64, 4095]
        for id in 1...3 {
            fixture.connect(id, mask: masks[id - 1], encoding: id == 2 ? .messagePack : .json)
            models[id] = Model()
        }
        for step in 0..<300 {
            let id = Int.random(in: 1...3, using: &random)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<4: request(&fixture, &models, id, step, &random)
            case 4: batch(&fixture, &models, id, step, &random)
            case 5, 6: reply(&fixture, &session)
            case 7:
                if !session.following.isEmpty {
                    let change = session.following.removeFirst()
                    fixture.change(change.output, session.address(change.output - 1), change.state)
                }
            case 8: fixture.advance(milliseconds: Int64.random(in: 0..<80, using: &random))
            default: try snapshot(&fixture, session)
            }
            collect(&fixture, &session)
            for id in 1...3 { check(&fixture, &models, id, mask: masks[id - 1]) }
        }
        // Everything is answered at the end.
        for _ in 0..<1000 {
            reply(&fixture, &session)
            // A session that does not answer is silent.
            try snapshot(&fixture, session)
            fixture.advance(milliseconds: 50)
            collect(&fixture, &session)
        }
        for id in 1...3 {
            check(&fixture, &models, id, mask: masks[id - 1])
            #expect(models[id]?.ordered == [])
            #expect(models[id]?.beside == [])
            #expect(models[id]?.batches == [:])
            #expect(fixture.clients[ConnectionID(id)]?.isReading == true)
        }
        #expect(fixture.server.jobs.isEmpty)
        #expect(fixture.server.commands.isEmpty)
    }

    private func request(
        _ fixture: inout ServerFixture, _ models: inout [Int: Model], _ id: Int, _ step: Int,
        _ random: inout SeededRandom
    ) {
        let isVendor = Int.random(in: 0..<5, using: &random) == 0
        let number: JSON = Bool.random(using: &random) ? .number(step) : .text("r\(step)")
        let (type, data) =
            isVendor
            ? ("CallVendorRequest", ["vendorName": "psstudio", "requestType": "endSlate"])
            : Self.simple[Int.random(in: 0..<Self.simple.count, using: &random)]
        if isVendor { models[id]?.beside.append(number) } else { models[id]?.ordered.append(number) }
        var fields: JSON = ["requestType": .text(type), "requestId": number]
        if let data { fields.set("requestData", data) }
        fixture.send(id, ["op": 6, "d": fields])
    }

    private func batch(
        _ fixture: inout ServerFixture, _ models: inout [Int: Model], _ id: Int, _ step: Int,
        _ random: inout SeededRandom
    ) {
        let items = (0..<Int.random(in: 0..<5, using: &random)).map { _ -> JSON in
            if Int.random(in: 0..<4, using: &random) == 0 {
                return ["requestType": "Sleep", "requestData": ["sleepMillis": 60]]
            }
            let (type, data) = Self.simple[Int.random(in: 0..<Self.simple.count, using: &random)]
            return ["requestType": .text(type), "requestData": data ?? nil]
        }
        models[id]?.batches[.number(step)] = items.count
        fixture.send(id, ["op": 8, "d": ["requestId": .number(step), "requests": .list(items)]])
    }

    private func collect(_ fixture: inout ServerFixture, _ session: inout Session) {
        session.pending += fixture.takeCommands()
    }

    private func reply(_ fixture: inout ServerFixture, _ session: inout Session) {
        guard !session.pending.isEmpty else { return }
        let (number, command) = session.pending.removeFirst()
        let reply = session.perform(command)
        fixture.apply(fixture.server.replied(number, reply, at: fixture.now))
    }

    private func snapshot(_ fixture: inout ServerFixture, _ session: Session) throws {
        guard fixture.tasks.contains(where: { if case .requestSnapshot = $0 { true } else { false } }) else { return }
        try fixture.answerSnapshot(
            ServerFixture.snapshot((0..<3).map { (session.address($0), session.states[$0].rawValue) }))
    }

    /// Compares what a client has received with what it asked for.
    private func check(_ fixture: inout ServerFixture, _ models: inout [Int: Model], _ id: Int, mask: UInt64) {
        guard var model = models[id] else { return }
        for message in fixture.take(id) {
            let number = message["d"]?["requestId"] ?? nil
            switch message["op"] {
            case 7:
                if let index = model.beside.firstIndex(of: number) {
                    model.beside.remove(at: index)
                } else {
                    #expect(model.ordered.first == number)
                    model.ordered = Array(model.ordered.dropFirst())
                }
            case 9: #expect(model.batches.removeValue(forKey: number) == message["d"]?["results"]?.items?.count)
            case 5:
                #expect(mask != 0)
                let words = message.eventText.split(separator: " ").map(String.init)
                if words[0] == "StreamStateChanged" { follow(&model.lastStream, words[1]) }
                if words[0] == "RecordStateChanged" { follow(&model.lastRecord, words[1]) }
            default: Issue.record("unexpected: \(message)")
            }
        }
        models[id] = model
    }

    /// The first event of a client may be any.
    private func follow(_ last: inout String?, _ next: String) {
        let successors = [
            "STOPPED": ["STARTING"], "STARTING": ["STARTED", "STOPPING", "STOPPED"],
            "STARTED": ["STOPPING", "STOPPED"], "STOPPING": ["STOPPED"],
        ]
        if let last { #expect(successors[last]?.contains(next) == true, "\(last) → \(next)") }
        last = next
    }

    @Test("a client with 64 requests that are not answered is not read, and is read again later")
    func backpressure() throws {
        var fixture = try ServerFixture.running()
        for number in 0..<64 {
            #expect(fixture.clients[ConnectionID(1)]?.isReading == true, "\(number)")
            fixture.send(1, ["op": 6, "d": ["requestType": "ToggleRecord", "requestId": .number(number)]])
        }
        #expect(fixture.clients[ConnectionID(1)]?.isReading == false)
        // Only one of them is performed.
        let commands = fixture.takeCommands()
        #expect(commands.map(\.command) == [.stopOutput(output: 1)])
        fixture.apply(fixture.server.replied(commands[0].number, .success(.done), at: .zero))
        #expect(fixture.clients[ConnectionID(1)]?.isReading == true)
        #expect(fixture.take(1).count == 1)
    }

    @Test("what a client has begun goes on when it is gone, and the next client is served")
    func gone() throws {
        var fixture = try ServerFixture.running(mask: 0)
        fixture.connect(2, mask: 64)
        fixture.send(1, ["op": 6, "d": ["requestType": "StopRecord", "requestId": 1]])
        fixture.send(1, ["op": 6, "d": ["requestType": "StopStream", "requestId": 2]])
        fixture.apply(fixture.server.closed(ConnectionID(1)))
        #expect(fixture.perform() == [.stopOutput(output: 1), .stopOutput(output: 2)])
        #expect(fixture.take(1).isEmpty)
        #expect(fixture.take(2).map(\.eventText) == ["RecordStateChanged STOPPING", "StreamStateChanged STOPPING"])
        #expect(fixture.server.jobs.isEmpty)
        #expect(fixture.answer("GetVersion", client: 2) != nil)
        // Replies to nothing are ignored.
        #expect(fixture.server.replied(999, .success(.done), at: .zero).isEmpty)
        #expect(fixture.server.captured(999, .success([]), at: .zero).isEmpty)
        #expect(fixture.server.saved(999, nil, at: .zero).isEmpty)
    }

    @Test("a thousand connections are greeted, notified and closed")
    func thousand() throws {
        var fixture = try ServerFixture.running()
        for id in 2...1000 { fixture.connect(id, mask: 4, encoding: id % 2 == 0 ? .json : .messagePack) }
        fixture.publish(.slateEnded(at: 0))
        #expect((2...1000).allSatisfy { fixture.clients[ConnectionID($0)]?.messages.isEmpty == true })
        let actions = fixture.server.received(
            ConnectionID(1), .text(Array(#"{"op":6,"d":{"requestType":"GetVersion","requestId":1}}"#.utf8)), at: .zero)
        #expect(actions.count == 1)
        let ends = fixture.server.end()
        #expect(ends.count == 1000)
        #expect(fixture.server.connections.isEmpty)
    }
}
