import NIOCore
import SessionClient
import SessionProtocol

/// Passes the events of one session on to the clients of the server. Only the event loop of the session's connection uses it.
final class EventRelay {
    /// A client of the events.
    private struct Listener {
        let stream: EventStream
        /// The snapshot that it got contains the events up to this one.
        let sequence: Int
    }

    /// A stream that waits for the snapshot.
    private struct Opening {
        let stream: EventStream
        /// The last event that the client knows, if it wants those after it; `nil` for none.
        let known: Int?
        let promise: EventLoopPromise<EventStream>
    }

    private var history = EventHistory()
    private var openings: [Opening] = []
    private var listeners: [Listener] = []

    func receive(_ message: SessionMessage) {
        switch message {
        case .event(let sequence, let text, let secondsAgo):
            let arrival = NIODeadline.now() - .milliseconds(Int64(min(max(0, secondsAgo), 1e9) * 1000))
            let event = EventHistory.Event(sequence: sequence, text: text.bytes, arrival: arrival)
            history.append(event)
            if !listeners.isEmpty { publish(Self.text(event), sequence: sequence) }
        case .missed(let counts): publish(ByteBuffer(bytes: ServerSentEvent.text("missed", counts.bytes)))
        case .ended(let ending):
            publish(ByteBuffer(bytes: ServerSentEvent.end(ending)))
            finishStreams()
        // This connection has not subscribed to them.
        case .levels, .preview, .other: break
        }
    }

    /// Opens a stream: the events after a number, or the snapshot and the events after it.
    ///
    /// - Parameter withEarlier: whether the events before the snapshot that the client does not know follow it.
    func open(
        after known: Int?, withEarlier: Bool, from client: SessionClientHandler, on loop: any EventLoop
    ) -> EventLoopFuture<EventStream> {
        let stream = EventStream()
        _ = stream.send(ByteBuffer(bytes: ServerSentEvent.retry))
        if client.ending == nil, let known, let events = history.events(after: known) {
            for event in events { _ = stream.send(Self.text(event)) }
            listeners.append(Listener(stream: stream, sequence: history.last ?? known))
            return loop.makeSucceededFuture(stream)
        }
        let opening = Opening(
            stream: stream, known: withEarlier ? known ?? 0 : nil, promise: loop.makePromise(of: EventStream.self))
        openings.append(opening)
        // Streams that are opened together share a snapshot.
        if openings.count == 1 { client.send(.snapshot) { [self] in complete($0) } }
        return opening.promise.futureResult
    }

    private func complete(_ result: Result<ArraySlice<UInt8>, SessionClientError>) {
        let openings = openings
        self.openings = []
        switch result {
        case .success(let reply):
            let (sequence, text) = SnapshotText.parts(of: reply)
            let snapshot = ByteBuffer(bytes: ServerSentEvent.text("snapshot", id: sequence, text))
            for opening in openings {
                _ = opening.stream.send(snapshot)
                if let known = opening.known { sendEarlier(after: known, upTo: sequence, to: opening.stream) }
                listeners.append(Listener(stream: opening.stream, sequence: sequence))
                opening.promise.succeed(opening.stream)
            }
        case .failure(let error): for opening in openings { opening.promise.fail(error) }
        }
    }

    private func sendEarlier(after known: Int, upTo last: Int, to stream: EventStream) {
        guard known < last else { return }
        let now = NIODeadline.now()
        for event in history.latest(in: max(0, known) + 1...last) {
            let age = Double((now - event.arrival).nanoseconds / 1_000_000) / 1000
            let members = [(name: "event", value: event.text), (name: "secondsAgo", value: Array("\(age)".utf8)[...])]
            _ = stream.send(ByteBuffer(bytes: ServerSentEvent.text("earlier", JSONText.object(members) ?? [])))
        }
    }

    private static func text(_ event: EventHistory.Event) -> ByteBuffer {
        ByteBuffer(bytes: ServerSentEvent.text("event", id: event.sequence, event.text))
    }

    private func publish(_ chunk: ByteBuffer, sequence: Int = .max) {
        listeners.removeAll { $0.sequence < sequence && !$0.stream.send(chunk) }
    }

    /// Shows clients that the server is there.
    func sendComment() { publish(ByteBuffer(bytes: ServerSentEvent.comment)) }

    /// Ends all streams.
    func finishStreams() {
        for listener in listeners { listener.stream.finish() }
        listeners = []
    }
}
