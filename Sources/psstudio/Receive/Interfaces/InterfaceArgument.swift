import ArgumentParser
import StudioCore

/// An interface whose callbacks are shown.
enum InterfaceArgument: String, ExpressibleByArgument, CaseIterable {
    case zoom, agora, zego, avcapture

    /// What the interface delivers, in one line.
    var summary: String {
        switch self {
        case .zoom: "raw data: I420 in the size of the pipe, 32 kHz mono per user while sounding, and the mix"
        case .agora: "raw audio: blocks of 10 ms at 48 kHz at four points"
        case .zego: "custom video rendering: raw I420 with strides of 64 bytes, of the preview and of each stream"
        case .avcapture: "capture output: pixel buffers of each camera, late frames are discarded"
        }
    }

    /// How the interface names the reason of a drop.
    func name(of reason: DropReason) -> String {
        guard self == .avcapture else { return reason.rawValue }
        return switch reason {
        case .late: "FrameWasLate"
        case .outOfBuffers: "OutOfBuffers"
        case .discontinuity, .overflow, .conversion: "Discontinuity"
        case .rateLimit: reason.rawValue
        }
    }
}
