import GStreamer
import PipelineFiles

/// Loads the plugins of the encoders while a session joins its meeting and opens its inputs.
package final class EncoderLoading: Sendable {
    private let plugins: PluginLoading

    package init(hasAudio: Bool) {
        // In the order in which the session needs them.
        let texts = hasAudio ? [PipelineFiles.encodeH264, PipelineFiles.encodeAAC] : [PipelineFiles.encodeH264]
        plugins = PluginLoading(texts.flatMap { PipelineFile(name: "encoder", text: $0).elements })
    }

    /// Loads no further plugins. A process must not exit before.
    package func finish() { plugins.finish() }
}
