import Glibc
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Sends a transport stream in datagrams. Nobody answers, so the output is live as soon as its socket is open.
struct UDPOutputDriver: OutputDriver {
    static let kind = OutputKind(
        name: "UDP", page: "udp", forms: [.init("udp://HOST:PORT", part: "udp", sample: "udp://127.0.0.1:9")])

    let address: OutputAddress
    let traits = OutputTraits(input: .encoded(.transportStream), pipeline: PipelineFiles.outputTS)
    let policy = OutputPolicy.datagrams
    private let host: String
    private let port: String

    init?(_ text: String) throws(AddressError) {
        guard let redaction = AddressRedaction(text), redaction.scheme == "udp" else { return nil }
        if redaction.isAmbiguous { throw .ambiguous(redaction.text) }
        guard let port = redaction.endpoint.port, let number = UInt16(port), number > 0,
            !redaction.endpoint.host.isEmpty, !redaction.hasPath, redaction.secrets.allSatisfy(\.isEmpty)
        else { throw .incomplete(redaction.text, form: "udp://HOST:PORT") }
        host = redaction.endpoint.host
        self.port = port
        address = OutputAddress(url: text)
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let socket: DatagramSocket
        do {
            socket = try DatagramSocket(host: host, port: port)
        } catch {
            throw OutputFailure(error, host: host, port: port)
        }
        return try MuxedConnection(sendingTo: UDPDatagrams(socket), at: address, context)
    }
}

extension OutputFailure {
    init(_ error: DatagramSocket.OpenError, host: String, port: String) {
        switch error {
        case .notResolved: self.init(.nameNotResolved, "cannot resolve the host '\(host)'")
        case .system(EMFILE), .system(ENFILE): self.init(.descriptorLimit, "cannot open a socket")
        case .system(let error):
            self.init(.unreachable, "\(host):\(port) is unreachable: \(String(cString: strerror(error)))")
        }
    }
}
