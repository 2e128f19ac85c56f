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
        let addresses = HostAddress.resolve(host, port: port)
        guard !addresses.isEmpty else { throw OutputFailure(.nameNotResolved, "cannot resolve the host '\(host)'") }
        var failure = OutputFailure(.unreachable, "\(host):\(port) is unreachable")
        for address in addresses {
            switch connect(to: address, milliseconds: Int32(seconds * 1000)) {
            case 0: return
            case ECONNREFUSED: failure = OutputFailure(.refused, "\(host):\(port) refused the connection")
            case ETIMEDOUT: failure = OutputFailure(.connectTimedOut, "\(host):\(port) does not answer")
            default: break
            }
        }
        throw failure
    }

    /// 0 or the error number.
    private static func connect(to address: HostAddress, milliseconds: Int32) -> Int32 {
        let (socket, error) = address.connect(SOCK_STREAM)
        defer { close(socket) }
        guard error == EINPROGRESS else { return error }
        var wait = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        return poll(&wait, 1, milliseconds) > 0 ? HostAddress.error(of: socket) : ETIMEDOUT
    }
}
