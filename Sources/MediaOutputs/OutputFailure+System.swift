import Glibc
import StudioCore

extension OutputFailure {
    private static func words(_ error: Int32) -> String { String(cString: strerror(error)) }

    /// - Parameter error: what `open` reported.
    init(openingError error: Int32) {
        switch error {
        case EEXIST: self.init(.exists, "the file exists")
        case EMFILE, ENFILE: self.init(.descriptorLimit, "cannot be opened: \(Self.words(error))")
        case ENOSPC, EDQUOT: self.init(.storageFull, "cannot be created: \(Self.words(error))")
        default: self.init(.notWritable, "cannot be written: \(Self.words(error))")
        }
    }

    /// - Parameter error: what a write or the final `close` reported.
    init(writingError error: Int32) {
        switch error {
        case ENOSPC, EDQUOT: self.init(.storageFull, "no space is left")
        case EFBIG: self.init(.storageFull, "the file reached the size limit")
        case EPIPE, ECONNRESET: self.init(.readerGone, "the reader has closed the pipe")
        default: self.init(.notWritable, "cannot be written: \(Self.words(error))")
        }
    }
}
