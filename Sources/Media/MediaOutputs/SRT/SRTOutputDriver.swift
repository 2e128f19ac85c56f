import PipelineFiles
import ProgramEncoding
import SRT
import StudioCore

/// Sends a transport stream over SRT, to one listener or to any number of callers.
struct SRTOutputDriver: OutputDriver {
    static let kind = OutputKind(
        name: "SRT", page: "srt", forms: [.init("srt://HOST:PORT", part: "srt", sample: "srt://127.0.0.1:9")],
        secret: .srtPassphrase)

    let address: OutputAddress
    let traits = OutputTraits(
        input: .encoded(.transportStream), libraries: [.srt], pipeline: PipelineFiles.outputTS)
    let policy: OutputPolicy
    private let target: SRTAddress
    private var passphrase: SecretLine?

    init?(_ text: String) throws(AddressError) {
        guard let target = try SRTAddress(text) else { return nil }
        self.target = target
        address = OutputAddress(url: text)
        policy = target.mode == .caller ? .server : .listener
    }

    var awaitsSecret: Bool { target.passphrase == nil }

    func applying(_ secret: SecretLine) -> Self {
        var driver = self
        driver.passphrase = secret
        return driver
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let settings = target.settings(passphrase: passphrase?.text)
        let destination: any TransportDestination =
            switch target.mode {
            case .caller: SRTCaller(target, settings)
            case .listener:
                try SRTListener(
                    target, settings, finishTimeout: context.options.finishTimeout, keyFrames: context.keyFrames)
            }
        return try MuxedConnection(sendingTo: destination, at: address, context)
    }
}

extension OutputSecret {
    /// libsrt accepts 10 to 79 bytes.
    package static let srtPassphrase = OutputSecret(
        name: "SRT passphrase", noun: "passphrase", option: "--srt-passphrase-file",
        variable: "PSSTUDIO_SRT_PASSPHRASE", outputs: "all SRT outputs that have none in their address",
        requirement: "an SRT output without a passphrase in its address", isShared: true, byteCounts: 10...79)
}

extension RequiredLibrary {
    fileprivate static let srt = RequiredLibrary(name: "libsrt", package: SRTLibrary.debianPackage) {
        SRTLibrary.isInstalled
    }
}
