import GStreamer
import Glibc
import PipelineFiles
import StudioCore
import StudioRuntime

/// Writes a muxed stream to standard output.
struct StandardOutputDriver: OutputDriver {
    static let addressForms = ["mkv:-"]

    let address: OutputAddress
    let traits: OutputTraits
    let policy = OutputPolicy.local

    init?(_ text: String) {
        guard Self.addressForms.contains(text) else { return nil }
        address = OutputAddress(name: text)
        var traits = OutputTraits(.encoded)
        traits.usesStandardOutput = true
        self.traits = traits
    }

    func connect(_ context: ConnectionContext) throws(OutputFailure) -> (any OutputConnection)? {
        let writer = ByteWriter(sharing: STDOUT_FILENO)
        return try MuxedConnection(PipelineFiles.outputMKV, to: address, context) { element throws(GStreamerError) in
            try ByteWriterSink(element, writer: writer, delivery: context.delivery)
        }
    }
}
