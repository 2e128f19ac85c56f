import GStreamer
import StudioRuntime

/// The trust settings of `rtmps` outputs.
public enum TLSTrust {
    /// Trusts the certificate authorities in a PEM file instead of the system's authorities.
    ///
    /// Applies to all later TLS connections of the process that use GIO. May be called from any thread.
    ///
    /// - Throws: a ``CertificateError`` when the file cannot be read or contains no certificate, or when TLS is not
    ///   available; installing `glib-networking` provides TLS.
    public static func use(authoritiesIn path: String) throws(CertificateError) {
        do {
            try TrustedAuthorities.use(file: path)
            FileClaim.protect(path)
        } catch {
            throw CertificateError(description: error.description)
        }
    }
}

/// Why a file of certificates cannot be used.
public struct CertificateError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line with the reason.
    public let description: String
}
