// A module of its own: the programs use it, and no library product links GLib for it.

import CGLib

/// The hash of FIPS 180-4, by GLib.
package enum SHA256 {
    /// The 32 bytes of the hash.
    package static func hash(_ bytes: [UInt8]) -> [UInt8] {
        var digest = [UInt8](repeating: 0, count: 32)
        var count = gsize(digest.count)
        // It is nil for unknown algorithms only.
        guard let checksum = g_checksum_new(G_CHECKSUM_SHA256) else { return digest }
        defer { g_checksum_free(checksum) }
        g_checksum_update(checksum, bytes, gssize(bytes.count))
        g_checksum_get_digest(checksum, &digest, &count)
        return digest
    }
}
