import Glibc
import StudioCore
import StudioRuntime

/// Determines why a server is unreachable, because GStreamer's errors do not distinguish the causes.
///
/// It runs only after a pipeline has failed to connect: a server that accepts a single connection must get the real
/// one.
enum ServerProbe {
    /// What is known of a server.
    enum Answer: Hashable, Sendable {
        /// It accepts connections; with its answer, if it was asked and has answered.
        case reached(RTMPGreeting?)
        case failed(OutputFailure)
    }

    /// Connects to a server.
    ///
    /// - Parameter isAsked: whether it gets the beginning of an RTMP handshake.
    /// - Returns: `nil` when the probe takes longer than `seconds`.
    static func answer(host: String, port: String, seconds: Double, isAsked: Bool = false) -> Answer? {
        let answer = Monitor<Answer?>(nil)
        // On a thread of its own, because resolving a name has no timeout.
        let worker = try? Worker("probe") {
            do throws(OutputFailure) {
                let greeting = try connect(to: host, port, seconds: seconds, isAsked: isAsked)
                answer.update { $0 = .reached(greeting) }
            } catch {
                answer.update { $0 = .failed(error) }
            }
        }
        guard worker != nil else { return nil }  // Without a thread, the cause stays unknown.
        return answer.wait(seconds: seconds, until: { $0 })
    }

    private static func connect(
        to host: String, _ port: String, seconds: Double, isAsked: Bool
    ) throws(OutputFailure) -> RTMPGreeting? {
        let addresses = HostAddress.resolve(host, port: port)
        guard !addresses.isEmpty else { throw OutputFailure(.nameNotResolved, "cannot resolve the host '\(host)'") }
        var failure = OutputFailure(.unreachable, "\(host):\(port) is unreachable")
        for address in addresses {
            let (socket, error) = connect(to: address, milliseconds: Int32(seconds * 1000))
            defer { close(socket) }
            switch error {
            case 0: return isAsked ? greeting(of: socket, milliseconds: Int32(seconds * 500)) : nil
            case ECONNREFUSED: failure = OutputFailure(.refused, "\(host):\(port) refused the connection")
            case ETIMEDOUT: failure = OutputFailure(.connectTimedOut, "\(host):\(port) does not answer")
            default: break
            }
        }
        throw failure
    }

    /// The socket, and 0 or the error number.
    private static func connect(to address: HostAddress, milliseconds: Int32) -> (socket: Int32, error: Int32) {
        let (socket, error) = address.connect(SOCK_STREAM)
        guard error == EINPROGRESS else { return (socket, error) }
        var wait = pollfd(fd: socket, events: Int16(POLLOUT), revents: 0)
        return (socket, poll(&wait, 1, milliseconds) > 0 ? HostAddress.error(of: socket) : ETIMEDOUT)
    }

    /// What a server answers to the beginning of a handshake; `nil` for nothing in this time.
    private static func greeting(of socket: Int32, milliseconds: Int32) -> RTMPGreeting? {
        let question = RTMPGreeting.question
        // A server that has closed the connection is found by reading.
        _ = send(socket, question, question.count, Int32(MSG_NOSIGNAL))
        var wait = pollfd(fd: socket, events: Int16(POLLIN), revents: 0)
        guard poll(&wait, 1, milliseconds) > 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: RTMPGreeting.length)
        let count = recv(socket, &bytes, bytes.count, 0)
        return RTMPGreeting(bytes.prefix(max(0, count)), error: count < 0 ? errno : 0)
    }
}
