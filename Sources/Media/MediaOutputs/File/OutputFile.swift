import GStreamer
import Glibc
import StudioCore
package import StudioRuntime

/// Opens the file of an output, once and without blocking.
package enum OutputFile {
    /// - Parameters:
    ///   - overwrites: whether an existing regular file is overwritten. FIFOs and devices are always opened.
    ///   - files: the files of the session, which are never overwritten; the opened one joins them.
    ///   - folder: the folder outside of which nothing is opened; `nil` for no limit.
    /// - Returns: `nil` for a FIFO that no program reads yet. One that the session has written before is opened after a pause, so that
    ///   its reader sees the end.
    /// - Throws: `exists`, `inUse`, `descriptorLimit`, `storageFull`, `notWritable`, with the system's message.
    static func open(
        _ path: String, overwrites: Bool, of files: SessionFiles = SessionFiles(),
        below folder: RestrictedFolder? = nil
    ) throws(OutputFailure) -> WritableFile? {
        // Without it, the file could take the last descriptor of a pipeline that is being built.
        let reservation = try reserve()
        defer { reservation.release() }
        if overwrites { try files.check(path) }
        let isPipe = isFIFO(path)
        // The end of what was written before is seen by a reader that comes to read while no writer is active.
        if isPipe, files.hasWritten(fifo: path) { usleep(pauseOfFIFO) }
        do throws(WritableFile.OpenError) {
            let file =
                if let folder { try WritableFile(path, below: folder, overwrites: overwrites) } else {
                    try WritableFile(path, overwrites: overwrites)
                }
            if file.claim != nil { files.add(file.path) }
            if isPipe { files.add(fifo: path) }
            return file
        } catch {
            if error == .noReader { return nil }
            throw OutputFailure(opening: error)
        }
    }

    /// In microseconds: a reader that waits for the end is woken by then.
    private static let pauseOfFIFO: UInt32 = 100_000

    private static func reserve() throws(OutputFailure) -> DescriptorReservation {
        do throws(GStreamerError) { return try DescriptorReservation(1) } catch {
            throw OutputFailure(.descriptorLimit, error.message)
        }
    }

    package static func isFIFO(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFIFO
    }

    /// Whether it exists and is not a regular file: a FIFO or a device.
    static func isSpecial(_ path: String) -> Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT != S_IFREG
    }

    /// Whether nothing is found under this name, not even a link that leads nowhere. One that cannot be looked up counts as free:
    /// the reason is reported when it is opened.
    package static func isFree(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) != 0
    }

    /// A session without a frame leaves no file. A link to it stays.
    package static func removeIfEmpty(_ path: String, below folder: RestrictedFolder? = nil) {
        let location = folder.flatMap { try? $0.locate(path) }
        // What cannot be used was not written.
        if folder != nil, location == nil { return }
        let path = location?.path ?? LinkTarget.of(path)
        withExtendedLifetime(location) {
            var status = stat()
            guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size == 0 else { return }
            unlink(path)
        }
    }
}
