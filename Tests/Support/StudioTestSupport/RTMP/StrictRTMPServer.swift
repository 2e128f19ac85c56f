import Glibc
import StudioRuntime

/// An RTMP server of its own that records what a client asks for, and answers as a test wants. nginx hides both.
package final class StrictRTMPServer: Sendable {
    /// A code with its description, as servers send them.
    package struct Status: Hashable, Sendable {
        let code: String
        let description: String

        package init(_ code: String, _ description: String) {
            self.code = code
            self.description = description
        }

        fileprivate func message(level: String) -> AMFValue {
            .object([
                "level": .string(level), "code": .string(code), "description": .string(description),
            ])
        }
    }

    package enum Behaviour: Hashable, Sendable {
        case accepting
        /// Answers `connect` with an error.
        case rejectingConnection(Status)
        /// Answers `publish` with an error.
        case rejectingPublication(Status)
        /// Sends an error after this many messages with media, and reads on.
        case failing(afterMedia: Int, Status)
        /// The same, and closes the connection.
        case closing(afterMedia: Int, Status)
    }

    /// What a client has sent.
    package struct Publication: Hashable, Sendable {
        package fileprivate(set) var application: String?
        package fileprivate(set) var address: String?
        package fileprivate(set) var stream: String?
        package fileprivate(set) var metadata: AMFValue?
        /// The number of messages with audio or video, configurations included.
        package fileprivate(set) var mediaCount = 0
        package fileprivate(set) var hasEnded = false
    }

    private struct State: Sendable {
        var publications: [Publication] = []
        var problems: [String] = []
        var mustEnd = false
    }

    package let port: UInt16
    private let state = Monitor(State())
    private let worker: Worker

    package init(_ behaviour: Behaviour = .accepting) throws {
        let (listener, port) = try Loopback.listen()
        self.port = port
        worker = try Worker("strict-rtmp") { [state] in
            while !state.withLock({ $0.mustEnd }) {
                var wait = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
                guard poll(&wait, 1, 20) > 0 else { continue }
                let client = accept(listener, nil, nil)
                guard client >= 0 else { continue }
                do {
                    try Self.serve(client, behaviour, state)
                } catch {
                    state.update { $0.problems.append("\(error)") }
                }
                close(client)
            }
            close(listener)
        }
    }

    deinit {
        state.update { $0.mustEnd = true }
        worker.join(seconds: 5)
    }

    /// The clients that sent a command, in order.
    package var publications: [Publication] { state.withLock { $0.publications } }
    /// What clients did wrong.
    package var problems: [String] { state.withLock { $0.problems } }

    private static let handshakeBytes = 1536

    /// Serves one client until it closes.
    private static func serve(_ client: Int32, _ behaviour: Behaviour, _ state: Monitor<State>) throws {
        var (input, chunks, hasShaken, index) = ([UInt8](), RTMPChunks(), false, -1)
        while !state.withLock({ $0.mustEnd }) {
            var wait = pollfd(fd: client, events: Int16(POLLIN), revents: 0)
            guard poll(&wait, 1, 20) > 0 else { continue }
            var part = [UInt8](repeating: 0, count: 65_536)
            let count = recv(client, &part, part.count, 0)
            guard count > 0 else {
                if index >= 0 { state.update { $0.publications[index].hasEnded = true } }
                return
            }
            input += part.prefix(count)
            if !hasShaken {
                guard input.count > handshakeBytes else { continue }
                if index < 0 {
                    // All at once, as many servers do: version, own bytes, and the client's bytes as the echo.
                    let echo = input[1...handshakeBytes]
                    send([3] + [UInt8](repeating: 0, count: handshakeBytes) + echo, to: client)
                    index = state.update {
                        $0.publications.append(Publication())
                        return $0.publications.count - 1
                    }
                }
                guard input.count >= 1 + 2 * handshakeBytes else { continue }
                input.removeFirst(1 + 2 * handshakeBytes)
                hasShaken = true
            }
            while let message = chunks.next(&input) {
                let answer = try state.update { state in
                    Result { try Self.answer(message, behaviour, &state.publications[index]) }
                }.get()
                send(answer.bytes, to: client)
                // Not closed: unread data would make the system discard what the client has not read yet.
                if answer.closes { shutdown(client, Int32(SHUT_WR)) }
            }
        }
    }

    private static func send(_ bytes: [UInt8], to client: Int32) {
        guard !bytes.isEmpty else { return }
        _ = Glibc.send(client, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    }

    private static func answer(
        _ message: RTMPChunks.Message, _ behaviour: Behaviour, _ publication: inout Publication
    ) throws -> (bytes: [UInt8], closes: Bool) {
        switch message.type {
        case 8, 9:
            publication.mediaCount += 1
            switch behaviour {
            case .failing(publication.mediaCount, let status): return (onStatus(status, level: "error"), false)
            case .closing(publication.mediaCount, let status): return (onStatus(status, level: "error"), true)
            default: return ([], false)
            }
        case 18:
            let values = try AMFValue.all(in: message.bytes)
            guard values.count == 3, values[0] == .string("@setDataFrame"), values[1] == .string("onMetaData") else {
                throw TestFailure("unexpected data: \(values)")
            }
            publication.metadata = values[2]
            return ([], false)
        case 20: return try answer(command: try AMFValue.all(in: message.bytes), behaviour, &publication)
        default: return ([], false)
        }
    }

    private static func answer(
        command values: [AMFValue], _ behaviour: Behaviour, _ publication: inout Publication
    ) throws -> (bytes: [UInt8], closes: Bool) {
        guard values.count >= 3, let name = values[0].text else { throw TestFailure("not a command: \(values)") }
        switch name {
        case "connect":
            publication.application = values[2]["app"]?.text
            publication.address = values[2]["tcUrl"]?.text
            if case .rejectingConnection(let status) = behaviour {
                return (command("_error", values[1], .null, status.message(level: "error")), true)
            }
            let status = Status("NetConnection.Connect.Success", "Connection succeeded.")
            return (command("_result", values[1], .object([:]), status.message(level: "status")), false)
        case "createStream": return (command("_result", values[1], .null, .number(1)), false)
        case "publish":
            guard values.count == 5 else { throw TestFailure("publish has \(values.count) values") }
            publication.stream = values[3].text
            if case .rejectingPublication(let status) = behaviour { return (onStatus(status, level: "error"), false) }
            return (onStatus(Status("NetStream.Publish.Start", "Publishing."), level: "status"), false)
        default: return ([], false)
        }
    }

    private static func onStatus(_ status: Status, level: String) -> [UInt8] {
        command("onStatus", .number(0), .null, status.message(level: level), stream: 1)
    }

    private static func command(_ name: String, _ values: AMFValue..., stream: UInt8 = 0) -> [UInt8] {
        RTMPChunks.encode(type: 20, stream: stream, ([.string(name)] + values).flatMap(\.encoded))
    }
}
