import Foundation
import SessionProtocol
import StudioCore
import StudioEngine
import Testing
@testable import OBSWebSocket

/// A server with clients in the test, and a session that the test plays.
struct ServerFixture {
    /// A client: what it has received.
    struct Client {
        var messages: [JSON] = []
        var closing: Closing?
        var isReading = true
    }

    var server: OBSServerStateMachine
    var now = MediaTime.zero
    var clients: [ConnectionID: Client] = [:]
    /// What the owner was asked to do besides sending.
    var tasks: [ServerAction] = []
    private var sequence = 0

    static let folder = "/srv/show"

    init(password: String? = nil, hasSlate: Bool = true) {
        var facts = ServerFacts(platform: "debian")
        (facts.cpuUsage, facts.memoryUsage, facts.freeSpace) = (12.5, 256, 1024.5)
        let authentication = password.map { Authentication(password: $0, salt: Self.salt, hash: SHA256Model.hash) }
        server = OBSServerStateMachine(
            show: Show(folder: Self.folder, hasSlate: hasSlate), facts: facts, authentication: authentication)
    }

    static let salt = "lM1GncleQOaCu9lT1yeUZhFYnqhsLLP1G5lAGo3ixaI="
    static let challenge = "+IxH4CnCiqpX1rM9scsNynZzbOe4KhDeYcTNS3PDaeY="

    /// A fixture whose session sends to these outputs, with one client that receives nothing it has not asked for.
    static func running(
        _ outputs: [(address: String, state: String)] = [("show.mp4", "live"), ("rtmp://host/live/***", "live")],
        hasSlate: Bool = true, mask: UInt64 = 0, encoding: OBSWebSocket.Encoding = .json
    ) throws -> ServerFixture {
        var fixture = ServerFixture(hasSlate: hasSlate)
        try fixture.start(outputs)
        fixture.connect(1, mask: mask, encoding: encoding)
        return fixture
    }

    // MARK: Clients

    mutating func apply(_ actions: [ServerAction]) {
        for action in actions {
            switch action {
            case .send(let id, let frame): deliver(frame, to: [id])
            case .publish(let ids, let frame): deliver(frame, to: ids)
            case .close(let id, let closing): clients[id]?.closing = closing
            case .read(let id, let isReading): clients[id]?.isReading = isReading
            default: tasks.append(action)
            }
        }
    }

    private mutating func deliver(_ frame: Frame, to ids: [ConnectionID]) {
        for id in ids {
            do {
                let message: JSON
                switch frame {
                case .text(let bytes): message = try JSON(decoding: bytes)
                case .binary(let bytes): message = try JSON(unpacking: bytes)
                }
                #expect(clients[id]?.closing == nil, "a message after the end of the connection")
                clients[id]?.messages.append(message)
            } catch {
                Issue.record("the server has sent \(frame): \(error)")
            }
        }
    }

    mutating func open(_ id: Int, encoding: OBSWebSocket.Encoding = .json, challenge: String = Self.challenge) {
        clients[ConnectionID(id)] = Client()
        apply(server.opened(ConnectionID(id), encoding, challenge: challenge, at: now))
    }

    mutating func send(_ id: Int, _ message: JSON) {
        guard let encoding = server.connections[ConnectionID(id)]?.encoding else { return }
        send(id, encoding.frame(message))
    }

    mutating func send(_ id: Int, _ frame: Frame) { apply(server.received(ConnectionID(id), frame, at: now)) }

    /// Opens a connection and identifies; the messages so far are taken.
    mutating func connect(_ id: Int, mask: UInt64? = 0, encoding: OBSWebSocket.Encoding = .json) {
        open(id, encoding: encoding)
        var data: JSON = ["rpcVersion": 1]
        if let mask { data.set("eventSubscriptions", .integer(mask)) }
        send(id, ["op": 1, "d": data])
        let messages = take(id)
        #expect(messages.map { $0["op"] } == [0, 2])
    }

    /// The messages that a client has received since the last call.
    mutating func take(_ id: Int) -> [JSON] {
        defer { clients[ConnectionID(id)]?.messages = [] }
        return clients[ConnectionID(id)]?.messages ?? []
    }

    func closing(_ id: Int) -> Closing? { clients[ConnectionID(id)]?.closing }

    mutating func takeTasks() -> [ServerAction] {
        defer { tasks = [] }
        return tasks
    }

    /// Sends a request.
    ///
    /// - Returns: the data of its response, if it was answered at once.
    mutating func request(_ type: String, _ data: JSON? = nil, id: JSON = 7, client: Int = 1) -> JSON? {
        var fields: JSON = ["requestType": .text(type), "requestId": id]
        if let data { fields.set("requestData", data) }
        send(client, ["op": 6, "d": fields])
        return take(client).first { $0["op"] == 7 }?["d"]
    }

