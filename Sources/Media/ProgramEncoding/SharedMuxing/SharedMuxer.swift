import Glibc
import GStreamer
package import PipelineFiles
import StudioCore
import StudioRuntime

extension UnitForm {
    /// The pipeline that muxes the program into this form; `nil` for the units of the encoders.
    package var muxer: PipelineFile? {
        switch self {
        case .accessUnits: nil
        case .transportStream: PipelineFiles.muxTS
        case .flvTags: PipelineFiles.muxFLV
        }
    }
}

/// Muxes the program once, shared by all outputs that carry it in this form.
///
/// Each coded unit becomes one unit of muxed bytes with the same track and time.
final class SharedMuxer: EncodedReceiver {
    private let pipeline: ProgramPipeline
    private let sources: TrackSources
    private let sink: ByteSink
    private let units = UnitsInMuxer()
    let receivers = ReceiverList()

    /// Builds and starts the pipeline.
    ///
    /// - Parameter file: the pipeline of the form.
    init(
        _ file: PipelineFile, to form: UnitForm, hasAudio: Bool, backpressure: Backpressure
    ) throws(GStreamerError) {
        let pipeline = try ProgramPipeline(file.text(hasAudio: hasAudio), named: file.name)
        self.pipeline = pipeline
        sources = try pipeline.trackSources(backpressure: backpressure)
        let output = try pipeline.element("output")
        let destination: any ByteDestination
        if form == .transportStream {
            try pipeline.element("units").correctKeyFrames()
            destination = TransportChunks(of: units, to: receivers, pipeline.outcome)
        } else {
            destination = try FLVTags(from: output, of: units, to: receivers, pipeline.outcome)
        }
        sink = try ByteSink(output, destination: destination) { [outcome = pipeline.outcome] error in
            outcome.fail(GStreamerError(.stream, source: "mux", message: String(cString: strerror(error))))
        }
        try pipeline.start()
    }

    /// Whether the muxer keeps up, and every receiver that must be complete has capacity.
    var hasCapacity: Bool { sources.hasCapacity && receivers.hasCapacity }

    func receive(_ unit: EncodedUnit) {
        guard let buffer = unit.buffer(from: .zero) else {
            return pipeline.outcome.fail(GStreamerError(.resource, source: "mux", message: "no memory is left"))
        }
        units.append(unit)
        guard sources.push(buffer, of: unit) != .taken else { return }
        // The muxer waits for the other track only, whose gaps are filled, so its queue is never full. This is a unit after
        // the end or after the failure of its pipeline, which has precedence.
        _ = pipeline.failure()
        pipeline.outcome.fail(GStreamerError(.stream, source: "mux", message: "the muxer takes no more units"))
    }

    /// The failure of the pipeline, if any.
    func failure() -> GStreamerError? { pipeline.failure() }

    /// Waits for the last unit, at most `seconds`; returns false after that. No unit may follow.
    func finish(seconds: Double) -> Bool {
        // A muxer that has received nothing reports no end.
        guard units.hasHadUnits else { return true }
        sources.end()
        return pipeline.waitForEnd(seconds: seconds)
    }
}
