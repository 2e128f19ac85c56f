import GStreamer
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Publishes to an RTMP server, over TLS where the scheme is `rtmps`.
struct RTMPOutputDriver: OutputDriver {
    static let kind = OutputKind(
        name: "RTMP servers", page: "rtmp",
        forms: ["rtmp", "rtmps"].map { (scheme: String) in
            .init("\(scheme)://HOST/APP/KEY", part: scheme, sample: "\(scheme)://127.0.0.1:9/live/key")
        }, note: "In a password, write / as %2F and @ as %40.", secret: .streamKey)
    /// How long the cause of a failed connect is looked for, in seconds.
    private static let probeTimeout = 2.0

    let traits: OutputTraits
    let policy = OutputPolicy.server
    private(set) var address: OutputAddress
    private var target: RTMPAddress

    init?(_ text: String) throws(AddressError) {
        guard let redaction = AddressRedaction(text), ["rtmp", "rtmps"].contains(redaction.scheme) else { return nil }
        try redaction.checkServer()
        guard let target = RTMPAddress(text) else {
            throw .incomplete(redaction.text, form: "rtmp://HOST[:PORT]/APP/KEY")
        }
        self.target = target
        address = OutputAddress(url: text)
        traits = OutputTraits(
            input: .encoded(.flvTags), libraries: target.isEncrypted ? [.tls] : [],
            pipeline: PipelineFiles.outputRTMP)
    }

    var awaitsSecret: Bool { address.awaitsKey }

    func applying(_ secret: SecretLine) -> Self {
        var driver = self
        driver.address = address.appending(key: secret.text)
        driver.target = driver.address.rtmp ?? target
        return driver
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        try MuxedConnection(PipelineFiles.outputRTMP, to: address, context) { element throws(GStreamerError) in
            try RTMPSink(
                element, address: address, target: target, media: context.media, delivery: context.delivery)
        }
    }

    /// A server that accepts and hangs up before it took any media has rejected the stream.
    func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure {
        guard !wasLive else { return OutputFailure(ofRTMP: error, at: address, wasLive: true, tls: nil) }
        let answer = ServerProbe.answer(
            host: target.host, port: String(target.port), seconds: Self.probeTimeout, isAsked: !target.isEncrypted)
        switch answer {
        case .failed(let unreachable)?: return unreachable
        case .reached(let greeting)?:
            return OutputFailure(
                ofRTMP: error, at: address, wasLive: false, tls: tlsFailure, greeting: greeting.map(explained))
        case nil: return OutputFailure(ofRTMP: error, at: address, wasLive: false, tls: tlsFailure)
        }
    }

    /// Most servers of TLS close a connection that does not begin with TLS, without a word.
    private func explained(_ greeting: RTMPGreeting) -> RTMPGreeting {
        guard greeting == .closed || greeting == .reset, GStreamerRuntime.hasTLS else { return greeting }
        let seconds = Int(Self.probeTimeout)
        return TLSHandshake.isSpoken(host: target.host, port: target.port, seconds: seconds) ? .tls : greeting
    }

    private var tlsFailure: TLSHandshake.Failure? {
        guard target.isEncrypted else { return nil }
        return TLSHandshake.failure(host: target.host, port: target.port, seconds: Int(Self.probeTimeout))
    }
}

extension OutputSecret {
    package static let streamKey = OutputSecret(
        name: "stream key", noun: "key", option: "--stream-key-file", variable: "PSSTUDIO_STREAM_KEY",
        outputs: "the destination that ends in /", requirement: "exactly one destination that ends in /",
        isShared: false)
}

extension RequiredLibrary {
    fileprivate static let tls = RequiredLibrary(name: "TLS", package: PluginPackages.tls) { GStreamerRuntime.hasTLS }
}
