import GStreamer
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Feeds encoded units into a pipeline of the user's, whose sinks report nothing. Times start with the first key frame.
final class EncodedPipelineConnection: UnitConnection {
    let pipeline: Pipeline
    let sink: any MuxerSink
    let feed: UnitFeed
    private let startLimit: Double

    /// - Parameter startLimit: how long the pipeline may take to start, in seconds.
    init(_ pipeline: Pipeline, _ context: ConnectionContext, startLimit: Double) throws(GStreamerError) {
        let sink = PipelineSink()
        (self.pipeline, self.sink, self.startLimit) = (pipeline, sink, startLimit)
        feed = UnitFeed(
            try TrackSources(pipeline, backpressure: context.backpressure), to: sink, counting: sink.bytes,
            context.delivery)
        reportErrors(to: context.delivery)
    }

    func open() throws(ConnectionFailure) { try PipelineSink.start(pipeline, within: startLimit) }

    func end() -> Bool {
        guard feed.end() else { return false }
        pipeline.endOwnSources()
        return true
    }
}
