import CLocalSocket
import Glibc
import SessionProtocol

/// The connection of a client. Only the thread of the server uses it.
struct ControlConnection {
    let descriptor: Int32
    let endpoint: Int
    var splitter = LineSplitter()
    var outgoing = OutgoingQueue()
    var subscription = ControlSubscription()
    /// The number of the last event that it got as an earlier one; 0 for none.
    var lastEvent = 0
    /// Lines that were read and wait for their turn.
    var waiting: [LineSplitter.Item] = []
    /// The commands that are being performed.
    var running = 0
    /// The line that tells the client of the end.
    var goodbye = ControlMessage.ended
    /// Whether the client was told that the session has ended.
    private var hasGoodbye = false
    /// Whether the client sends nothing more.
    var hasEnded = false
    /// Whether it must be closed.
    var isBroken = false

    init(_ descriptor: Int32, of endpoint: Int) {
        (self.descriptor, self.endpoint) = (descriptor, endpoint)
        pslocal_close_in_children(descriptor)
    }

    /// Whether no request is read or performed now: answers wait for the client.
    var mustWait: Bool { outgoing.isFull || running >= OutgoingQueue.maximumAnswers }

    /// What the thread waits for.
    var awaited: Int16 {
        var events: Int16 = 0
        if !hasEnded, !mustWait, waiting.isEmpty { events |= Int16(POLLIN) }
        if !outgoing.isEmpty { events |= Int16(POLLOUT) }
        return events
    }

    /// Reads what has arrived, at most one buffer, so that no client holds up the others.
    mutating func read(into buffer: UnsafeMutableRawBufferPointer) {
        let count = recv(descriptor, buffer.baseAddress, buffer.count, Int32(MSG_DONTWAIT))
        if count > 0 {
            waiting += splitter.append(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        } else if count == 0 {
            hasEnded = true
        } else if errno != EAGAIN, errno != EINTR {
            isBroken = true
        }
    }

    /// Writes as much as the client accepts.
    mutating func write() {
        let descriptor = descriptor
        let isIntact = outgoing.write { bytes in
            let count = send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_DONTWAIT) | Int32(MSG_NOSIGNAL))
            return count >= 0 ? count : errno == EAGAIN || errno == EINTR ? 0 : -1
        }
        if !isIntact { isBroken = true }
    }

    /// Reads no more requests, and tells the client of the end after the last answer.
    mutating func end() {
        (waiting, hasEnded) = ([], true)
        guard running == 0 else { return }
        sayGoodbye()
    }

    /// Tells the client of the end, once.
    mutating func sayGoodbye() {
        guard !hasGoodbye else { return }
        hasGoodbye = true
        outgoing.append(goodbye, .answer)
    }

    /// Whether nothing follows.
    var isOver: Bool { isBroken || hasEnded && waiting.isEmpty && running == 0 && outgoing.isEmpty }

    func close() {
        pslocal_keep_in_children(descriptor)
        Glibc.close(descriptor)
    }
}
