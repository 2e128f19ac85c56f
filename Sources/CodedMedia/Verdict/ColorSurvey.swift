public import StudioCore

/// What became of the card's colours.
public struct ColorFinding: Hashable, Sendable {
    /// How the samples are spread, as they are, whatever is said about them.
    public enum Spread: String, Hashable, Sendable, CaseIterable {
        /// Luma 16 to 235.
        case limited
        /// Luma 0 to 255.
        case full
        /// Made limited twice: black is grey, white is grey.
        case squeezed
        /// Made full twice: what was below 16 and above 235 is clipped.
        case stretched
    }

    /// The spread that explains the patches best; `nil` when none does.
    public let spread: Spread?
    /// The matrix that explains them best; `nil` when none does.
    public let matrix: ColorMatrix?
    /// The mean distance of the patches' luma from what it should be with these, in 8-bit steps.
    public let lumaError: Double
    /// The same of both colour differences.
    public let chromaError: Double
}

/// Collects the patches of pictures and judges them together.
package struct ColorSurvey: Sendable {
    private struct Sum: Sendable {
        var y = 0.0
        var u = 0.0
        var v = 0.0
        var count = 0
    }

    private let layout: CardLayout
    private var sums: [Sum]

    /// Patches this far from everything that is known, in 8-bit steps, have been changed otherwise: they are graded, or none.
    private static let limit = 12.0
    /// Part of a patch that is looked at: its middle.
    private static let inset = 0.8

    package init(isUpright: Bool) {
        layout = CardLayout(grid: isUpright ? CardGrid(width: 1, height: 2) : CardGrid(width: 2, height: 1))
        sums = [Sum](repeating: Sum(), count: layout.patches.count)
    }

    /// Looks at a picture's patches, as far as they are on it.
    package mutating func add(_ picture: PictureView, card: PictureArea) {
        for (index, patch) in layout.patches.enumerated() {
            let (x, y) = card.pixels(patch.area.inset(by: Self.inset), of: layout.grid)
            guard x.lowerBound >= 0, y.lowerBound >= 0, x.upperBound <= Double(picture.width),
                y.upperBound <= Double(picture.height)
            else { continue }
            let (chromaX, chromaY) = (x.lowerBound / 2...x.upperBound / 2, y.lowerBound / 2...y.upperBound / 2)
            let (width, height) = ((picture.width + 1) / 2, (picture.height + 1) / 2)
            sums[index].y += picture.y.mean(x: x, y: y, width: picture.width, height: picture.height)
            sums[index].u += picture.u.mean(x: chromaX, y: chromaY, width: width, height: height)
            sums[index].v += picture.v.mean(x: chromaX, y: chromaY, width: width, height: height)
            sums[index].count += 1
        }
    }

    /// What explains all patches best; `nil` when none was on a picture.
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
            let pictures = Double(sum.count)
            luma += abs(sum.y / pictures - y)
            chroma += (abs(sum.u / pictures - u) + abs(sum.v / pictures - v)) / 2
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
