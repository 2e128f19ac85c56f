import GStreamer
public import ProgramEncoding

/// Whom `rtmps` outputs trust.
public enum TLSTrust {
    /// Trusts the certificate authorities in a PEM file instead of the system's.
    ///
    /// It holds for every TLS connection of the process that GIO makes, from now on. Any thread may call.
    ///
    /// - Throws: a ``EncoderError`` where the file cannot be read, holds no certificate, or TLS is not available, which
    ///   `glib-networking` mends.
    public static func use(authoritiesIn path: String) throws(EncoderError) {
        do {
            try TrustedAuthorities.use(file: path)
        } catch {
            throw EncoderError(error)
        }
    }
}
