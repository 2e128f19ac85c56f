import Glibc
import StudioCore
import StudioRuntime

/// Bytes from a file, a FIFO or standard input.
final class ByteInput {
    /// The name for messages.
    let name: String
    /// A path that leads to the file as long as this object is retained.
    let location: String
    let descriptor: Int32
    /// A regular file never blocks.
    let isRegularFile: Bool
    /// A FIFO, a pipe or a terminal, whose name does not indicate a format.
    let isStream: Bool
    /// A FIFO with a name, which another writer may open.
    let fifo: FileID?
    /// The size of a regular file in bytes.
    let size: Int
    private let ownsDescriptor: Bool
    /// Keeps outputs from overwriting the file.
    private let claim: FileClaim?
    private var pushedBack: ArraySlice<UInt8> = []
    /// Reports waits for a stream that last; `nil` for a file.
    private(set) var wait: InputWait?
    /// Another stream, which the same program may write. It is read ahead while this one is waited for.
    private weak var companion: ByteInput?
    /// Whether reading ahead has come to the end.
    private var hasEnded = false

    /// The best pipe size: a larger one costs CPU time without benefit, a smaller one costs system calls.
    private static let pipeSize: Int32 = 512 * 1024
    /// `F_SETPIPE_SZ`, which Glibc hides from Swift.
    private static let setPipeSize: Int32 = 1031
    private static let skippedBytes = 64 * 1024
    /// What is read ahead for a companion at most: ten seconds of 48 kHz stereo.
    private static let aheadLimit = 10 * 48_000 * 4

    /// Opens a path, or `-` for standard input. A FIFO without a writer is opened as well; reading then waits for the
    /// writer.
    ///
    /// - Parameter folder: the folder outside of which nothing is opened, and in which only regular files are; `nil` for no limit.
    init(opening path: String, below folder: RestrictedFolder? = nil) throws(SourceError) {
        guard !path.contains("://") else {
            throw SourceError("a source must be a file or a pipe, not an address", hint: "pipe it through ffmpeg")
        }
        let isStandardInput = path == "-" && folder == nil
        name = isStandardInput ? "standard input" : "'\(path)'"
        ownsDescriptor = !isStandardInput
        descriptor = isStandardInput ? STDIN_FILENO : try Self.open(path, below: folder)
        location = folder == nil ? path : "/proc/self/fd/\(descriptor)"
        do throws(FileUses.Conflict) {
            claim = ownsDescriptor ? try FileClaim.reading(descriptor: descriptor) : nil
        } catch {
            close(descriptor)
            throw SourceError("'\(path)' is written by this process", hint: "use a file that is complete")
        }
        var status = stat()
        fstat(descriptor, &status)
        let type = status.st_mode & S_IFMT
        size = Int(status.st_size)
        isRegularFile = type == S_IFREG
        fifo = type == S_IFIFO && ownsDescriptor ? FileID(status) : nil
        isStream = type == S_IFIFO || type == S_IFCHR || type == S_IFSOCK
        if type == S_IFDIR {
            // The end of this object closes the descriptor.
            throw SourceError("'\(path)' is a folder", hint: "use a file")
        }
        if ownsDescriptor { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
        if type == S_IFIFO { _ = fcntl(descriptor, Self.setPipeSize, Self.pipeSize) }
    }

    deinit {
        claim?.release()
        if ownsDescriptor { close(descriptor) }
    }

    private static func open(_ path: String, below folder: RestrictedFolder?) throws(SourceError) -> Int32 {
        let reason: String
        if let folder {
            do throws(RestrictedFolder.Refusal) {
                return try folder.open(path)
            } catch {
                reason = "\(error)"
            }
        } else {
            let descriptor = Glibc.open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
            if descriptor >= 0 { return descriptor }
            reason = String(cString: strerror(errno))
        }
        throw SourceError("cannot open '\(AddressRedaction.cautious(path))': \(reason)", hint: "check the path")
    }

    /// Reads once: returns the number of bytes, 0 at the end. Blocks when no data is available.
    func read(into target: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        if !pushedBack.isEmpty {
            let count = min(pushedBack.count, target.count)
            target.copyBytes(from: pushedBack.prefix(count))
            pushedBack = pushedBack.dropFirst(count)
            return count
        }
        while true {
            let count = Glibc.read(descriptor, target.baseAddress, target.count)
            if count >= 0 {
                wait?.delivered()
                return count
            }
            guard errno == EINTR else {
                throw SourceError(
                    "\(name) cannot be read: \(String(cString: strerror(errno)))", hint: "check the device")
            }
        }
    }

    var isFIFO: Bool { fifo != nil }

    /// Whether bytes are buffered, so that no system call is needed.
    var hasPushedBack: Bool { !pushedBack.isEmpty }

    /// The result of a wait.
    enum Readable {
        case this
        case other
        /// Nothing arrived within the time.
        case none
        /// The program is to change.
        case woken
        case cancelled
    }

    /// Waits until this or the other input is readable; this input takes precedence.
    ///
    /// - Parameters:
    ///   - wake: a descriptor that ends the wait when it is readable; -1 for none.
    ///   - milliseconds: the maximum wait; -1 for no limit. A wait continues that of the last call that found nothing,
    ///     and is reported when it lasts.
    func waitUntilReadable(
        beside other: ByteInput?, or cancellation: Cancellation, wake: Int32 = -1, milliseconds: Int32 = -1
    ) -> Readable {
        // On the stack, because this runs before each read.
        return withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 4) { waits in
            let events = Int16(POLLIN)
            waits.initializeElement(at: 0, to: pollfd(fd: cancellation.descriptor, events: events, revents: 0))
            waits.initializeElement(at: 1, to: pollfd(fd: descriptor, events: events, revents: 0))
            waits.initializeElement(at: 2, to: pollfd(fd: other?.descriptor ?? -1, events: events, revents: 0))
            waits.initializeElement(at: 3, to: pollfd(fd: wake, events: events, revents: 0))
            var rest = milliseconds
            while true {
                let notice = wait?.begin() ?? -1
                let limit = rest < 0 || notice >= 0 && notice < rest ? notice : rest
                let step = cancellation.pollMilliseconds(of: limit)
                let count = poll(waits.baseAddress, 4, step)
                let isOver = count > 0 || count < 0 && errno != EINTR
                if cancellation.descriptor < 0, cancellation.isCancelled { return .cancelled }
                // The other one may be readable at each turn.
                if count >= 0, waits[1].revents == 0 { wait?.report() }
                if count == 0, rest >= 0 { rest -= step }
                if isOver || rest == 0 { break }
            }
            if waits[0].revents != 0 { return .cancelled }
            if waits[1].revents != 0 { return .this }
            if waits[3].revents != 0 { return .woken }
            return waits[2].revents != 0 ? .other : .none
        }
    }

