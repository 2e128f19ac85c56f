import Glibc
import StudioRuntime

/// A web server on the loopback interface that answers each request with given bytes, one client at a time.
package final class HTTPAnswers: Sendable {
    /// What a request gets.
    package struct Answer: Sendable {
        /// The code and the reason: `200 OK`.
        package var status = "200 OK"
        package var type = "text/plain"
        package var body = ""
        /// Follows the body, again and again, until the client closes the connection; empty for an end.
        package var repeated = ""

        package init() {}
    }

    package let port: UInt16
    private let listener: Int32
    private let mustEnd = Lock(false)
    private let worker: Worker

    /// - Parameter answer: the answer for a path.
    package init(_ answer: @escaping @Sendable (_ path: String) -> Answer) throws {
        let (listener, port) = try Loopback.listen()
        (self.listener, self.port) = (listener, port)
        worker = try Worker("answers") { [mustEnd] in
            while !mustEnd.withLock({ $0 }) {
                guard Self.isReady(listener, POLLIN) else { continue }
                let client = accept(listener, nil, nil)
                guard client >= 0 else { continue }
                Self.serve(client, answer, mustEnd)
                close(client)
            }
        }
    }

    deinit {
        mustEnd.withLock { $0 = true }
        worker.join(seconds: 5)
        close(listener)
    }

    private static func serve(_ client: Int32, _ answer: (String) -> Answer, _ mustEnd: Lock<Bool>) {
        var request: [UInt8] = []
        while !request.contains(UInt8(ascii: "\n")) {
            guard !mustEnd.withLock({ $0 }) else { return }
            guard isReady(client, POLLIN) else { continue }
            var part = [UInt8](repeating: 0, count: 4096)
            let count = recv(client, &part, part.count, 0)
            guard count > 0 else { return }
            request += part[..<count]
        }
        let words = String(decoding: request, as: UTF8.self).split(separator: " ")
        let answer = answer(words.count > 1 ? String(words[1]) : "/")
        let head = "HTTP/1.1 \(answer.status)\r\nContent-Type: \(answer.type)\r\nConnection: close\r\n\r\n"
        guard send(head + answer.body, to: client, mustEnd), !answer.repeated.isEmpty else { return }
        while send(answer.repeated, to: client, mustEnd) {}
    }

    /// Returns false when the client has closed, or the server must end.
    private static func send(_ text: String, to client: Int32, _ mustEnd: Lock<Bool>) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            if mustEnd.withLock({ $0 }) { return false }
            guard isReady(client, POLLOUT) else { continue }
            let count = rest.withUnsafeBytes {
                Glibc.send(client, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT))
            }
            guard count > 0 || errno == EAGAIN else { return false }
            rest = rest.dropFirst(max(0, count))
        }
        return true
    }

    private static func isReady(_ descriptor: Int32, _ events: Int32) -> Bool {
        var wait = pollfd(fd: descriptor, events: Int16(events), revents: 0)
        return poll(&wait, 1, 50) > 0
    }
}
