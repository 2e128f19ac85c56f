/// How red, green and blue become luma and two colour differences.
public enum ColorMatrix: String, Hashable, Sendable, CaseIterable {
    /// HD television, and what psstudio sends.
    case bt709
    /// SD television, NTSC and PAL alike.
    case bt601
    /// UHD television, non-constant luminance.
    case bt2020

    /// The parts of red and blue in luma; green is the rest.
    private var weights: (red: Double, blue: Double) {
        switch self {
        case .bt709: (0.2126, 0.0722)
        case .bt601: (0.299, 0.114)
        case .bt2020: (0.2627, 0.0593)
        }
    }

    /// 8-bit samples of a colour whose parts are 0 to 1, not rounded.
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
