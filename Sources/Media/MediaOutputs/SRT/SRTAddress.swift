import ProgramEncoding
import SRT
package import StudioCore

/// An `srt://` address with its parameters, which are never printed.
package struct SRTAddress: Hashable, Sendable, Redacted {
    package enum Mode: String, Hashable, Sendable {
        /// Connects to a listener.
        case caller
        /// Waits for any number of callers.
        case listener
    }

    package static let form =
        "srt://HOST:PORT[?mode=caller|listener&latency=MS&passphrase=TEXT&streamid=TEXT&pbkeylen=16&pkt_size=1316]"

    package let host: String
    package let port: String
    package private(set) var mode = Mode.caller
    /// Milliseconds.
    package private(set) var latency: Int32?
    package private(set) var passphrase: String?
    package private(set) var keyLength: Int32?
    package private(set) var streamID: String?
    /// The number of transport packets in a datagram.
    package private(set) var packetsPerDatagram = MuxedPacket.perDatagram

    /// A rendezvous has neither a side that waits nor one that tries again, so an attempt that begins alone fails.
    private static let noRendezvous =
        "rendezvous is not supported, because both ends must connect at the same moment; use caller or listener"

    /// - Returns: `nil` for an address of another scheme.
    package init?(_ text: String) throws(AddressError) {
        guard let redaction = AddressRedaction(text), redaction.scheme == "srt" else { return nil }
        try redaction.checkServer()
        guard let port = redaction.endpoint.port, let number = UInt16(port), number > 0, !redaction.hasPath,
            !redaction.text.contains("@")
        else { throw .incomplete(redaction.text, form: Self.form) }
        host = redaction.endpoint.host
        self.port = port
        for (name, value) in AddressQuery.parameters(of: text) {
            if let expected = set(name, value) { throw .parameter(redaction.text, expected: expected) }
        }
        if host.isEmpty, mode == .caller { throw .incomplete(redaction.text, form: Self.form) }
    }

    /// The parameters of libsrt, ffmpeg and GStreamer that have no effect here.
    private static let unsupported: Set<String> = [
        "adapter", "authentication", "auto-reconnect", "bind", "conntimeo", "connect_timeout", "cryptomode",
        "drifttracer",
        "enforced_encryption", "fc", "ffs", "groupconnect", "groupminstabletimeo", "grouptype", "inputbw", "iptos",
        "ipttl",
        "ipv6only", "keep-listening", "kmpreannounce", "kmrefreshrate", "linger", "listen_timeout", "localaddress",
        "localport", "lossmaxttl", "maxbw", "maxrexmitbw", "messageapi", "mininputbw", "minversion", "mss", "nakreport",
        "oheadbw", "packetfilter", "passfile", "payload_size", "payloadsize", "peeridletimeo", "peerlatency",
        "poll-timeout", "port", "rcvbuf", "rcvlatency", "rcvsyn", "recv_buffer_size", "retransmitalgo", "rw_timeout",
        "send_buffer_size", "smoother", "snddropdelay", "sndbuf", "sndsyn", "srt_streamid", "timeout", "tlpktdrop",
        "tsbpd", "tsbpdmode", "type", "wait-for-connection",
    ]

    /// - Returns: what was expected, unless the value is valid. It repeats no part of the query.
    private mutating func set(_ name: String, _ value: String) -> String? {
        switch name {
        case "mode":
            guard value != "rendezvous" else { return Self.noRendezvous }
            guard let mode = Mode(rawValue: value) else { return "mode must be caller or listener" }
            self.mode = mode
        case "latency":
            guard let number = Int32(value), (0...60_000).contains(number) else {
                return "latency must be a number of milliseconds from 0 to 60000"
            }
            latency = number
        case "passphrase":
            let secret = OutputSecret.srtPassphrase
            guard secret.byteCounts.contains(value.utf8.count) else { return "passphrase \(secret.form)" }
            passphrase = value
        case "pbkeylen":
            guard let number = Int32(value), [16, 24, 32].contains(number) else {
                return "pbkeylen must be 16, 24 or 32"
            }
            keyLength = number
        case "streamid":
            guard (1...512).contains(value.utf8.count) else { return "streamid must have 1 to 512 bytes" }
            streamID = value
        case "pkt_size":
            guard let count = AddressQuery.packetsPerDatagram(value, atMost: MuxedPacket.perDatagram) else {
                return AddressQuery.expectedSize(atMost: MuxedPacket.perDatagram)
            }
            packetsPerDatagram = count
        case "transtype":
            guard value == "live" else {
                return "transtype must be live: in file mode, media waits for lost packets without a time limit"
            }
        default:
            let supported = "use mode, latency, passphrase, streamid, pbkeylen and pkt_size"
            // Of other names, nothing is shown: a passphrase may contain unescaped & and =.
            return Self.unsupported.contains(name)
                ? "the parameter \(name) is not supported; \(supported)" : "unknown parameter; \(supported)"
        }
        return nil
    }

    package var description: String { "srt://\(host):\(port)?***" }

    /// The settings of its sockets. A passphrase in the address takes precedence.
    func settings(passphrase other: String?) -> SRTSettings {
        var settings = SRTSettings()
        settings.latency = latency
        settings.passphrase = passphrase ?? other
        settings.keyLength = settings.passphrase == nil ? nil : keyLength
        settings.streamID = mode == .caller ? streamID : nil
        return settings
    }
}
