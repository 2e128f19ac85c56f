import GStreamer
public import ProgramEncoding
import StudioRuntime

/// The trust settings of `rtmps` outputs.
public enum TLSTrust {
    /// Trusts the certificate authorities in a PEM file instead of the system's authorities.
    ///
    /// Applies to all later TLS connections of the process that use GIO. May be called from any thread.
    ///
    /// - Throws: an ``EncoderError`` when the file cannot be read or contains no certificate, or when TLS is not
    ///   available; installing `glib-networking` provides TLS.
    public static func use(authoritiesIn path: String) throws(EncoderError) {
        do {
            try TrustedAuthorities.use(file: path)
            FileClaim.protect(path)
        } catch {
            throw EncoderError(error)
        }
    }
}
