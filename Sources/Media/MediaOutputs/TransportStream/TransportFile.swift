import StudioCore
import StudioRuntime

/// Writes a transport stream to a file or a pipe.
final class TransportFile: TransportDestination {
    private let writer: ByteWriter

    init(_ writer: ByteWriter) {
        self.writer = writer
    }

    func write(_ chunk: UnsafeRawBufferPointer) throws(OutputFailure) -> Bool {
        let error = writer.write(chunk)
        if error != 0 { throw OutputFailure(writingError: error) }
        return true
    }

    var bytesTaken: UInt64 { writer.bytesTaken }
    func abandon() { writer.abandon() }

    func close() throws(OutputFailure) {
        let error = writer.finish()
        if error != 0 { throw OutputFailure(writingError: error) }
    }
}
