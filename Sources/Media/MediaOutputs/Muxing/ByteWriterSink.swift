import GStreamer
import StudioCore
import StudioRuntime

/// Writes the muxer's bytes to a file or a pipe.
final class ByteWriterSink: MuxerSink {
    private let sink: ByteSink
    private let writer: ByteWriter
    private let writeFailure: Lock<OutputFailure?>

    /// - Parameter destination: passes the bytes to the writer.
    init(
        _ element: Element, writer: ByteWriter, through destination: any ByteDestination, delivery: DeliveryReport
    ) throws(GStreamerError) {
        self.writer = writer
        let writeFailure = Lock<OutputFailure?>(nil)
        self.writeFailure = writeFailure
        sink = try ByteSink(element, destination: destination) { error in
            writeFailure.withLock { $0 = OutputFailure(writingError: error) }
            delivery.broken()
        }
    }

    let takesOnRelease = true
    var bytesTaken: UInt64 { writer.bytesTaken }
    var hasDelivered: Bool { writer.bytesTaken > 0 }
    var failure: OutputFailure? { writeFailure.withLock { $0 } }
    let isDrained = true
    func reportTaken() {}
    func abandon() { writer.abandon() }

    func close() -> OutputFailure? {
        let error = writer.finish()
        return error == 0 ? nil : OutputFailure(writingError: error)
    }
}
