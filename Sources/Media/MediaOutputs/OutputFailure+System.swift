import Glibc
import StudioCore
import StudioRuntime

extension OutputFailure {
    private static func words(_ error: Int32) -> String { String(cString: strerror(error)) }

    /// - Parameter error: the error number of `open`.
    init(openingError error: Int32) {
        switch error {
        case EEXIST: self.init(.exists, "the file exists")
        case EMFILE, ENFILE: self.init(.descriptorLimit, "cannot open the file: \(Self.words(error))")
        case ENOSPC, EDQUOT: self.init(.storageFull, "cannot create the file: \(Self.words(error))")
        default: self.init(.notWritable, "cannot write the file: \(Self.words(error))")
        }
    }

    init(opening error: WritableFile.OpenError) {
        switch error {
        case .exists: self.init(.exists, error.reason)
        case .inUse: self.init(.inUse, error.reason)
        case .noReader: self = .withoutReader
        case .refused: self.init(.notWritable, error.reason)
        case .system(let code): self.init(openingError: code)
        }
    }

    static let removed = OutputFailure(.removed, "the file was removed while it was written")

    /// - Parameter error: the error number of a write or of the final `close`.
    init(writingError error: Int32) {
        switch error {
        case ENOSPC, EDQUOT: self.init(.storageFull, "no space left on the device")
        case EFBIG: self.init(.storageFull, "the file reached the size limit")
        case ByteWriter.removed: self = .removed
        case EPIPE, ECONNRESET: self.init(.readerGone, "the reader has closed the pipe")
        default: self.init(.notWritable, "write failed: \(Self.words(error))")
        }
    }
}
