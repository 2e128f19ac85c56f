import GStreamer
import PipelineFiles
import SessionControl
import SessionProtocol
import StudioCore
import StudioMeeting
import StudioRuntime

/// A frame to encode. It is referenced, not copied.
final class PreviewFrame: Sendable {
    let buffer: MediaBuffer
    let layout: FrameLayout
    let range: VideoRange
    let time: MediaTime

    init(_ frame: borrowing VideoFrame) {
        buffer = frame.buffer.retained()
        layout = FrameLayout(frame.layout)
        (range, time) = (frame.format.range ?? .limited, frame.time)
    }
}

/// Encodes the newest frame as JPEG on a thread of its own. A frame that is not encoded yet is replaced by a newer one.
final class PreviewEncoder: Sendable {
    private struct State: Sendable {
        var frame: PreviewFrame?
        var hasEnded = false
    }

    private let width: Int
    private let sink: @Sendable (ControlMeasurement) -> Void
    private let state = Monitor(State())

    /// - Parameter width: that of the previews; a smaller frame keeps its own.
    init(width: Int, _ sink: @escaping @Sendable (ControlMeasurement) -> Void) {
        (self.width, self.sink) = (width, sink)
        do {
            _ = try Worker("preview", policy: .batch) { [self] in encode() }
        } catch {
            fail("\(error)")
        }
    }

    /// Shows a frame instead of one that waits. Never waits.
    func show(_ frame: PreviewFrame) {
        let before = state.update { state in
            defer { state.frame = state.hasEnded ? nil : frame }
            return state.frame
        }
        withExtendedLifetime(before) {}
    }

    func end() {
        withExtendedLifetime(state.update { exchange(&$0, with: State(hasEnded: true)).frame }) {}
    }

    private func next() -> PreviewFrame? {
        state.wait { state -> PreviewFrame?? in
            guard state.frame != nil || state.hasEnded else { return nil }
            return .some(state.frame.take())
        } ?? nil
    }

    private func fail(_ message: String) {
        sink(.failed(ControlError(.unsupportedHere, "no previews: \(message)")))
    }

    // MARK: On its thread

    private func encode() {
        do throws(GStreamerError) {
            let pipeline = try PreviewPipeline { [sink] in sink(.preview($0)) }
            defer { pipeline.stop() }
            while let frame = next() {
                guard try pipeline.encode(frame, width: width) else { return fail("a frame cannot be converted") }
            }
        } catch {
            fail("\(error)")
        }
    }
}

/// Scales frames and encodes them. Used by one thread.
private final class PreviewPipeline {
    private let pipeline: Pipeline
    private let source: AppSource
    private let sink: AppSink
    private var conversion: Conversion?

    init(_ onPreview: @escaping @Sendable (ControlPreview) -> Void) throws(GStreamerError) {
        pipeline = try Pipeline(PipelineFiles.previewJPEG.text, named: PipelineFiles.previewJPEG.name)
        source = try AppSource(pipeline.element("input"), policy: .dropOldest)
        sink = try AppSink(pipeline.element("output")) { unit, time, _ in
            if let bytes = unit.withBytes({ Array($0) }) { onPreview(ControlPreview(time: time, jpeg: bytes)) }
        } onEnd: {
        }
        try pipeline.play()
    }

    /// - Returns: false when the frame cannot be converted.
    func encode(_ frame: PreviewFrame, width: Int) throws(GStreamerError) -> Bool {
        let key = Conversion.Key(layout: frame.layout, range: frame.range)
        if conversion?.key != key {
            guard let fresh = Conversion(key, width: width),
                let caps = Caps(
                    "video/x-raw,format=BGRx,width=\(fresh.target.width),height=\(fresh.target.height),framerate=0/1")
            else { return false }
            conversion = fresh
            source.setCaps(caps)
        }
        guard let buffer = conversion?.convert(frame.buffer) else { return false }
        buffer.time = frame.time
        _ = source.push(buffer)
        if case .error(let error)? = pipeline.nextMessage(seconds: 0) { throw error }
        return true
    }

    func stop() { pipeline.stop() }
}

/// From the frames of a track to those of the encoder.
private struct Conversion {
    struct Key: Equatable {
        let layout: FrameLayout
        let range: VideoRange
    }

    let key: Key
    let target: FrameLayout
    private let small: FrameLayout
    /// Scales in I420: colours are converted in small frames, which takes half the time.
    private let scaler: VideoConverter
    private let converter: VideoConverter

    /// - Returns: `nil` when GStreamer has no such conversion.
    init?(_ key: Key, width: Int) {
        let layout = key.layout
        // The same aspect ratio, not larger than the frame.
        let width = min(width, layout.width / 2 * 2)
        let height = max(2, (layout.height * width / layout.width + 1) / 2 * 2)
        guard let small = FrameLayout(.i420, width: width, height: height, alignment: 4),
            let target = FrameLayout(.bgra, width: width, height: height),
            let scaler = VideoConverter(from: layout, to: small, range: key.range),
            let converter = VideoConverter(from: small, to: target, range: key.range)
        else { return nil }
        (self.key, self.target, self.small) = (key, target, small)
        (self.scaler, self.converter) = (scaler, converter)
    }

    func convert(_ frame: borrowing MediaBuffer) -> MediaBuffer? {
        guard let scaled = MediaBuffer(byteCount: small.byteCount), scaler.convert(frame, into: scaled),
            let result = MediaBuffer(byteCount: target.byteCount), converter.convert(scaled, into: result)
        else { return nil }
        return result
    }
}
