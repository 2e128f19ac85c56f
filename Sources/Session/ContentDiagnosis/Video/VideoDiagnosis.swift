package import StudioCore

/// Diagnoses sampled frames. Used by one thread at a time.
package struct VideoDiagnosis: Sendable {
    /// A reference is searched for in this many frames of a start, because the search takes longest, and later only
    /// where one was found.
    private static let searchedFrames = 4

    private var confirmation = Confirmation()
    private var judged = 0
    private var hasReference = false

    package init() {}

    /// A new start: another source may follow.
    package mutating func begin() {
        (judged, hasReference) = (0, false)
    }

    /// Judges a frame.
    ///
    /// - Returns: the broken rules, each once per session.
    package mutating func judge(_ frame: SampledFrame) -> [StudioError] {
        guard frame.layout.width >= SampledFrame.minimumSide, frame.layout.height >= SampledFrame.minimumSide else {
            return []
        }
        judged += 1
        let packed = PackedEvidence(frame)
        if packed.isPacked { return report(packed) }
        var found = confirm(.contentPackedPixels, false, "", hint: "")
        let matrix = MatrixEvidence(frame)
        found += confirm(
            .contentMatrixHeight, matrix.map(\.isMatrix) ?? false,
            "the lower third of the luma holds the chroma: its halves differ by "
                + "\(NumberText.percent(matrix?.chromaRatio ?? 0)) of its texture, those of the part above by "
                + NumberText.percent(matrix?.lumaRatio ?? 0),
            hint: "declare \(frame.layout.height / 3 * 2) as height, not the number of rows of the matrix")
        // The chroma of such a frame is what follows the matrix in memory.
        if matrix?.isMatrix == true { return found }
        return found + judge(ChromaEvidence(frame)) + judge(ShearEvidence(frame), frame) + judgeReference(frame)
    }

    private mutating func report(_ packed: PackedEvidence) -> [StudioError] {
        confirm(
            .contentPackedPixels, true,
            "one byte in four, number \(packed.phase + 1) of each pixel, is constant in "
                + "\(NumberText.percent(packed.alphaShare)) of the frame, also in its chroma",
            hint: "convert BGRA to I420")
    }

    private mutating func judge(_ chroma: ChromaEvidence) -> [StudioError] {
        confirm(
            .contentZeroChroma, chroma.isZero,
            "\(NumberText.percent(chroma.zeroShare)) of the chroma is 0 in both planes, which no colour is",
            hint: "fill U and V; 128 is grey")
            + confirm(
                .contentInterleavedChroma, chroma.isInterleaved,
                "the samples of both chroma planes alternate: neighbours differ by \(NumberText.tenths(chroma.oneApart)), "
                    + "\(NumberText.tenths(chroma.alternation)) times as much as samples two apart",
                hint: "convert NV12 to I420: first all of U, then all of V")
    }

    private mutating func judge(_ shear: ShearEvidence, _ frame: SampledFrame) -> [StudioError] {
        confirm(
            .contentShearedRows, shear.isSheared,
            "rows repeat at \(shear.stride ?? 0) bytes, declared \(frame.layout.width): bytes at that distance differ "
                + "by \(NumberText.tenths(shear.atStride)), vertical neighbours by \(NumberText.tenths(shear.vertical))",
            hint: "copy each row without its padding")
    }

    private mutating func judgeReference(_ frame: SampledFrame) -> [StudioError] {
        guard hasReference || judged <= Self.searchedFrames else { return [] }
        let evidence = ReferenceEvidence(frame)
        guard let reference = evidence.reference else { return [] }
        hasReference = true
        return confirm(
            .contentSwappedChroma, evidence.isSwapped,
            "the colours of \(reference.rawValue) match only with U and V exchanged",
            hint: "send U before V; YV12 has V first")
            + confirm(
                .contentUpsideDown, evidence.isUpsideDown, "\(reference.rawValue) is upside down",
                hint: "send the top row first")
    }

    private mutating func confirm(
        _ rule: Rule, _ verdict: Bool?, _ message: @autoclosure () -> String, hint: @autoclosure () -> String
    ) -> [StudioError] {
        confirmation.count(rule, verdict) ? [StudioError(rule, message(), hint: hint())] : []
    }
}
