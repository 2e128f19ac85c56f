import GStreamer
import PipelineFiles
import SessionControl
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
            _ = try Worker("preview") { [self] in encode() }
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
        let before = state.update { state in
            defer { state = State(hasEnded: true) }
            return state.frame
        }
        withExtendedLifetime(before) {}
    }

    private func next() -> PreviewFrame? {
        state.wait { state -> PreviewFrame?? in
            guard state.frame != nil || state.hasEnded else { return nil }
            defer { state.frame = nil }
            return .some(state.frame)
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
    private var converter: (key: Key, converter: VideoConverter, layout: FrameLayout)?

    private struct Key: Equatable {
        let layout: FrameLayout
        let range: VideoRange
    }

    init(_ onPreview: @escaping @Sendable (ControlPreview) -> Void) throws(GStreamerError) {
        pipeline = try Pipeline(PipelineFiles.previewJPEG)
        source = try AppSource(pipeline.element("input"), policy: .dropOldest)
        sink = try AppSink(pipeline.element("output")) { unit, time, _ in
            if let bytes = unit.withBytes({ Array($0) }) { onPreview(ControlPreview(time: time, jpeg: bytes)) }
        } onEnd: {
        }
        try pipeline.play()
    }

    /// - Returns: false when the frame cannot be converted.
    func encode(_ frame: PreviewFrame, width: Int) throws(GStreamerError) -> Bool {
        let key = Key(layout: frame.layout, range: frame.range)
        if converter?.key != key {
            guard let target = Self.target(frame.layout, width),
                let fresh = VideoConverter(from: frame.layout, to: target, range: frame.range),
                let caps = Caps(
                    "video/x-raw,format=BGRx,width=\(target.width),height=\(target.height),framerate=0/1")
            else { return false }
            converter = (key, fresh, target)
            source.setCaps(caps)
        }
        guard let converter, let buffer = MediaBuffer(byteCount: converter.layout.byteCount),
            converter.converter.convert(frame.buffer, into: buffer)
        else { return false }
        buffer.time = frame.time
        _ = source.push(buffer)
        if case .error(let error)? = pipeline.nextMessage(seconds: 0) { throw error }
        return true
    }

    /// The layout of previews: the same aspect ratio, not larger than the frame.
    private static func target(_ layout: FrameLayout, _ width: Int) -> FrameLayout? {
        let width = min(width, layout.width / 2 * 2)
        let height = max(2, (layout.height * width / layout.width + 1) / 2 * 2)
        return FrameLayout(.bgra, width: width, height: height)
    }

    func stop() { pipeline.stop() }
}
