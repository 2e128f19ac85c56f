import Logging
import NIOCore
import NIOPosix
import SessionClient
import SessionProtocol
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioServer

/// The connections of the server to a session, which writes what it is told.
@Suite(.timeLimit(.minutes(1)))
struct SessionLinkTests {
    private let folder: TestFolder
    private let group = StudioServer.loops
    private var path: String { folder.file("s.sock") }

    init() throws { folder = try TestFolder() }

    private static let greeting = ControlMessage.greeting(ControlGreeting(sessionId: "a", pid: 5, program: "app"))
    private static let subscribed = ControlMessage.reply(1, .done)

    private static func event(_ sequence: Int) -> [UInt8] {
        ControlMessage.event(SessionEvent(sequence: sequence, time: .zero, event: .note(message: "\(sequence)")))
    }

    /// Writes each item after a request; the greeting first.
    private func session(_ items: [[UInt8]]) throws -> LocalListener {
        try LocalListener(path) { connection in
            connection.send(Self.greeting)
            for item in items {
                connection.receive()
                connection.send(item)
            }
        }
    }

    /// Connects without a request of its own.
    private func connect(snapshotEach interval: TimeAmount? = nil) async throws -> SessionLink {
        try await SessionLink(path, below: RestrictedFolder("/tmp"), on: group, snapshotEach: interval)
    }

    @Test("nobody, somebody else, and sessions that close the connection")
    func refusals() async throws {
        await #expect(throws: IOError.self) { try await connect() }
        let foreign = try LocalListener(path) { $0.send("SSH-2.0\r\n".utf8) }
        await #expect(throws: SessionClientError.foreign) { try await connect() }
        foreign.join()
        let closing = try LocalListener(path) { _ in }
        await #expect(throws: SessionClientError.gone(.lost)) { try await connect() }
        closing.join()
        let leaving = try session([[]])
        await #expect(throws: SessionClientError.gone(.lost)) { try await connect() }
        leaving.join()
    }

    @Test("answers, and the events of a stream until the end")
    func link() async throws {
        let snapshot = #"{"id":2,"reply":{"participants":[],"sequence":2,"snapshot":{"state":"sending"}}}"# + "\n"
        let session = try session([
            Self.subscribed + Self.event(1) + Self.event(2), Array(snapshot.utf8) + Self.event(3),
            ControlMessage.failure(3, ControlError(.rejected, "no")), Self.event(4) + ControlMessage.ended,
        ])
        let link = try await connect()
        #expect(link.id == "a")
        let stream = try await link.events(after: nil, withEarlier: true)
        await #expect(throws: SessionClientError.failed(ControlError(.rejected, "no"))) {
            try await link.call(.command(.stop))
        }
        await #expect(throws: SessionClientError.gone(.ended)) { try await link.call(.snapshot) }
        #expect(await link.end() == .ended)
        #expect(await link.ends(within: .zero))
        var names: [Substring] = []
        for await chunk in stream.chunks {
            names += String(buffer: chunk).split(separator: "\n").filter { $0.hasPrefix("event: ") }
        }
        #expect(names.map { $0.dropFirst(7) } == ["snapshot", "earlier", "earlier", "event", "event", "ended"])
        await #expect(throws: SessionClientError.gone(.ended)) { try await link.events(after: 4, withEarlier: false) }
        session.join()
    }

    @Test(
        "what is left of a session: its goodbye, or the snapshot that the server has asked for",
        arguments: [false, true])
    func result(_ saysGoodbye: Bool) async throws {
        let known = #"{"id":2,"reply":{"participants":[],"sequence":2,"snapshot":{"state":"sending"}}}"# + "\n"
        let last =
            #"{"ended":{"participants":[],"sequence":3,"snapshot":{"state":"finished","stopReason":"eos"}}}"# + "\n"
        let session = try session([Self.subscribed, Array((known + (saysGoodbye ? last : "")).utf8)])
        let link = try await connect(snapshotEach: .hours(1))
        let result = try JSON(decoding: await link.result().text)
        #expect(result["ending"]?.text == (saysGoodbye ? "ended" : "lost"))
        #expect(result["snapshot"]?["state"]?.text == (saysGoodbye ? "finished" : "sending"))
        #expect(result["stopReason"]?.text == (saysGoodbye ? "eos" : nil))
        #expect(await link.result().id == "a")
        session.join()
    }

    @Test("a measurement has a connection of its own")
    func monitor() async throws {
        let levels = ControlMessage.levels(ControlLevels(time: .zero, peak: [-1], rms: [-2]))
        let preview = ControlMessage.preview(ControlPreview(time: .zero, [1, 2, 3]))
        let first = try session([Self.subscribed + levels, []])
        #expect(try await SessionMonitor.peaks(of: path, on: group.next()) == [-1])
        first.join()
        let second = try session([Self.subscribed + preview, []])
        #expect(try await SessionMonitor.image(of: path, width: 64, on: group) == [1, 2, 3])
        second.join()
    }

    @Test("a session of an earlier version makes no PNG, and its JPEG is not taken for one")
    func otherFormat() async throws {
        for format in PreviewFormat.allCases {
            let preview = ControlMessage.preview(ControlPreview(time: .zero, [1, 2, 3], as: format))
            let session = try session([Self.subscribed + preview, []])
            if format == .png {
                #expect(try await SessionMonitor.image(of: path, width: 64, format: .png, on: group) == [1, 2, 3])
            } else {
                await #expect(throws: SessionClientError.self) {
                    try await SessionMonitor.image(of: path, width: 64, format: .png, on: group)
                }
            }
            session.join()
        }
    }

    @Test("the bridge of obs-websocket answers later, and reports until the end")
    func bridge() async throws {
        let missed = ControlMessage.missed(ControlMisses(events: 1))
        let session = try session([
            Self.subscribed, Self.event(7) + missed + ControlMessage.reply(2, .output(output: 4)), ControlMessage.ended,
        ])
        let loop = group.next()
        let bridge = try await SessionBridge.open(
            path, below: RestrictedFolder("/tmp"), logger: Logger(label: "test"), on: loop)
        let ended = loop.makePromise(of: Void.self)
        let lines = NIOLoopBoundBox.makeBoxSendingValue([String](), eventLoop: loop)
        try await loop.submit {
            bridge.value.onReport { report in
                switch report {
                case .event(let event): lines.value.append("event \(event.sequence)")
                case .missedEvents: lines.value.append("missed")
                case .levels: lines.value.append("levels")
                case .ended: ended.succeed()
                }
            }
            bridge.value.perform(.addOutput(address: "null:")) { result in
                lines.value.append("\(result)")
                bridge.value.perform(.stop) { lines.value.append("\($0)") }
            }
            lines.value.append("sent")
        }.get()
        try await ended.futureResult.get()
        let after = loop.makePromise(of: Void.self)
        try await loop.submit {
            bridge.value.perform(.stop) { _ in after.succeed() }
            lines.value.append("later")
        }.get()
        try await after.futureResult.get()
        let gone = "failure(the session has ended)"
        let reply = "success(SessionProtocol.SessionReply.output(output: 4))"
        #expect(
            try await loop.submit { lines.value }.get() == ["sent", "event 7", "missed", reply, gone, "later"])
        session.join()
    }
}
