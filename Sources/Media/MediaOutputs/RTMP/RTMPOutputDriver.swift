import GStreamer
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Publishes to an RTMP server, over TLS where the scheme is `rtmps`.
struct RTMPOutputDriver: OutputDriver {
    static let addressForms = ["rtmp://HOST/APP/KEY", "rtmps://HOST/APP/KEY"]
    /// How long the cause of a failed connect is looked for, in seconds.
    private static let probeTimeout = 2.0

    let traits: OutputTraits
    let policy = OutputPolicy.server
    private(set) var address: OutputAddress
    private var target: RTMPAddress

    init?(_ text: String) throws(AddressError) {
        guard let redaction = AddressRedaction(text), ["rtmp", "rtmps"].contains(redaction.scheme) else { return nil }
        if redaction.isAmbiguous { throw .ambiguous(redaction.text) }
        guard let target = RTMPAddress(text) else {
            throw .incomplete(redaction.text, form: "rtmp://HOST[:PORT]/APP/KEY")
        }
        self.target = target
        address = OutputAddress(url: text)
        var traits = OutputTraits(.encoded(.accessUnits), PipelineFiles.outputRTMP)
        traits.takesStreamKey = true
        self.traits = traits
    }

    func appending(key: String) -> Self {
        var driver = self
        driver.address = address.appending(key: key)
        driver.target = driver.address.rtmp ?? target
        return driver
    }

    /// A server that is slow to answer does not hold up the others.
    func startTimeout(isFast: Bool) -> Double { 1 }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        try MuxedConnection(PipelineFiles.outputRTMP, to: address, context) { element throws(GStreamerError) in
            try RTMPSink(
                element, address: address, target: target, media: context.media, delivery: context.delivery)
        }
    }

    /// A server that accepts and hangs up before it took any media has rejected the stream.
    func failure(_ error: GStreamerError, wasLive: Bool) -> OutputFailure {
        guard !wasLive else { return OutputFailure(ofRTMP: error, at: address, wasLive: true, tls: nil) }
        if let unreachable = ServerProbe.failure(
            host: target.host, port: String(target.port), seconds: Self.probeTimeout)
        {
            return unreachable
        }
        return OutputFailure(ofRTMP: error, at: address, wasLive: false, tls: tlsFailure)
    }

    private var tlsFailure: TLSHandshake.Failure? {
        guard target.isEncrypted else { return nil }
        return TLSHandshake.failure(host: target.host, port: target.port, seconds: Int(Self.probeTimeout))
    }
}
