import ArgumentParser

/// An interface whose callbacks are shown.
enum InterfaceArgument: String, ExpressibleByArgument, CaseIterable {
    case zoom, agora, zego, avcapture

    /// What the interface delivers, in one line.
    var summary: String {
        switch self {
        case .zoom: "raw data: I420 in the size of the pipe; 32 kHz mono of each user and of the mix, while they sound"
        case .agora: "raw audio: blocks of 10 ms at 48 kHz at four points"
        case .zego: "custom video rendering: raw I420 with strides of 64 bytes, of the preview and of each stream"
        case .avcapture: "capture output: pixel buffers of each camera, late frames are discarded"
        }
    }
}
