import Glibc
import GStreamer
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Sends a transport stream in datagrams. Nobody answers, so the output is live as soon as its socket is open.
struct UDPOutputDriver: OutputDriver {
    static let addressForms = ["udp://HOST:PORT"]

    let address: OutputAddress
    let traits = OutputTraits(.encoded(.transportStream), PipelineFiles.outputTS)
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

    /// Resolving a name does not hold up the others.
    func startTimeout(isFast: Bool) -> Double { 1 }

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
