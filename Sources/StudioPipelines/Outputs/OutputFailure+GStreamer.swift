import GStreamer
import StudioCore

extension OutputFailure {
    /// The cause behind a pipeline's error: by its domain, its code and what kind of place it is.
    init(_ error: GStreamerError, at destination: Destination, wasLive: Bool) {
        let message = destination.scrub(error.message)
        switch (destination.kind, error.domain, error.source) {
        case (.rtmp, _, "sink"):
            self =
                wasLive
                ? OutputFailure(.disconnected, "the connection was lost")
                : OutputFailure(.rejected, "the server does not take the stream")
        case (.file, .resource, _):
            // 14 is GST_RESOURCE_ERROR_NO_SPACE_LEFT.
            self =
                error.code == 14
                ? OutputFailure(.storageFull, "no space is left")
                : OutputFailure(.notWritable, message)
        case (.standardOutput, .resource, _):
            self =
                error.code == 14
                ? OutputFailure(.storageFull, "no space is left")
                : OutputFailure(.readerGone, "standard output was closed")
        default:
            self = OutputFailure(.pipeline, destination.scrub(error.description))
        }
    }
}

extension Destination {
    /// How an output of this kind lives and ends.
    var policy: OutputStateMachine.Policy {
        switch kind {
        case .rtmp: .server
        case .file: .file
        case .standardOutput, .standardOutputY4M, .null: .pipe
        }
    }
}
