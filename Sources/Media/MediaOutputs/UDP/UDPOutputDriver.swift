import Glibc
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Sends a transport stream in datagrams. There are no answers, so the output is live as soon as its socket is open.
struct UDPOutputDriver: OutputDriver {
    static let kind = OutputKind(
        name: "UDP", page: "udp", forms: [.init("udp://HOST:PORT", part: "udp", sample: "udp://127.0.0.1:9")])

    let address: OutputAddress
    let traits = OutputTraits(input: .encoded(.transportStream), pipeline: PipelineFiles.outputTS)
    let policy = OutputPolicy.datagrams
    private let target: UDPAddress

    init?(_ text: String) throws(AddressError) {
        guard let target = try UDPAddress(text) else { return nil }
        self.target = target
        address = OutputAddress(name: text)
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let socket: DatagramSocket
        do {
            socket = try DatagramSocket(host: target.host, port: target.port, target.options)
        } catch {
            throw OutputFailure(error, host: target.host, port: target.port)
        }
        let datagrams = UDPDatagrams(socket, packetsPerDatagram: target.packetsPerDatagram)
        return try MuxedConnection(sendingTo: datagrams, at: address, context)
    }
}

extension OutputFailure {
    init(_ error: DatagramSocket.OpenError, host: String, port: String) {
        switch error {
        case .notResolved: self.init(.nameNotResolved, "cannot resolve the host '\(host)'")
        case .noInterface(let name):
            self.init(.unreachable, "this machine has no interface '\(name)'; ip address lists them")
        case .system(EMFILE), .system(ENFILE): self.init(.descriptorLimit, "cannot open a socket")
        case .system(let error):
            self.init(.unreachable, "\(host):\(port) is unreachable: \(String(cString: strerror(error)))")
        }
    }
}