    /// The response data of a request that succeeds at once.
    mutating func answer(_ type: String, _ data: JSON? = nil, client: Int = 1) -> JSON? {
        let response = request(type, data, client: client)
        #expect(response?["requestStatus"] == ["result": true, "code": 100], "\(type)")
        return response?["responseData"]
    }

    /// The code of a request that is answered at once.
    mutating func code(_ type: String, _ data: JSON? = nil, client: Int = 1) -> Int? {
        guard let response = request(type, data, client: client),
            case .number(let code)? = response["requestStatus"]?["code"]
        else { return nil }
        #expect(response["requestStatus"]?["result"] == .flag(code == 100))
        #expect(code == 100 || response["responseData"] == nil)
        return code
    }

    // MARK: The session

    /// The session has its first snapshot.
    mutating func start(_ outputs: [(address: String, state: String)] = []) throws {
        apply(server.begin())
        try answerSnapshot(Self.snapshot(outputs))
    }

    /// Answers the last request for a snapshot.
    mutating func answerSnapshot(_ snapshot: SessionSnapshot) throws {
        let index = try #require(tasks.lastIndex { if case .requestSnapshot = $0 { true } else { false } })
        guard case .requestSnapshot(let number) = tasks.remove(at: index) else { return }
        apply(server.received(snapshot, number: number, at: now))
    }

    mutating func publish(_ event: SessionEvent.Kind) {
        sequence += 1
        apply(server.received(SessionEvent(sequence: sequence, time: now, event: event), at: now))
    }

    mutating func change(_ output: Int, _ address: String, _ state: OutputState) {
        publish(.outputChanged(output: output, address: address, change: .init(state)))
    }

    mutating func advance(milliseconds: Int64) {
        now += .milliseconds(milliseconds)
        apply(server.advance(to: now))
    }

    /// The commands that the session was given since the last call, with their numbers.
    mutating func takeCommands() -> [(number: Int, command: SessionCommand)] {
        let commands = tasks.compactMap { task -> (Int, SessionCommand)? in
            if case .perform(let number, let command) = task { (number, command) } else { nil }
        }
        tasks.removeAll { if case .perform = $0 { true } else { false } }
        return commands
    }

    /// The session performs all commands.
    ///
    /// - Returns: the commands, in order.
    @discardableResult
    mutating func perform(
        _ reply: (SessionCommand) -> Result<SessionReply, ControlError> = { _ in .success(.done) }
    ) -> [SessionCommand] {
        var performed: [SessionCommand] = []
        while true {
            let commands = takeCommands()
            if commands.isEmpty { return performed }
            for (number, command) in commands {
                performed.append(command)
                apply(server.replied(number, reply(command), at: now))
            }
        }
    }

    static func snapshot(
        _ outputs: [(address: String, state: String)], bytes: UInt64 = 1000, accepted: Int = 30, part: Int = 1,
        duration: Int64 = 1500, frames: Int = 45
    ) throws -> SessionSnapshot {
        var snapshot = SessionSnapshot()
        snapshot.state = .sending
        (snapshot.video.accepted, snapshot.video.dropped, snapshot.repeatedFrames) = (accepted, 2, 3)
        snapshot.outputs = try outputs.enumerated().map { index, output in
            try self.output(
                index + 1, output.address, output.state, bytes: bytes, part: part, duration: duration, frames: frames)
        }
        return snapshot
    }

    private static func output(
        _ number: Int, _ address: String, _ state: String, bytes: UInt64, part: Int, duration: Int64, frames: Int
    ) throws -> SessionOutput {
        let isActive = state == "live" || state == "stalled"
        let json: JSON = [
            "output": .number(number), "destination": .text(address), "part": .number(part), "state": .text(state),
            "isRemoved": false,
            "outputActive": .flag(isActive), "outputReconnecting": .flag(state == "retrying"),
            "outputTimecode": .text(MediaTime.milliseconds(duration).timecode),
            "outputDuration": .number(Int(duration)), "outputCongestion": 0.25,
            "outputQueueDuration": 133, "failures": [:], "outputBytes": .integer(bytes), "outputBitrate": 8,
            "outputSkippedFrames": 1, "outputTotalFrames": .number(frames),
            "outputSkippedAudio": 0, "outputTotalAudio": 70, "framesBeforeStart": 0, "audioBeforeStart": 0,
            "reconnects": 0, "attempt": nil, "packetsSent": nil,
            "packetsLost": nil, "packetsRetransmitted": nil, "roundTripTime": nil, "cause": nil, "message": nil,
        ]
        return try JSONDecoder().decode(SessionOutput.self, from: Data(json.encoded))
    }
}

extension JSON {
    /// The type and the state of an event message, for comparisons: `StreamStateChanged STARTED`.
    var eventText: String {
        let type = self["d"]?["eventType"]?.text ?? "?"
        let state = self["d"]?["eventData"]?["outputState"]?.text?.split(separator: "_").last
        return state.map { "\(type) \($0)" } ?? type
    }
}
