/// The conversion of RGB to luma and chroma.
public enum ColorMatrix: String, Hashable, Sendable, CaseIterable {
    /// HD television; the matrix that psstudio sends.
    case bt709
    /// SD television, NTSC and PAL.
    case bt601
    /// UHD television, non-constant luminance.
    case bt2020

    /// The weights of red and blue in luma; green has the rest.
    private var weights: (red: Double, blue: Double) {
        switch self {
        case .bt709: (0.2126, 0.0722)
        case .bt601: (0.299, 0.114)
        case .bt2020: (0.2627, 0.0593)
        }
    }

    /// The samples of a colour with components from 0 to 1, in 8-bit steps, not rounded.
    package func samples(red: Double, green: Double, blue: Double, range: VideoRange) -> (
        y: Double, u: Double, v: Double
    ) {
        let weights = weights
        let luma = weights.red * red + (1 - weights.red - weights.blue) * green + weights.blue * blue
        let (u, v) = ((blue - luma) / (2 * (1 - weights.blue)), (red - luma) / (2 * (1 - weights.red)))
        return switch range {
        case .full: (luma * 255, 128 + u * 255, 128 + v * 255)
        case .limited: (16 + luma * 219, 128 + u * 224, 128 + v * 224)
        }
    }
}
