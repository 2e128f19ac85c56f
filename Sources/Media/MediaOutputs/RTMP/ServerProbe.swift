import Glibc
import StudioCore
import StudioRuntime

/// Determines why a server is unreachable, because GStreamer's errors do not distinguish the causes.
///
/// It runs only after a pipeline has failed to connect: a server that accepts a single connection must get the real
/// one.
enum ServerProbe {
    private enum Answer: Sendable {
        case reached
        case failed(OutputFailure)
    }

    /// The cause; `nil` when the server is reachable, or when the probe takes longer than `seconds`.
    static func failure(host: String, port: String, seconds: Double) -> OutputFailure? {
        let answer = Monitor<Answer?>(nil)
        // On a thread of its own, because resolving a name has no timeout.
        let worker = try? Worker("probe") {
            do throws(OutputFailure) {
                try connect(to: host, port, seconds: seconds)
                answer.update { $0 = .reached }
            } catch {
                answer.update { $0 = .failed(error) }
            }
        }
        guard worker != nil else { return nil }  // Without a thread, the cause stays unknown.
        guard case .failed(let failure)? = answer.wait(seconds: seconds, until: { $0 }) else { return nil }
        return failure
    }

    private static func connect(to host: String, _ port: String, seconds: Double) throws(OutputFailure) {
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &addresses) == 0 else {
            throw OutputFailure(.nameNotResolved, "cannot resolve the host '\(host)'")
        }
        defer { freeaddrinfo(addresses) }
        var failure = OutputFailure(.unreachable, "\(host):\(port) is unreachable")
        var next = addresses
        while let address = next?.pointee {
            switch connect(to: address, milliseconds: Int32(seconds * 1000)) {
            case 0: return
            case ECONNREFUSED: failure = OutputFailure(.refused, "\(host):\(port) refused the connection")
            case ETIMEDOUT: failure = OutputFailure(.connectTimedOut, "\(host):\(port) does not answer")
            default: break
            }
            next = address.ai_next
        }
        throw failure
    }

    /// 0 or the error number.
    private static func connect(to address: addrinfo, milliseconds: Int32) -> Int32 {
        let descriptor = socket(address.ai_family, address.ai_socktype | Int32(SOCK_NONBLOCK.rawValue), 0)
        guard descriptor >= 0 else { return errno }
        defer { close(descriptor) }
        if Glibc.connect(descriptor, address.ai_addr, address.ai_addrlen) == 0 { return 0 }
        guard errno == EINPROGRESS else { return errno }
        var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        guard poll(&wait, 1, milliseconds) > 0 else { return ETIMEDOUT }
        var error: Int32 = 0
        var length = socklen_t(MemoryLayout<Int32>.size)
        getsockopt(descriptor, SOL_SOCKET, SO_ERROR, &error, &length)
        return error
    }
}
