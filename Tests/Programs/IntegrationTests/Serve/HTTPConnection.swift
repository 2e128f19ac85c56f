import Foundation
import Glibc
import StudioTestSupport

/// A connection to a server on this machine that sends exactly the bytes of a test.
final class HTTPConnection {
    private let descriptor: Int32
    private var received: [UInt8] = []

    /// How long a read may take, in seconds. The server closes slow connections after 20 s.
    private static let timeout = 60

    init(port: UInt16) throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        let result = withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
            }
        }
        guard descriptor >= 0, result == 0 else {
            throw TestFailure("cannot connect: \(String(cString: strerror(errno)))")
        }
        var limit = timeval(tv_sec: Self.timeout, tv_usec: 0)
        setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    }

    deinit { close(descriptor) }

    /// Sends bytes; those that a closed connection does not take are lost.
    func send(_ text: String) { send(Array(text.utf8)) }

    func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
            guard count > 0 else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends nothing more.
    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    /// Whether the server has closed it; what it has sent before is not read.
    var isClosed: Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        guard poll(&entry, 1, 0) > 0 else { return false }
        var byte: UInt8 = 0
        return recv(descriptor, &byte, 1, Int32(MSG_PEEK)) <= 0
    }

    /// Reads until the server closes the connection.
    func readAll() throws -> String {
        while try read() {}
        return String(decoding: received, as: UTF8.self)
    }

    /// Reads until a text has arrived.
    ///
    /// - Returns: everything so far.
    func read(until text: String) throws -> String {
        let pattern = Array(text.utf8)
        var searched = 0
        while true {
            if received.withUnsafeBytes({ Self.contains($0[searched...], pattern) }) {
                return String(decoding: received, as: UTF8.self)
            }
            // What is found may have begun already.
            searched = max(0, received.count - pattern.count + 1)
            guard try read() else {
                let all = String(decoding: received, as: UTF8.self)
                throw TestFailure("the connection ended without '\(text)':\n\(all)")
            }
        }
    }

    /// Looks for the first byte by the C library: without optimization, a search byte by byte takes a minute for what a slow reader gets.
    private static func contains(_ bytes: Slice<UnsafeRawBufferPointer>, _ pattern: [UInt8]) -> Bool {
        let all = UnsafeRawBufferPointer(rebasing: bytes)
        guard let first = pattern.first, let start = all.baseAddress else { return pattern.isEmpty }
        var place = 0
        while place + pattern.count <= all.count {
            guard let found = memchr(start + place, Int32(first), all.count - pattern.count - place + 1) else {
                return false
            }
            if memcmp(found, pattern, pattern.count) == 0 { return true }
            place = UnsafeRawPointer(found) - start + 1
        }
        return false
    }

    /// - Returns: false at the end.
    private func read() throws -> Bool {
        var buffer = [UInt8](repeating: 0, count: 65_536)
        let count = recv(descriptor, &buffer, buffer.count, 0)
        if count < 0, errno == EAGAIN {
            throw TestFailure("no answer within \(Self.timeout) s:\n\(String(decoding: received, as: UTF8.self))")
        }
        guard count > 0 else { return false }
        received += buffer[..<count]
        return true
    }
}

/// An answer of a server.
struct HTTPAnswer {
    let status: Int
    /// Without the body.
    let head: String
    let body: String

    init(_ text: String) throws {
        let parts = text.components(separatedBy: "\r\n\r\n")
        head = parts[0]
        body = parts.dropFirst().joined(separator: "\r\n\r\n")
        let words = head.split(separator: " ")
        guard words.count > 1, let status = Int(words[1]) else { throw TestFailure("not an answer: '\(text)'") }
        self.status = status
    }

    /// The code of a problem; `nil` for anything else.
    var code: String? {
        let object = (try? JSONSerialization.jsonObject(with: Data(body.utf8))) as? [String: Any]
        return object?["code"] as? String
    }

    /// The value of a field in the head.
    func field(_ name: String) -> String? {
        head.components(separatedBy: "\r\n").compactMap { line in
            let parts = line.components(separatedBy: ": ")
            return parts[0].lowercased() == name ? parts.dropFirst().joined(separator: ": ") : nil
        }.first
    }
}
