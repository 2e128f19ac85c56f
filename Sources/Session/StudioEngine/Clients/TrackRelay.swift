import GStreamer
import Logging
import StudioCore
import StudioMeeting
import StudioRuntime

/// Passes the units of a track on to a program. Frames in the form of the program are passed on without a copy, others are
/// scaled to its size and converted to its range, on the publisher's thread.
final class TrackRelay: MediaReceiver {
    private let program: LocalTracks
    private let capability: VideoCapability
    private let camera: TrackPublisher
    private let microphone: TrackPublisher
    private let converter = FrameConverter()
    private let isReported = Lock(false)

    init(to program: LocalTracks, _ capability: VideoCapability) {
        (self.program, self.capability) = (program, capability)
        (camera, microphone) = (TrackPublisher(program.camera), TrackPublisher(program.microphone))
    }

    var hasCapacity: Bool {
        program.camera.fanout.receivers.allSatisfy(\.hasCapacity)
            && program.microphone.fanout.receivers.allSatisfy(\.hasCapacity)
    }

    func receive(_ frame: borrowing VideoFrame) {
        guard let range = capability.format.range else { return }
        let isSame = frame.has(capability)
        let layout =
            isSame ? frame.layout : .gstreamer(width: Int(capability.width), height: Int(capability.height))
        let buffer = isSame ? frame.buffer.withOwnTimes() : converter.convert(frame, to: layout, range, camera)
        guard let buffer else { return report(frame.layout.width, frame.layout.height) }
        camera.publish(buffer, layout: layout, range: range, rotation: frame.rotation, time: frame.time)
    }

    func receive(_ block: borrowing AudioBlock) {
        guard let buffer = block.buffer.withOwnTimes() else { return }
        microphone.publish(buffer, format: block.format, time: block.time)
    }

    /// Frames of this size are lost.
    private func report(_ width: Int, _ height: Int) {
        let isFirst = isReported.withLock { !exchange(&$0, with: true) }
        guard isFirst else { return }
        Logger(label: "psstudio").warning(
            """
            frames of \(width)x\(height) cannot be converted to \
            \(capability.width)x\(capability.height); the outputs lack them
            """)
    }
}

/// Converts frames to the size and range of a program.
private final class FrameConverter: @unchecked Sendable {
    // Safety: a track has one publisher, which publishes one unit at a time.
    private var scaler: (source: I420Layout, range: VideoRange, converter: VideoConverter)?

    /// - Returns: `nil` when memory is exhausted, or GStreamer has no such conversion.
    func convert(
        _ frame: borrowing VideoFrame, to layout: I420Layout, _ range: VideoRange, _ publisher: TrackPublisher
    ) -> MediaBuffer? {
        guard let own = frame.format.range, let output = publisher.buffer(byteCount: layout.byteCount),
            let scaler = scaler(from: frame.layout, own, to: layout), scaler.convert(frame.buffer, into: output)
        else { return nil }
        if own != range, Correction.rangeLabel.isOn {
            let isConverted: Void? = output.withMutableBytes {
                RangeConversion.convert($0, to: range, layout: FrameLayout(layout))
            }
            guard isConverted != nil else { return nil }
        }
        return .some(output)
    }

    /// Also for frames of equal size, which it copies.
    private func scaler(from source: I420Layout, _ range: VideoRange, to target: I420Layout) -> VideoConverter? {
        if let scaler, scaler.source == source, scaler.range == range { return scaler.converter }
        let new = VideoConverter(from: FrameLayout(source), to: FrameLayout(target), range: range)
        scaler = new.map { (source, range, $0) }
        return new
    }
}
