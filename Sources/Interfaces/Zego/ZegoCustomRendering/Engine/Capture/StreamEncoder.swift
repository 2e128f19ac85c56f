import GStreamer
import MediaReceiving
import PipelineFiles
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime

/// An encoded frame of a played stream: an access unit of H.264 with start codes. SPS and PPS precede each key frame.
package struct EncodedFrame: Hashable, Sendable {
    package let bytes: [UInt8]
    /// Whether decoding can start here.
    package let isKeyFrame: Bool
}

/// Encodes the frames of a played stream, one after the other.
///
/// A call waits for the encoder, so that each frame has its unit when it is delivered, also on a manual clock. Used by one
/// thread at a time.
final class StreamEncoder: Sendable {
    private struct Form: Hashable, Sendable {
        let width: Int
        let height: Int
        let range: VideoRange
    }

    /// The encoder of frames of one form.
    private struct Running: Sendable {
        let form: Form
        let track: VideoTrack
        let units: Monitor<[EncodedFrame]>
        var last: MediaTime?
    }

    /// A process that is suspended meanwhile loses one interval only.
    private static let interval = 0.1

    private let pipelines: PipelineSet
    private let patience: Double
    private let running = Lock<Running?>(nil)
    /// The form of frames that cannot be encoded.
    private let failed = Lock<Form?>(nil)

    /// - Parameter patience: how long a frame is waited for, in seconds of real time.
    init(_ pipelines: PipelineSet, patience: Double) {
        (self.pipelines, self.patience) = (pipelines, patience)
    }

    /// Encodes a frame in I420.
    ///
    /// - Returns: `nil` when a frame of this form failed before, or memory is exhausted.
    /// - Throws: an error for the first frame that cannot be encoded.
    func encode(_ frame: borrowing ReceivedFrame) throws(StudioError) -> EncodedFrame? {
        let description = frame.description
        let (width, height) = (description.layout.width, description.layout.height)
        let form = Form(width: width, height: height, range: description.range)
        guard failed.withLock({ $0 }) != form, let buffer = Self.copy(of: frame) else { return nil }
        do throws(GStreamerError) {
            var active = try encoder(of: form)
            // Encoders need increasing times.
            let time = active.last.map { max(description.time, $0 + .milliseconds(1)) } ?? description.time
            active.last = time
            running.set(active)
            buffer.time = time
            let layout = I420Layout.gstreamer(width: width, height: height)
            active.track.put(
                VideoFrame(buffer: buffer, layout: layout, format: description.range.i420, time: time), at: time)
            return try wait(for: active)
        } catch {
            running.set(nil)
            failed.set(form)
            throw StudioError(
                .renderingEncoded, "a played frame of \(width)x\(height) cannot be encoded: \(error)",
                hint: "run psstudio doctor, which names a missing encoder")
        }
    }

    private func encoder(of form: Form) throws(GStreamerError) -> Running {
        if let running = running.withLock({ $0 }), running.form == form { return running }
        return try start(form)
    }

    private func start(_ form: Form) throws(GStreamerError) -> Running {
        var settings = EncoderSettings(width: form.width, height: form.height)
        (settings.range, settings.pipelines) = (form.range, pipelines)
        let units = Monitor<[EncodedFrame]>([])
        let capability = VideoCapability(
            width: Int32(form.width), height: Int32(form.height), format: form.range.i420)
        // With a variable rate, x264 keeps a frame back to know how long it lasts.
        let track = try VideoTrack(
            capability, frameRate: .thirty, settings: settings, backpressure: Backpressure()
        ) { unit, _, _ in
            let isKeyFrame = unit.isKeyFrame
            let data = unit.withBytes { Array($0) } ?? []
            // The encoder's units have lengths.
            let bytes = EncodedAccessUnit(data, .avcc)?.stream ?? data
            units.update { $0.append(EncodedFrame(bytes: bytes, isKeyFrame: isKeyFrame)) }
        }
        return Running(form: form, track: track, units: units, last: nil)
    }

    private func wait(for encoder: Running) throws(GStreamerError) -> EncodedFrame {
        for _ in 0..<Int(patience / Self.interval) {
            let unit = encoder.units.wait(seconds: Self.interval) { $0.isEmpty ? nil : $0.removeFirst() }
            if let unit { return unit }
            if let failure = encoder.track.failure() { throw failure }
        }
        throw GStreamerError(.stream, source: "encoder", message: "no unit within \(patience) s")
    }

    /// The frame in GStreamer's layout; `nil` when it cannot be mapped, or memory is exhausted.
    private static func copy(of frame: borrowing ReceivedFrame) -> MediaBuffer? {
        let layout = frame.description.layout
        let target = FrameLayout(I420Layout.gstreamer(width: layout.width, height: layout.height))
        guard let copy = MediaBuffer(byteCount: target.byteCount) else { return nil }
        let isCopied: Void? =
            frame.withBytes { source in
                copy.withMutableBytes { bytes in
                    guard let from = source.baseAddress, let to = bytes.baseAddress else { return }
                    for (plane, other) in zip(layout.planes, target.planes) {
                        for row in 0..<plane.rows {
                            (to + other.offset + row * other.stride).copyMemory(
                                from: from + plane.offset + row * plane.stride, byteCount: plane.rowBytes)
                        }
                    }
                }
            } ?? nil
        guard isCopied != nil else { return nil }
        return .some(copy)
    }
}
