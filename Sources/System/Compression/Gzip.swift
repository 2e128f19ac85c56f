// A module of its own: the server uses it, and no other program loads GIO for it.

import CGIO

/// Compression in the format of RFC 1952, by GIO.
package enum Gzip {
    /// Compresses bytes as far as zlib can.
    ///
    /// - Returns: `nil` when there is not enough memory.
    package static func compress(_ bytes: [UInt8]) -> [UInt8]? {
        guard let compressor = g_zlib_compressor_new(G_ZLIB_COMPRESSOR_FORMAT_GZIP, 9) else { return nil }
        defer { g_object_unref(UnsafeMutableRawPointer(compressor)) }
        var (result, consumed) = ([UInt8](), 0)
        var part = [UInt8](repeating: 0, count: 64 << 10)
        while true {
            var (read, written) = (gsize(0), gsize(0))
            let state = bytes[consumed...].withUnsafeBytes { input in
                part.withUnsafeMutableBytes { output in
                    g_converter_convert(
                        compressor, input.baseAddress, gsize(input.count), output.baseAddress, gsize(output.count),
                        G_CONVERTER_INPUT_AT_END, &read, &written, nil)
                }
            }
            guard state != G_CONVERTER_ERROR else { return nil }
            result += part.prefix(Int(written))
            consumed += Int(read)
            if state == G_CONVERTER_FINISHED { return result }
        }
    }
}
