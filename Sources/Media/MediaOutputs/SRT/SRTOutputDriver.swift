import GStreamer
import PipelineFiles
import ProgramEncoding
import SRT
import StudioCore

/// Sends a transport stream over SRT, to one listener or to any number of callers.
struct SRTOutputDriver: OutputDriver {
    static let addressForms = ["srt://HOST:PORT"]

    let address: OutputAddress
    let traits: OutputTraits
    let policy: OutputPolicy
    private let target: SRTAddress
    private var passphrase: SRTPassphrase?

    init?(_ text: String) throws(AddressError) {
        guard let target = try SRTAddress(text) else { return nil }
        self.target = target
        address = OutputAddress(url: text)
        policy = target.mode == .caller ? .server : .listener
        var traits = OutputTraits(.encoded(.transportStream), PipelineFiles.outputTS)
        traits.takesPassphrase = target.passphrase == nil
        self.traits = traits
    }

    func encrypting(with passphrase: SRTPassphrase) -> Self {
        var driver = self
        driver.passphrase = passphrase
        return driver
    }

    func startTimeout(isFast: Bool) -> Double { 1 }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let settings = target.settings(passphrase: passphrase)
        let destination: any TransportDestination =
            switch target.mode {
            case .caller: SRTCaller(host: target.host, port: target.port, settings)
            case .listener:
                try SRTListener(
                    host: target.host, port: target.port, settings, finishTimeout: context.options.finishTimeout,
                    requestKeyFrame: context.requestKeyFrame)
            }
        return try MuxedConnection(sendingTo: destination, at: address, context)
    }
}