    /// Waits until the input is readable; returns false when cancelled.
    private func waitUntilReadable(or cancellation: Cancellation) -> Bool {
        if hasPushedBack || isRegularFile { return !cancellation.isCancelled }
        while true {
            let ahead = companion.flatMap { $0.mayReadAhead ? $0 : nil }
            switch waitUntilReadable(beside: ahead, or: cancellation) {
            case .cancelled: return false
            case .other: ahead?.readAhead()
            case .this, .none, .woken: return true
            }
        }
    }

    // MARK: Waits

    /// Reports waits for this stream that last.
    ///
    /// - Parameter companion: another stream, which the same program may write. It is read ahead while the beginning of this
    ///   one is waited for, because the program may be blocked on it.
    func report(to waits: PipeWaits?, _ media: PipeWait.Media, companion: ByteInput?) {
        guard isStream else { return }
        wait = waits.map { InputWait($0, media, name: name) }
        if companion?.isStream ?? false { self.companion = companion }
    }

    private var mayReadAhead: Bool { !hasEnded && pushedBack.count < Self.aheadLimit }

    /// Keeps what can be read now for later reads. A failure is found by the next read.
    private func readAhead() {
        var part = [UInt8](repeating: 0, count: Self.skippedBytes)
        let count = Glibc.read(descriptor, &part, part.count)
        guard count > 0 else { return hasEnded = count == 0 || errno != EINTR }
        pushedBack += part.prefix(count)
    }

    /// Up to `count` first bytes, without consuming them; fewer at the end of the input.
    func peek(_ count: Int, or cancellation: Cancellation) throws(SourceError) -> [UInt8] {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard waitUntilReadable(or: cancellation) else { break }
            let part = try readSome(count - bytes.count)
            if part.isEmpty { break }
            bytes += part
        }
        pushedBack = bytes + pushedBack
        return bytes
    }

    /// Exactly `count` bytes, or `nil` when the input ends earlier or is cancelled.
    func readExactly(_ count: Int, or cancellation: Cancellation) throws(SourceError) -> [UInt8]? {
        var bytes: [UInt8] = []
        while bytes.count < count {
            guard waitUntilReadable(or: cancellation) else { return nil }
            let part = try readSome(count - bytes.count)
            if part.isEmpty { return nil }
            bytes += part
        }
        return bytes
    }

    /// Skips everything before `beginning`; returns false when the input ends or is cancelled before it.
    func skip(to beginning: [UInt8], or cancellation: Cancellation) throws(SourceError) -> Bool {
        var window: [UInt8] = []
        while waitUntilReadable(or: cancellation) {
            let part = try readSome(Self.skippedBytes)
            if part.isEmpty { return false }
            window += part
            if let start = window.firstOffset(of: beginning) {
                pushedBack = window[start...] + pushedBack
                return true
            }
            window.removeFirst(max(0, window.count - beginning.count + 1))
        }
        return false
    }

    /// The next reads return these bytes first.
    func pushBack(_ bytes: [UInt8]) { pushedBack = bytes + pushedBack }

    private func readSome(_ count: Int) throws(SourceError) -> [UInt8] {
        var part = [UInt8](repeating: 0, count: count)
        let received = try read(into: &part)
        return Array(part.prefix(received))
    }

    /// Reads once into `target` at `offset`: returns the number of bytes, 0 at the end.
    func read(into target: inout [UInt8], from offset: Int = 0) throws(SourceError) -> Int {
        try target.withUnsafeMutableBufferPointer { target throws(SourceError) in
            try read(into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: target[offset...])))
        }
    }
}
