package import SessionProtocol

/// A client of a session, for one thread, which waits for each answer.
package final class SessionClient {
    /// What a session sends without a request, with its line.
    package struct Received: Hashable, Sendable {
        package let message: SessionMessage
        /// The line without its line feed.
        package let line: [UInt8]
    }

    package let greeting: ControlGreeting
    private let socket: SessionClientSocket
    private var machine: SessionClientStateMachine<Void>
    /// What arrived before an answer.
    private var received: [Received] = []

    /// Waits until the session has said who it is.
    ///
    /// - Throws: a ``SessionClientError``.
    package init(
        _ socket: SessionClientSocket, as speaker: ControlSpeaker, seconds: Double
    ) throws(SessionClientError) {
        var machine = SessionClientStateMachine<Void>(speaker)
        while true {
            guard let line = socket.next(seconds: seconds) else {
                throw socket.hasEnded ? .gone(machine.end().ending) : .silent
            }
            switch machine.receive(line) {
            case .greeted(let greeting)?:
                (self.socket, self.machine, self.greeting) = (socket, machine, greeting)
                return
            case .refused(let error)?: throw error
            case .answered?, .message?, nil: break
            }
        }
    }

    /// Performs a command, and waits for its reply.
    ///
    /// - Returns: the reply, and its line.
    /// - Throws: a ``SessionClientError``.
    package func perform(_ command: SessionCommand) throws(SessionClientError) -> (reply: SessionReply, line: [UInt8]) {
        let (reply, line) = try call(.command(command))
        return (try SessionText(reply).decoded(), line)
    }

    /// - Throws: a ``SessionClientError``.
    package func snapshot() throws(SessionClientError) -> (reply: SessionSnapshotReply, line: [UInt8]) {
        let (reply, line) = try call(.snapshot)
        return (try SessionText(reply).decoded(), line)
    }

    /// Replaces what the session sends without a request.
    ///
    /// - Throws: a ``SessionClientError``.
    package func subscribe(_ subscription: ControlSubscription) throws(SessionClientError) {
        _ = try call(.subscribe(subscription))
    }

    private func call(
        _ kind: ControlRequest.Kind
    ) throws(SessionClientError) -> (reply: ArraySlice<UInt8>, line: [UInt8]) {
        // A session that has closed the connection may have said before that it ends.
        _ = socket.send(line: try machine.request(kind) { _ in })
        while let (delivery, line) = read(seconds: .infinity) {
            switch delivery {
            case .answered((), let result): return (try result.get(), line)
            case .message(let message): received.append(Received(message: message, line: line))
            case .greeted, .refused: break
            }
        }
        throw .gone(machine.ending ?? .lost)
    }

    /// What the session sends next; `nil` after `seconds`, and at the end: ``ending`` tells which.
    package func next(seconds: Double = .infinity) -> Received? {
        if !received.isEmpty { return received.removeFirst() }
        while let (delivery, line) = read(seconds: seconds) {
            if case .message(let message) = delivery { return Received(message: message, line: line) }
        }
        return nil
    }

    /// The same, `nil` also for anything that is not an event of this version.
    package func nextEvent(seconds: Double = .infinity) -> SessionEvent? {
        guard case .event(_, let text, _)? = next(seconds: seconds)?.message else { return nil }
        return try? text.decoded()
    }

    private func read(seconds: Double) -> (delivery: SessionClientStateMachine<Void>.Delivery, line: [UInt8])? {
        while let line = socket.next(seconds: seconds) {
            if let delivery = machine.receive(line) { return (delivery, line) }
        }
        if socket.hasEnded { _ = machine.end() }
        return nil
    }

    /// How the connection ended, once all that arrived was taken; `nil` before.
    package var ending: ControlEnding? { received.isEmpty ? machine.ending : nil }
}
