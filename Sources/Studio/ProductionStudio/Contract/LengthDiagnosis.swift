package import StudioCore

/// Diagnoses a frame of the wrong length.
package struct LengthDiagnosis: Hashable, Sendable {
    package let byteCount: Int
    package let width: Int
    package let height: Int

    package var error: StudioError {
        let expected = width * height * 3 / 2
        return StudioError(
            .videoLengthWrong, "got \(byteCount) bytes, expected \(expected) for \(width)x\(height) I420\(cause)",
            hint: "send tight Y, U and V planes")
    }

    private var cause: String {
        let expected = width * height * 3 / 2
        if let padding { return ": \(padding)" }
        if let format { return ": this is the length of \(format)" }
        if let paddedHeight { return ": \(paddedHeight)" }
        if let commonSize { return ": this is the length of \(commonSize)" }
        let difference = byteCount - expected
        if abs(difference) <= 4096 {
            let count = abs(difference)
            return ": \(count) byte\(count == 1 ? "" : "s") too \(difference < 0 ? "short" : "long")"
        }
        return ""
    }

    /// Row padding, by the alignments of common libraries; GStreamer's alignment of 4 comes first.
    private var padding: String? {
        for alignment in [4, 8, 16, 32, 64, 128, 256] {
            let layout = I420Layout.padded(width: width, height: height, alignment: alignment)
            guard layout.byteCount == byteCount, !layout.isTight else { continue }
            let luma = layout.y.stride == width ? "" : "luma rows padded from \(width) to \(layout.y.stride) bytes, "
            let chroma = "chroma rows padded from \(width / 2) to \(layout.u.stride) bytes"
            return luma + chroma + (alignment == 4 ? ", GStreamer's layout" : "")
        }
        return nil
    }

    private var format: String? {
        let pixels = width * height
        return switch byteCount {
        case pixels: "the luma plane alone"
        case pixels * 2: "4:2:2 (YUY2, UYVY or I422)"
        case pixels * 3: "24-bit RGB, I444 or 10-bit I420"
        case pixels * 4: "32-bit RGBA or BGRA"
        default: nil
        }
    }

    /// Padded rows and columns, by the alignments of common decoders: codecs code whole blocks of 16 or 32 rows.
    /// Tight rows come first.
    private var paddedHeight: String? {
        func up(_ value: Int, _ alignment: Int) -> Int { (value + alignment - 1) / alignment * alignment }
        for strideAlignment in [1, 4, 8, 16, 32, 64, 128, 256] {
            let layout = I420Layout.padded(width: width, height: height, alignment: strideAlignment)
            for alignment in [16, 32, 64] {
                let rows = up(height, alignment)
                for chromaRows in [rows / 2, up(height / 2, alignment)]
                where (rows, chromaRows) != (height, height / 2) {
                    let bytes = layout.y.stride * rows + 2 * layout.u.stride * chromaRows
                    if bytes == byteCount { return text(rows: rows, chromaRows: chromaRows, layout) }
                }
            }
        }
        return nil
    }

    private func text(rows: Int, chromaRows: Int, _ layout: I420Layout) -> String {
        if rows == height {
            return "the chroma planes have \(chromaRows) rows of \(layout.u.stride) bytes; copy only \(height / 2)"
                + (layout.isTight ? "" : " of \(width / 2) bytes")
        }
        let chroma = chromaRows == rows / 2 ? "" : ", the chroma planes have \(chromaRows)"
        return "the frame has \(rows) rows of \(layout.y.stride) bytes\(chroma); copy only \(height)"
            + (layout.isTight ? "" : " of \(width) bytes") + (chroma.isEmpty ? "" : ", and \(height / 2)")
    }

    private var commonSize: String? {
        let sizes = [
            (320, 180), (426, 240), (640, 360), (640, 480), (854, 480), (960, 540), (1280, 720), (1366, 768),
            (1920, 1080), (1920, 1088), (2560, 1440), (3840, 2160), (width + 1, height), (width + 2, height),
            (width, height + 1), (width, height + 2), (width - 2, height), (width, height - 2),
        ]
        return sizes.first { $0.0 * $0.1 * 3 / 2 == byteCount }.map { "a \($0.0)x\($0.1) I420 frame" }
    }
}
