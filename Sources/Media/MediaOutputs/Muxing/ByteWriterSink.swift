import GStreamer
import ProgramEncoding
import StudioCore
import StudioRuntime

/// Writes the muxer's bytes to a file or a pipe.
final class ByteWriterSink: MuxerSink {
    private let sink: ByteSink
    private let writer: ByteWriter
    private let onBegin: @Sendable (DeliveryLedger.Track, MediaTime) -> Void
    private let complete: @Sendable (ByteWriter) -> Void
    private let writeFailure: Lock<OutputFailure?>

    /// - Parameters:
    ///   - destination: passes the bytes to the writer.
    ///   - onBegin: called with the time at which a track starts.
    ///   - complete: called before the writer is closed, to correct earlier bytes.
    init(
        _ element: Element, writer: ByteWriter, through destination: any ByteDestination, delivery: DeliveryReport,
        onBegin: @escaping @Sendable (DeliveryLedger.Track, MediaTime) -> Void = { _, _ in },
        complete: @escaping @Sendable (ByteWriter) -> Void = { _ in }
    ) throws(GStreamerError) {
        self.writer = writer
        self.onBegin = onBegin
        self.complete = complete
        let writeFailure = Lock<OutputFailure?>(nil)
        self.writeFailure = writeFailure
        sink = try ByteSink(element, destination: destination) { error in
            writeFailure.withLock { $0 = OutputFailure(writingError: error) }
            delivery.broken()
        }
    }

    let takesOnRelease = true
    func begin(_ track: DeliveryLedger.Track, at time: MediaTime) { onBegin(track, time) }
    var bytesTaken: UInt64 { writer.bytesTaken }
    var failure: OutputFailure? { writeFailure.withLock { $0 } }
    func abandon() { writer.abandon() }

    func close() -> OutputFailure? {
        complete(writer)
        let error = writer.finish()
        return error == 0 ? nil : OutputFailure(writingError: error)
    }
}
