import CLocalSocket
import Dispatch
import Glibc
import StudioCore
import StudioRuntime
import SessionProtocol
import Synchronization

/// What the thread of a server does: it accepts, reads, passes requests on, and writes. It waits for nothing else, so a slow
/// client or command holds up no other client.
struct ControlLoop {
    private struct Ending {
        let endpoint: Int
        let deadline: MediaTime
        let done: Monitor<Bool>
    }

    /// The clients of one session. Each costs two descriptors of memory, and a queue.
    static let maximumClients = 64
    /// How long no connection is accepted after the system had no descriptor for one, in milliseconds.
    private static let pause: Int32 = 100

    private let server: ControlServer
    private let event: Int32
    private let clock = SystemClock()
    private var listeners: [Int: ControlListener] = [:]
    private var connections: [Int: ControlConnection] = [:]
    private var monitors: [Int: any ControlMonitor] = [:]
    private var endings: [Ending] = []
    private var lastConnection = 0
    /// Whether the system had no descriptor for a connection.
    private var isPaused = false
    private let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 65_536, alignment: 16)

    init(_ server: ControlServer, event: Int32) {
        (self.server, self.event) = (server, event)
    }

    mutating func run() {
        while true {
            receiveMessages()
            for number in connections.keys.sorted() { serve(number) }
            finishEndings()
            wait()
        }
    }

    // MARK: Messages of other threads

    private mutating func receiveMessages() {
        pslocal_reset(event)
        let (messages, missed) = server.takeMessages()
        for message in messages {
            switch message {
            case .opened(let listener): listeners[listener.number] = listener
            case .event(let endpoint, let event): publish(event, of: endpoint)
            case .answer(let connection, let line):
                connections[connection]?.running -= 1
                connections[connection]?.outgoing.append(line, .answer)
            case .measured(let connection, .levels(let levels)):
                connections[connection]?.outgoing.append(ControlMessage.levels(levels), .levels)
            case .measured(let connection, .preview(let preview)):
                connections[connection]?.outgoing.append(ControlMessage.preview(preview), .preview)
            case .measured(let connection, .failed(let error)):
                connections[connection]?.outgoing.append(ControlMessage.failure(nil, error), .answer)
            case .closed(let endpoint, let seconds, let done):
                prepareGoodbye(of: endpoint)
                listeners.removeValue(forKey: endpoint)?.file.stop()
                endings.append(Ending(endpoint: endpoint, deadline: clock.now + .seconds(seconds), done: done))
            }
        }
        for (endpoint, count) in missed {
            for number in subscribers(of: endpoint) { connections[number]?.outgoing.miss(events: count) }
        }
    }

    /// The clients learn the last state with the end: they cannot ask for it any more.
    private mutating func prepareGoodbye(of endpoint: Int) {
        let numbers = connections.filter { $0.value.endpoint == endpoint }.map(\.key)
        guard !numbers.isEmpty, let session = listeners[endpoint]?.session else { return }
        let sequence = session.lastSequence
        let line = ControlMessage.ended(session.snapshot(), session.participants, sequence: sequence)
        for number in numbers { connections[number]?.goodbye = line }
    }

    private func subscribers(of endpoint: Int) -> [Int] {
        connections.filter { $0.value.endpoint == endpoint && $0.value.subscription.events }.map(\.key)
    }

    private mutating func publish(_ event: SessionEvent, of endpoint: Int) {
        let line = ControlMessage.event(event)
        // A client that came meanwhile may have got it as an earlier one.
        for number in subscribers(of: endpoint) where connections[number]?.lastEvent ?? 0 < event.sequence {
            connections[number]?.outgoing.append(line, .event)
        }
    }

    // MARK: Requests

    /// Performs what a connection has sent, writes what waits for it, and closes it when nothing follows.
    private mutating func serve(_ number: Int) {
        guard var connection = connections[number] else { return }
        let listener = listeners[connection.endpoint]
        if listener == nil { connection.end() }
        repeat {
            var count = 0
            while let listener, count < connection.waiting.count, !connection.mustWait {
                perform(connection.waiting[count], of: number, &connection, listener)
                count += 1
            }
            connection.waiting.removeFirst(count)
            if !connection.outgoing.isEmpty { connection.write() }
            // Written answers make place for more.
        } while !connection.waiting.isEmpty && !connection.mustWait && !connection.isBroken
        connections[number] = connection
        if connection.isOver { close(number) }
    }

    private mutating func perform(
        _ item: LineSplitter.Item, of number: Int, _ connection: inout ControlConnection, _ listener: ControlListener
    ) {
        guard case .line(let line) = item else {
            let error = ControlError(.tooLong, "a line has more than \(LineSplitter.longest) bytes; it is skipped")
            return connection.outgoing.append(ControlMessage.failure(nil, error), .answer)
        }
        do throws(ControlRequest.Rejection) {
            let request = try ControlRequest(line: line)
            guard let session = listener.session else {
                throw ControlRequest.Rejection(id: request.id, error: ControlError(.rejected, "the session has ended"))
            }
            switch request.kind {
            case .command(let command):
                connection.running += 1
                listener.commands.async { [server] in
                    session.perform(
                        command, below: request.folder.map { RestrictedFolder($0) }, origin: request.origin ?? .control
                    ) { result in server.post(.answer(number, Self.answer(request.id, result))) }
                }
            case .snapshot:
                // Read first, so that the snapshot contains this event.
                let sequence = session.lastSequence
                let line = ControlMessage.snapshot(
                    request.id, session.snapshot(), session.participants, sequence: sequence)
                connection.outgoing.append(line, .answer)
            case .subscribe(let subscription):
                do throws(ControlError) {
                    try monitor(subscription, of: number, session)
                } catch {
                    throw ControlRequest.Rejection(id: request.id, error: error)
                }
                connection.outgoing.append(ControlMessage.reply(request.id, .done), .answer)
                follow(subscription, &connection, listener)
            }
        } catch {
            connection.outgoing.append(ControlMessage.failure(error.id, error.error), .answer)
        }
    }

    private static func answer(_ id: Int, _ result: Result<SessionReply, ControlError>) -> [UInt8] {
        switch result {
        case .success(let reply): ControlMessage.reply(id, reply)
        case .failure(let error): ControlMessage.failure(id, error)
        }
    }

    /// Measures what a client has subscribed to.
    private mutating func monitor(
        _ subscription: ControlSubscription, of number: Int, _ session: any ControlledSession
    ) throws(ControlError) {
        let monitor = try session.monitor(subscription) { [server] in server.post(.measured(number, $0)) }
        monitors.removeValue(forKey: number)?.end()
        monitors[number] = monitor
    }

    /// Sends a client the events that it has subscribed to: earlier ones now, others as they come.
    private func follow(
        _ subscription: ControlSubscription, _ connection: inout ControlConnection, _ listener: ControlListener
    ) {
        let (missed, entries) = listener.events.withLock { events in
            events.count(from: connection.subscription, to: subscription)
            return subscription.after.map { events.events(after: $0) } ?? (0, [])
        }
        connection.subscription = subscription
        connection.outgoing.miss(events: missed)
        let now = clock.now
        for entry in entries {
            let age = (max(0, (now - entry.time).seconds) * 1000).rounded() / 1000
            connection.outgoing.append(ControlMessage.earlier(entry.event, secondsAgo: age), .event)
        }
        connection.lastEvent = entries.last?.event.sequence ?? 0
    }

    // MARK: Connections

    private mutating func accept(_ listener: ControlListener) {
        // A burst of connections does not hold up the others.
        for _ in 0..<Self.maximumClients {
            let descriptor = pslocal_accept(listener.file.descriptor)
            guard descriptor >= 0 else {
                isPaused = [EMFILE, ENFILE, ENOBUFS, ENOMEM].contains(-descriptor)
                return
            }
            if let error = refusal(of: descriptor, listener) {
                refuse(descriptor, error)
                continue
            }
            lastConnection += 1
            var connection = ControlConnection(descriptor, of: listener.number)
            connection.outgoing.append(ControlMessage.greeting(listener.greeting), .answer)
            connection.write()
            connections[lastConnection] = connection
        }
    }

    private func refusal(of descriptor: Int32, _ listener: ControlListener) -> ControlError? {
        var peer = pslocal_peer()
        guard pslocal_read_peer(descriptor, &peer) == 0, [0, geteuid()].contains(peer.user) else {
            return ControlError(.forbidden, "the session belongs to user \(geteuid()); connect as that user or as root")
        }
        guard connections.values.count(where: { $0.endpoint == listener.number }) < Self.maximumClients else {
            return ControlError(
                .busy, "the session has \(Self.maximumClients) clients; close a connection, then try again")
        }
        return nil
    }

    private func refuse(_ descriptor: Int32, _ error: ControlError) {
        let line = ControlMessage.failure(nil, error)
        // The buffer of a new connection has space for a line.
        _ = line.withUnsafeBytes {
            send(descriptor, $0.baseAddress, $0.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
        }
        Glibc.close(descriptor)
    }

    private mutating func close(_ number: Int) {
        monitors.removeValue(forKey: number)?.end()
        guard let connection = connections.removeValue(forKey: number) else { return }
        listeners[connection.endpoint]?.events.withLock { $0.count(from: connection.subscription, to: .init()) }
        connection.close()
    }

    // MARK: The end of an endpoint

    private mutating func finishEndings() {
        let (now, all) = (clock.now, endings)
        endings = []
        for ending in all {
            let open = connections.filter { $0.value.endpoint == ending.endpoint }.keys
            guard open.isEmpty || now >= ending.deadline else {
                endings.append(ending)
                continue
            }
            for number in open {
                // A command that takes longer is not answered.
                connections[number]?.sayGoodbye()
                connections[number]?.write()
                close(number)
            }
            ending.done.update { $0 = true }
        }
    }

    // MARK: Waiting

    private mutating func wait() {
        var descriptors = [pollfd(fd: event, events: Int16(POLLIN), revents: 0)]
        let listeners = isPaused ? [] : Array(self.listeners.values)
        for listener in listeners {
            descriptors.append(pollfd(fd: listener.file.descriptor, events: Int16(POLLIN), revents: 0))
        }
        let numbers = Array(connections.keys)
        for number in numbers {
            let awaited = connections[number]?.awaited ?? 0
            descriptors.append(pollfd(fd: connections[number]?.descriptor ?? -1, events: awaited, revents: 0))
        }
        guard poll(&descriptors, nfds_t(descriptors.count), timeout) >= 0 else { return }
        isPaused = false
        for (listener, entry) in zip(listeners, descriptors.dropFirst()) where entry.revents != 0 { accept(listener) }
        for (number, entry) in zip(numbers, descriptors.dropFirst(1 + listeners.count)) where entry.revents != 0 {
            if entry.revents & Int16(POLLIN) != 0 {
                connections[number]?.read(into: buffer)
            } else if entry.revents & Int16(POLLHUP | POLLERR | POLLNVAL) != 0 {
                // Nobody reads what waits for it, and nothing more can be read.
                connections[number]?.isBroken = true
            }
        }
    }

    /// In milliseconds; negative without a limit.
    private var timeout: Int32 {
        let next = endings.map(\.deadline).min().map { Int32(max(0, ($0 - clock.now).seconds * 1000).rounded(.up)) }
        let pause = isPaused ? Self.pause : nil
        return [next, pause].compactMap(\.self).min() ?? -1
    }
}
