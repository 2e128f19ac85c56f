package import StudioCore

/// What traffic control of a channel may reduce, beside the bitrate.
package struct TrafficControl: OptionSet, Hashable, Sendable {
    package let rawValue: Int

    package init(rawValue: Int) { self.rawValue = rawValue }

    package static let frameRate = TrafficControl(rawValue: 1)
    package static let size = TrafficControl(rawValue: 2)
}

extension CaptureSettings {
    /// The settings of which an uplink carries a share: pixels per second fall to it, by the rate, the size, or both alike.
    func reduced(to share: Double, by control: TrafficControl) -> CaptureSettings {
        guard share < 1, !control.isEmpty else { return self }
        let part = control == [.frameRate, .size] ? share.squareRoot() : share
        var reduced = self
        if control.contains(.frameRate) {
            reduced.framesPerSecond = max(Self.rates.lowerBound, Int((Double(framesPerSecond) * part).rounded()))
        }
        if control.contains(.size) {
            reduced.encodedWidth = Self.even(Double(encodedWidth) * part.squareRoot())
            reduced.encodedHeight = Self.even(Double(encodedHeight) * part.squareRoot())
        }
        return reduced
    }

    private static func even(_ size: Double) -> Int { max(sizes.lowerBound, Int((size / 2).rounded()) * 2) }
}

extension CustomRenderingState {
    /// The settings of a channel's frames at the present uplink.
    func frameSettings(of channel: Int) -> CaptureSettings {
        (settings[channel] ?? .standard).reduced(to: uplink, by: trafficControls[channel] ?? [])
    }

    /// The settings of the frames of all channels that capture.
    var frameSettings: [Int: CaptureSettings] {
        Dictionary(uniqueKeysWithValues: machine.cameras.map { ($0, frameSettings(of: $0)) })
    }

    /// Changes what decides on the frames, and the cameras that run with others.
    mutating func changeFrames<Failure: Error>(
        _ change: (inout CustomRenderingState) throws(Failure) -> Void
    ) throws(Failure) -> [CustomRenderingAction] {
        let before = frameSettings
        try change(&self)
        return frameSettings.sorted { $0.key < $1.key }.compactMap { channel, settings in
            guard let number = media.cameraNumber(of: channel), before[channel]?.hasFrames(like: settings) == false
            else {
                return nil
            }
            return .changeCamera(channel: channel, number: number, settings)
        }
    }
}

extension CustomRenderingEngine {
    /// Sets what traffic control of a channel reduces when the uplink carries less than the stream; nothing, without a call.
    package func setTrafficControl(_ control: TrafficControl, channel: Int) throws(StudioError) {
        try apply { state throws(StudioError) in
            try state.machine.requireEngine()
            return state.changeFrames { $0.trafficControls[channel] = control }
        }
    }

    /// The uplink carries a share of what the streams have.
    func uplinkChanged(to share: Double) { apply { state in state.changeFrames { $0.uplink = share } } }
}
