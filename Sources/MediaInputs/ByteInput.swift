import Glibc

/// Bytes from a file, a FIFO or standard input.
final class ByteInput {
    /// What people call it.
    let name: String
    let descriptor: Int32
    /// A regular file never lets anyone wait.
    let isRegularFile: Bool
    /// A FIFO, a pipe or a terminal: it has no name that tells its format.
    let isStream: Bool
    private let ownsDescriptor: Bool
    private var pushedBack: ArraySlice<UInt8> = []

    /// The best size of a pipe: more costs CPU for nothing, less costs calls.
    private static let pipeSize: Int32 = 512 * 1024
    /// `F_SETPIPE_SZ`, which Glibc hides from Swift.
    private static let setPipeSize: Int32 = 1031

    /// Opens a path, `-` for standard input. A FIFO without a writer is opened, too; reading waits for the writer.
    init(opening path: String) throws(SourceError) {
        guard !path.contains("://") else {
            throw SourceError("a source is a file or a pipe, not an address", hint: "pipe it through ffmpeg")
        }
        let isStandardInput = path == "-"
        name = isStandardInput ? "standard input" : "'\(path)'"
        ownsDescriptor = !isStandardInput
        descriptor = isStandardInput ? STDIN_FILENO : open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw SourceError("cannot open '\(path)': \(String(cString: strerror(errno)))", hint: "check the path")
        }
        var status = stat()
        fstat(descriptor, &status)
        let type = status.st_mode & S_IFMT
        isRegularFile = type == S_IFREG
        isStream = type == S_IFIFO || type == S_IFCHR || type == S_IFSOCK
        if type == S_IFDIR {
            if ownsDescriptor { close(descriptor) }
            throw SourceError("'\(path)' is a folder", hint: "name a file")
        }
        if ownsDescriptor { _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK) }
        if type == S_IFIFO { _ = fcntl(descriptor, Self.setPipeSize, Self.pipeSize) }
    }

    deinit {
        if ownsDescriptor { close(descriptor) }
    }

    /// One read: the number of bytes, 0 at the end. Waits when nothing is there.
    func read(into target: UnsafeMutableRawBufferPointer) throws(SourceError) -> Int {
        if !pushedBack.isEmpty {
            let count = min(pushedBack.count, target.count)
            target.copyBytes(from: pushedBack.prefix(count))
            pushedBack = pushedBack.dropFirst(count)
            return count
        }
        while true {
            let count = Glibc.read(descriptor, target.baseAddress, target.count)
            if count >= 0 { return count }
            guard errno == EINTR else {
                throw SourceError(
                    "\(name) cannot be read: \(String(cString: strerror(errno)))", hint: "check the device")
            }
        }
    }

    /// Whether bytes can be had without a read from the system.
    var hasPushedBack: Bool { !pushedBack.isEmpty }

    /// What a wait ended with.
    enum Readable {
        case this
        case other
        /// Nothing came within the time.
        case none
        case cancelled
    }

    /// Waits until a read would not wait, here or at the other input; here first.
    ///
    /// - Parameter milliseconds: how long to wait; -1 for as long as it takes.
    func waitUntilReadable(
        beside other: ByteInput?, or cancellation: Cancellation, milliseconds: Int32 = -1
    ) -> Readable {
        // On the stack: this is asked before each read.
        withUnsafeTemporaryAllocation(of: pollfd.self, capacity: 3) { waits in
            let events = Int16(POLLIN)
            waits.initializeElement(at: 0, to: pollfd(fd: cancellation.descriptor, events: events, revents: 0))
            waits.initializeElement(at: 1, to: pollfd(fd: descriptor, events: events, revents: 0))
            waits.initializeElement(at: 2, to: pollfd(fd: other?.descriptor ?? -1, events: events, revents: 0))
            var rest = milliseconds
            while true {
                let step = cancellation.pollMilliseconds(of: rest)
                let count = poll(waits.baseAddress, 3, step)
                let isOver = count > 0 || count < 0 && errno != EINTR
                if cancellation.descriptor < 0, cancellation.isCancelled { return .cancelled }
                if count == 0, rest >= 0 { rest -= step }
                if isOver || rest == 0 { break }
            }
            if waits[0].revents != 0 { return .cancelled }
            if waits[1].revents != 0 { return .this }
            return waits[2].revents != 0 ? .other : .none
        }
    }

    /// Waits until a read would not wait; false when it was cancelled.
    private func waitUntilReadable(or cancellation: Cancellation) -> Bool {
        if hasPushedBack || isRegularFile { return !cancellation.isCancelled }
        return waitUntilReadable(beside: nil, or: cancellation) != .cancelled
    }

    /// Up to `count` first bytes, which later reads get again; fewer at the end of the input.
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

    /// Exactly `count` bytes, or `nil` when the input ends before or was cancelled.
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

    private func readSome(_ count: Int) throws(SourceError) -> [UInt8] {
        var part = [UInt8](repeating: 0, count: count)
        let received = try read(into: &part)
        return Array(part.prefix(received))
    }

    /// One read into `target` from `offset` on: the number of bytes, 0 at the end.
    func read(into target: inout [UInt8], from offset: Int = 0) throws(SourceError) -> Int {
        try target.withUnsafeMutableBufferPointer { target throws(SourceError) in
            try read(into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: target[offset...])))
        }
    }
}
