import Glibc
import GStreamer
import StudioCore

/// Finds out whether a server can be reached before a pipeline tries: GStreamer's errors do not tell the causes apart.
enum ServerProbe {
    /// - Throws: `nameNotResolved`, `refused`, `unreachable` or `connectTimedOut`; never for what is no server.
    static func check(_ destination: Destination, seconds: Double) throws(OutputFailure) {
        guard let (host, port) = destination.endpoint else { return }
        var hints = addrinfo()
        hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var addresses: UnsafeMutablePointer<addrinfo>?
        guard getaddrinfo(host, port, &hints, &addresses) == 0 else {
            throw OutputFailure(.nameNotResolved, "the host '\(host)' has no address")
        }
        defer { freeaddrinfo(addresses) }
        var failure = OutputFailure(.unreachable, "\(host):\(port) cannot be reached")
        var next = addresses
        while let address = next?.pointee {
            switch connect(to: address, milliseconds: Int32(seconds * 1000)) {
            case 0: return
            case ECONNREFUSED: failure = OutputFailure(.refused, "nothing listens at \(host):\(port)")
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

/// What a programme consists of, as far as an output must know before the first unit.
struct OutputMedia: Hashable, Sendable {
    let width: Int32
    let height: Int32
    let hasAudio: Bool

    /// GStreamer 1.22's muxers take no picture that is smaller, in either direction.
    private static let smallestSide: Int32 = 16

    /// - Throws: `unsuitable` for a picture that no muxer takes.
    func check(_ destination: Destination) throws(OutputFailure) {
        let side = Self.smallestSide
        guard width < side || height < side else { return }
        throw OutputFailure(.unsuitable, "holds no pictures of \(width)x\(height), only from \(side)x\(side) on")
    }
}

/// Finds out whether a file can be written before a pipeline tries, for the system's own words.
enum FileProbe {
    /// - Throws: `notWritable` or `storageFull`; never for what is no file.
    static func check(_ destination: Destination) throws(OutputFailure) {
        guard let path = destination.path else { return }
        let descriptor = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let cause: OutputFailure.Cause = errno == ENOSPC ? .storageFull : .notWritable
            throw OutputFailure(cause, "cannot be written: \(String(cString: strerror(errno)))")
        }
        close(descriptor)
    }

    /// A run without a single picture leaves no file behind.
    static func removeIfEmpty(_ destination: Destination) {
        var status = stat()
        guard let path = destination.path, stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            status.st_size == 0
        else { return }
        unlink(path)
    }
}

extension OutputFailure {
    /// The cause behind a pipeline's error: by its domain, its code and what kind of place it is.
    init(_ error: GStreamerError, at destination: Destination, wasLive: Bool) {
        let message = destination.scrub(error.message)
        switch (destination.kind, error.domain, error.source) {
        case (.rtmp, _, "sink"):
            self =
                wasLive
                ? OutputFailure(.disconnected, "the connection was lost")
                : OutputFailure(.rejected, "the server does not take the stream")
        case (.file, .resource, _):
            // 14 is GST_RESOURCE_ERROR_NO_SPACE_LEFT.
            self =
                error.code == 14
                ? OutputFailure(.storageFull, "no space is left")
                : OutputFailure(.notWritable, message)
        case (.standardOutput, .resource, _):
            self =
                error.code == 14
                ? OutputFailure(.storageFull, "no space is left")
                : OutputFailure(.readerGone, "standard output was closed")
        default:
            self = OutputFailure(.pipeline, destination.scrub(error.description))
        }
    }
}
