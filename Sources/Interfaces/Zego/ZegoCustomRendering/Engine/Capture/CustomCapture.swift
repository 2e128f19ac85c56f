import GStreamer
package import StudioCore
import StudioMeeting
import StudioRuntime

/// Publishes the frames that a client captures itself to a channel's track.
///
/// One thread sends. A call that overlaps another one waits, and is reported.
final class CustomCapture: Sendable {
    /// What became of a frame.
    enum Outcome: Hashable, Sendable {
        case sent
        /// Sent after another call, which was running.
        case sentAfterAnother
        /// Memory is exhausted, or there is no such conversion.
        case failed
    }

    private struct Conversion: Sendable {
        let source: FrameLayout
        let range: VideoRange
        let target: FrameLayout
        let converter: VideoConverter
    }

    let publisher: TrackPublisher
    private let conversion = Lock<Conversion?>(nil)
    private let turn = Monitor(false)
    /// What was sent encoded.
    let encoded = Lock(EncodedProgress())
    let mustBeginStream = Lock(false)

    init(to track: Track) {
        publisher = TrackPublisher(track)
    }

    /// Publishes a frame.
    ///
    /// - Parameters:
    ///   - layout: its form in memory.
    ///   - size: the size in which it is published; `nil` for its own.
    ///   - fill: writes the frame.
    func send(
        _ layout: FrameLayout, _ range: VideoRange, size: (width: Int, height: Int)?, time: MediaTime,
        fill: (UnsafeMutableRawBufferPointer) -> Bool
    ) -> Outcome {
        let hasWaited = takeTurn()
        defer { endTurn() }
        let target = I420Layout.gstreamer(width: size?.width ?? layout.width, height: size?.height ?? layout.height)
        guard let source = publisher.buffer(byteCount: layout.byteCount),
            let isFilled = source.withMutableBytes(fill), isFilled,
            let output = publisher.buffer(byteCount: target.byteCount),
            let converter = converter(from: layout, range, to: FrameLayout(target)),
            converter.convert(source, into: output)
        else { return .failed }
        publisher.publish(output, layout: target, range: range, time: time)
        return hasWaited ? .sentAfterAnother : .sent
    }

    func endTurn() { turn.update { $0 = false } }

    /// - Returns: whether another call was running.
    func takeTurn() -> Bool {
        var hasWaited = false
        _ = turn.wait { isTaken -> Bool? in
            if isTaken {
                hasWaited = true
                return nil
            }
            isTaken = true
            return true
        }
        return hasWaited
    }

    private func converter(
        from source: FrameLayout, _ range: VideoRange, to target: FrameLayout
    ) -> VideoConverter? {
        if let known = conversion.withLock({ $0 }), known.source == source, known.range == range, known.target == target
        {
            return known.converter
        }
        guard let fresh = VideoConverter(from: source, to: target, range: range) else { return nil }
        conversion.set(Conversion(source: source, range: range, target: target, converter: fresh))
        return fresh
    }
}

extension CustomRenderingEngine {
    /// Publishes a frame that the client has captured itself, in the encoded size that it has set, or else in its own. The time
    /// is that of the call.
    ///
    /// - Parameters:
    ///   - layout: the form in memory.
    ///   - range: the range of YUV samples.
    ///   - fill: writes the frame, and returns whether it could.
    package func sendCaptured(
        _ layout: FrameLayout, _ range: VideoRange, channel: Int, fill: (UnsafeMutableRawBufferPointer) -> Bool
    ) throws(StudioError) {
        let settings = try funnel.withState { state throws(StudioError) in
            try state.machine.requireCustomCapture(channel, sending: .pixelBuffer)
            return state.settings[channel] == nil ? nil : state.frameSettings(of: channel)
        }
        guard let capture = customCaptures.withLock({ $0[channel] }) else { return }
        let outcome = capture.send(
            layout, range, size: settings.map { ($0.encodedWidth, $0.encodedHeight) }, time: device.clock.now,
            fill: fill)
        switch outcome {
        case .sent: break
        case .sentAfterAnother: warnOfOverlap(channel)
        case .failed:
            throw StudioError(
                .renderingCaptureFrame, "a captured frame of \(layout.width)x\(layout.height) cannot be converted",
                hint: "send 32BGRA, 32ARGB, 420v, 420f, y420 or f420 of an even size")
        }
    }

    func warnOfOverlap(_ channel: Int) {
        warn(
            .renderingCaptureOverlap, "two calls that send captured frames of channel \(channel) overlap in time",
            hint: "send from one thread")
    }
}
