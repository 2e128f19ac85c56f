public import StudioCore

/// The colours of the received card.
public struct ColorFinding: Hashable, Sendable {
    /// The actual range of the samples, independent of the signalled range.
    public enum Spread: String, Hashable, Sendable, CaseIterable {
        /// Luma 16 to 235.
        case limited
        /// Luma 0 to 255.
        case full
        /// Converted to limited range twice: black and white are grey.
        case squeezed
        /// Converted to full range twice: values below 16 and above 235 are clipped.
        case stretched
    }

    /// The range that matches the patches best; `nil` when none matches.
    public let spread: Spread?
    /// The matrix that matches them best; `nil` when none matches.
    public let matrix: ColorMatrix?
    /// The mean distance of the patches' luma from the expected luma, in 8-bit steps.
    public let lumaError: Double
    /// The mean distance of both colour differences.
    public let chromaError: Double
}

/// Collects the patches of all frames and analyses them together.
package struct ColorAnalyzer: Sendable {
    private struct Sum: Sendable {
        var y = 0.0
        var u = 0.0
        var v = 0.0
        var count = 0
    }

    private let layout: CardLayout
    private var sums: [Sum]

    /// Patches that are off by more than this for every known range and matrix, in 8-bit steps, were graded or are not
    /// patches.
    private static let limit = 12.0
    /// The sampled part of a patch: its centre.
    private static let inset = 0.8

    package init(isPortrait: Bool) {
        layout = CardLayout(grid: isPortrait ? CardGrid(width: 1, height: 2) : CardGrid(width: 2, height: 1))
        sums = [Sum](repeating: Sum(), count: layout.patches.count)
    }

    /// Adds the visible patches of a frame.
    package mutating func add(_ frame: FrameView, card: CardPlacement) {
        for (index, patch) in layout.patches.enumerated() {
            let (x, y) = card.pixels(patch.area.inset(by: Self.inset), of: layout.grid)
            guard x.lowerBound >= 0, y.lowerBound >= 0, x.upperBound <= Double(frame.width),
                y.upperBound <= Double(frame.height)
            else { continue }
            let (chromaX, chromaY) = (x.lowerBound / 2...x.upperBound / 2, y.lowerBound / 2...y.upperBound / 2)
            let (width, height) = ((frame.width + 1) / 2, (frame.height + 1) / 2)
            sums[index].y += frame.y.mean(x: x, y: y, width: frame.width, height: frame.height)
            sums[index].u += frame.u.mean(x: chromaX, y: chromaY, width: width, height: height)
            sums[index].v += frame.v.mean(x: chromaX, y: chromaY, width: width, height: height)
            sums[index].count += 1
        }
    }

    /// The best match for all patches; `nil` when no patch was visible.
    package var finding: ColorFinding? {
        guard sums.contains(where: { $0.count > 0 }) else { return nil }
        var best: (spread: ColorFinding.Spread, matrix: ColorMatrix, luma: Double, chroma: Double)?
        for spread in ColorFinding.Spread.allCases {
            for matrix in ColorMatrix.allCases {
                let (luma, chroma) = error(spread, matrix)
                if luma + chroma < best.map({ $0.luma + $0.chroma }) ?? .infinity {
                    best = (spread, matrix, luma, chroma)
                }
            }
        }
        return best.map { best in
            let isKnown = best.luma <= Self.limit && best.chroma <= Self.limit
            return ColorFinding(
                spread: isKnown ? best.spread : nil, matrix: isKnown ? best.matrix : nil, lumaError: best.luma,
                chromaError: best.chroma)
        }
    }

    private func error(_ spread: ColorFinding.Spread, _ matrix: ColorMatrix) -> (luma: Double, chroma: Double) {
        var (luma, chroma, count) = (0.0, 0.0, 0.0)
        for (patch, sum) in zip(layout.patches, sums) where sum.count > 0 {
            let (y, u, v) = spread.samples(of: patch, matrix)
            let frames = Double(sum.count)
            luma += abs(sum.y / frames - y)
            chroma += (abs(sum.u / frames - u) + abs(sum.v / frames - v)) / 2
            count += 1
        }
        return (luma / count, chroma / count)
    }
}

extension ColorFinding.Spread {
    fileprivate func samples(of patch: CardPatch, _ matrix: ColorMatrix) -> (y: Double, u: Double, v: Double) {
        let range: VideoRange = self == .limited || self == .squeezed ? .limited : .full
        let (y, u, v) = matrix.samples(red: patch.red, green: patch.green, blue: patch.blue, range: range)
        switch self {
        case .limited, .full: return (y, u, v)
        case .squeezed: return (16 + y * 219 / 255, 128 + (u - 128) * 224 / 255, 128 + (v - 128) * 224 / 255)
        case .stretched:
            func clipped(_ value: Double) -> Double { max(0, min(255, value)) }
            return (
                clipped((y - 16) * 255 / 219), clipped(128 + (u - 128) * 255 / 224),
                clipped(128 + (v - 128) * 255 / 224)
            )
        }
    }
}
