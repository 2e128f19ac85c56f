import GStreamer
import Glibc

/// Maps BT.2020 colours of high or standard dynamic range to BT.709.
///
/// HDR reference white, 203 cd/m² (ITU-R BT.2408), becomes display white. Brightness up to 88 cd/m² is unchanged;
/// above, it is compressed by the curve of ITU-R BT.2390, so that 1000 cd/m² becomes white and 203 cd/m² leaves a tenth
/// of the signal for highlights. The largest component determines the compression, which preserves hues. Colours
/// outside BT.709 are clipped.
struct ToneMapping: Sendable {
    typealias Components = SIMD3<Double>

    /// Display white, in cd/m².
    private static let white = 203.0
    /// The brightness that becomes white, in cd/m²: most material is graded on such a display. Also the nominal peak of
    /// hybrid log-gamma.
    private static let peak = 1000.0
    /// The display gamma of BT.1886.
    private static let gamma = 2.4
    /// The number of curve steps: a thirtieth of an 8-bit step each.
    private static let steps = 8192

    /// BT.2020 signal to light: cd/m², or scene light from 0 to 1 for hybrid log-gamma.
    private let light: [Double]
    /// Display light over input light, indexed by the fourth root of light over 10,000 cd/m².
    private let compression: [Double]
    /// The square root of display light, 0 to 1, to signal.
    private let signal: [Double]
    private let isHybrid: Bool

    /// - Parameter transfer: the transfer function of the samples.
    init(_ transfer: VideoInfo.Transfer) {
        func curve(_ body: (Double) -> Double) -> [Double] {
            (0...Self.steps).map { body(Double($0) / Double(Self.steps)) }
        }
        isHybrid = transfer == .hybridLogGamma
        light =
            switch transfer {
            case .standard: curve { Self.white * pow($0, Self.gamma) }
            case .perceptualQuantizer: curve(Self.quantizerLight)
            case .hybridLogGamma: curve(Self.hybridLight)
            }
        compression = curve { root in
            let light = root * root * root * root * 10_000
            return transfer == .standard || light == 0 ? 1 : Self.compressed(light) / light
        }
        signal = curve { pow($0 * $0, 1 / Self.gamma) }
    }

    /// The BT.709 components, as signals from 0 to 1.
    ///
    /// - Parameter color: the BT.2020 components as signals; values outside 0 to 1 are clipped.
    func shown(_ color: Components) -> Components {
        var emitted = Components(Self.value(light, color.x), Self.value(light, color.y), Self.value(light, color.z))
        if isHybrid {
            // The display part of hybrid log-gamma: an exponent of 1.2 over the scene luminance.
            let luminance = (emitted * Components(0.2627, 0.6780, 0.0593)).sum()
            emitted *= Self.peak * pow(luminance, 0.2)
        }
        emitted *= Self.value(compression, (emitted.max() / 10_000).squareRoot().squareRoot()) / Self.white
        // Converts linear BT.2020 light to BT.709 primaries (ITU-R BT.2407).
        let red = (emitted * Components(1.6605, -0.5876, -0.0728)).sum()
        let green = (emitted * Components(-0.1246, 1.1329, -0.0083)).sum()
        let blue = (emitted * Components(-0.0182, -0.1006, 1.1187)).sum()
        return Components(
            Self.value(signal, max(0, red).squareRoot()), Self.value(signal, max(0, green).squareRoot()),
            Self.value(signal, max(0, blue).squareRoot()))
    }

    private static func value(_ curve: [Double], _ place: Double) -> Double {
        let place = min(max(place, 0), 1) * Double(steps)
        let index = min(Int(place), steps - 1)
        return curve[index] + (curve[index + 1] - curve[index]) * (place - Double(index))
    }

    // MARK: Curves of the standards

    /// SMPTE ST 2084: signal to cd/m².
    private static func quantizerLight(_ signal: Double) -> Double {
        let root = pow(signal, 1 / 78.84375)
        return 10_000 * pow(max(0, root - 0.8359375) / (18.8515625 - 18.6875 * root), 1 / 0.1593017578125)
    }

    /// SMPTE ST 2084: cd/m² to signal.
    private static func quantizerSignal(_ light: Double) -> Double {
        let root = pow(light / 10_000, 0.1593017578125)
        return pow((0.8359375 + 18.8515625 * root) / (1 + 18.6875 * root), 78.84375)
    }

    /// ITU-R BT.2100, hybrid log-gamma: signal to scene light, 0 to 1.
    private static func hybridLight(_ signal: Double) -> Double {
        signal <= 0.5 ? signal * signal / 3 : (exp((signal - 0.55991073) / 0.17883277) + 0.28466892) / 12
    }

    /// ITU-R BT.2390: compresses light to the range of a darker display.
    private static func compressed(_ light: Double) -> Double {
        let top = quantizerSignal(peak)
        let highest = quantizerSignal(white) / top
        let knee = 1.5 * highest - 0.5
        let place = min(1, quantizerSignal(light) / top)
        guard place > knee else { return light }
        let part = (place - knee) / (1 - knee)
        let (square, cube) = (part * part, part * part * part)
        let bent =
            (2 * cube - 3 * square + 1) * knee + (cube - 2 * square + part) * (1 - knee)
            + (3 * square - 2 * cube) * highest
        return quantizerLight(bent * top)
    }
}
