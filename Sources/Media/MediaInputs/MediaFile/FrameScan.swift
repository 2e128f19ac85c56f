import Containers
import GStreamer
import PipelineFiles
import StudioCore
import StudioRuntime

/// Reads the times of a file's first frames without decoding them, while the file is opened.
final class FrameScan: Sendable {
    private struct State: Sendable {
        var times: [MediaTime?] = []
        /// Whether the video was found. Others are ignored.
        var hasVideo = false
        var isOver = false
    }

    private let pipeline: Pipeline
    private let state: Monitor<State>
    private let clock = SystemClock()
    private let deadline: MediaTime

    /// Ten seconds of 30 fps.
    private static let frames = 300
    /// In seconds; a file on a slow disk is judged by what was read.
    private static let timeout = 2.0
    /// The interval in seconds at which a wait checks for cancellation.
    private static let interval = 0.05

    /// Begins to read.
    ///
    /// - Parameter location: the path that is opened.
    /// - Throws: an error when the file cannot be read.
    init(_ location: String) throws(GStreamerError) {
        pipeline = try Pipeline(PipelineFiles.sourceFile.text, named: "source-times")
        deadline = clock.now + .seconds(Self.timeout)
        let source = try pipeline.element("source")
        try source.set("location", to: .text(location))
        source.replaceBytes(FileCorrections(of: location, correcting: Correction.isOn).all)
        let state = Monitor(State())
        self.state = state
        let preferred = DecodedStream.Kind.video.preferredTrack(at: location)
        let isWanted: @Sendable (FoundStream) -> Bool = { stream in
            DecodedStream.Kind.video.includes(stream.caps) && preferred.map { $0 == stream.trackNumber ?? $0 } ?? true
                && ElementFactory.hasDecoder(for: stream.caps)
        }
        try pipeline.onFoundStream(of: pipeline.element("streams")) { stream in
            let isVideo = state.update { state in
                guard !state.hasVideo, isWanted(stream) else { return false }
                state.hasVideo = true
                return true
            }
            guard isVideo else { return .discarded { _ in } }
            return .discarded { unit in
                state.update { state in
                    guard !state.isOver else { return }
                    if let unit { state.times.append(unit.time) }
                    state.isOver = unit == nil || state.times.count == Self.frames
                }
            }
        }
        try pipeline.play()
    }

    deinit {
        pipeline.stop()
    }

    /// The times of the first frames; those that were read when the file cannot be read further.
    func times(or cancellation: Cancellation) -> [MediaTime?] {
        defer { pipeline.stop() }
        while clock.now < deadline, !cancellation.isCancelled {
            if state.wait(seconds: Self.interval, until: { $0.isOver ? true : nil }) != nil { break }
            // The decoder reports the error.
            if case .error? = pipeline.nextMessage(seconds: 0) { break }
        }
        return state.withLock { $0.times }
    }
}
