import CGStreamer

/// Why a certificate is not trusted.
package enum CertificateFault: Hashable, Sendable, CaseIterable {
    case unknownAuthority, otherHost, notYetValid, expired, revoked, insecure

    /// `GTlsCertificateFlags`, whose bits have this order.
    fileprivate static func faults(of flags: UInt32) -> [CertificateFault] {
        allCases.enumerated().filter { flags & 1 << UInt32($0.offset) != 0 }.map(\.element)
    }
}

/// Connects with TLS to find why a pipeline's connection failed: elements report GIO's error as text only.
package enum TLSHandshake {
    /// The cause of a failed TLS connection.
    package enum Failure: Hashable, Sendable {
        /// GLib has no module for TLS.
        case unavailable
        /// The certificate is not trusted, for these reasons.
        case certificate([CertificateFault])
        /// The server does not support TLS, or shares no version or cipher with this side.
        case protocolMismatch
    }

    /// `G_TLS_ERROR_UNAVAILABLE` and `G_TLS_ERROR_BAD_CERTIFICATE`.
    private static let (unavailable, badCertificate): (gint, gint) = (0, 2)

    private enum Outcome {
        case connected
        case failed(Failure)
        /// The connection failed for a reason other than TLS.
        case unknown
    }

    /// Connects, performs the handshake and disconnects. Blocks for at most `seconds`.
    ///
    /// - Returns: `nil` when the handshake succeeds, or when it fails for a reason other than TLS.
    package static func failure(host: String, port: UInt16, seconds: Int) -> Failure? {
        if case .failed(let failure) = outcome(host: host, port: port, seconds: seconds) { failure } else { nil }
    }

    /// Whether a server speaks TLS, with whatever certificate. Blocks for at most `seconds`.
    package static func isSpoken(host: String, port: UInt16, seconds: Int) -> Bool {
        switch outcome(host: host, port: port, seconds: seconds) {
        case .connected, .failed(.certificate): true
        case .failed(.unavailable), .failed(.protocolMismatch), .unknown: false
        }
    }

    private static func outcome(host: String, port: UInt16, seconds: Int) -> Outcome {
        guard let library = TLSLibrary.loaded, library.supportsTLS(library.backend()) != 0 else {
            return .failed(.unavailable)
        }
        guard let client = library.makeClient() else { return .unknown }
        defer { g_object_unref(client) }
        library.setTLS(client, 1)
        library.setTimeout(client, guint(seconds))
        // The error of the handshake is the same for all faults of a certificate.
        let flags = UnsafeMutablePointer<UInt32>.allocate(capacity: 1)
        flags.initialize(to: 0)
        defer { flags.deallocate() }
        watchCertificate(of: client, flags)
        var error: UnsafeMutablePointer<GError>?
        // GIO would parse a bare IPv6 address as a name with a port.
        let name = host.contains(":") ? "[\(host)]" : host
        if let connection = library.connect(client, name, port, nil, &error) {
            g_object_unref(connection)
            return .connected
        }
        guard let error else { return .unknown }
        defer { g_error_free(error) }
        guard error.pointee.domain == library.errorDomain() else { return .unknown }
        switch error.pointee.code {
        case unavailable: return .failed(.unavailable)
        case badCertificate: return .failed(.certificate(CertificateFault.faults(of: flags.pointee)))
        default: return .failed(.protocolMismatch)
        }
    }

    /// `G_SOCKET_CLIENT_TLS_HANDSHAKING`
    private static let handshaking: gint = 6

    private typealias OnEvent =
        @convention(c) (
            UnsafeMutableRawPointer?, gint, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?
        ) -> Void
    private typealias OnCertificate =
        @convention(c) (UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, guint, UnsafeMutableRawPointer?) -> gboolean

    /// Keeps the flags of a certificate that is not trusted. They are written before `connect` returns.
    private static func watchCertificate(
        of client: UnsafeMutableRawPointer, _ flags: UnsafeMutablePointer<UInt32>
    ) {
        let onEvent: OnEvent = { _, event, _, connection, flags in
            guard event == TLSHandshake.handshaking, let connection else { return }
            let onCertificate: OnCertificate = { _, _, errors, flags in
                flags?.storeBytes(of: errors, as: UInt32.self)
                return 0
            }
            g_signal_connect_data(
                connection, "accept-certificate", unsafeBitCast(onCertificate, to: GCallback.self), flags, nil,
                GConnectFlags(rawValue: 0))
        }
        g_signal_connect_data(
            client, "event", unsafeBitCast(onEvent, to: GCallback.self), flags, nil, GConnectFlags(rawValue: 0))
    }
}
