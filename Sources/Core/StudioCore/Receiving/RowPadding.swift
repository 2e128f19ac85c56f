/// How the rows of the planes that an interface hands out are padded.
///
/// A client that takes the width for the stride, or the stride of one plane for that of another, writes sheared frames.
/// It passes with ``tight`` rows and fails with ``uneven`` ones.
public enum RowPadding: String, Hashable, Sendable, Codable, CaseIterable {
    /// Each stride exceeds the bytes of a row, and cannot be derived from the width or from the stride of another plane.
    case uneven
    /// Each stride is the number of bytes of a row.
    case tight

    /// Asks for frames with these rows.
    ///
    /// - Parameter alignment: uneven strides are a multiple of it.
    package func apply(to request: inout VideoRequest, alignment: Int) {
        (request.strideAlignment, request.hasUnevenStrides) = self == .tight ? (1, false) : (alignment, true)
    }

    /// The strides of planes with uneven rows.
    ///
    /// - Parameters:
    ///   - rows: the bytes of a row in each plane.
    ///   - width: in pixels.
    ///   - alignment: each stride is a multiple of it, as of buffers that hardware shares.
    package static func unevenStrides(_ rows: [Int], width: Int, alignment: Int) -> [Int] {
        func up(_ value: Int) -> Int { (value + alignment - 1) / alignment * alignment }
        var strides: [Int] = []
        for row in rows {
            // What a client may take for it.
            let guesses = [width, width / 2, width * 4] + strides.flatMap { [$0, $0 / 2, up($0 / 2), $0 * 2] }
            var stride = up(row) + alignment
            while guesses.contains(stride) { stride += alignment }
            strides.append(stride)
        }
        return strides
    }
}
