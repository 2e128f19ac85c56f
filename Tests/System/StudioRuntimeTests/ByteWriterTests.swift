import Glibc
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("ByteWriter")
struct ByteWriterTests {
    private func write(_ bytes: [UInt8], to writer: ByteWriter) -> Int32 {
        bytes.withUnsafeBytes { writer.write($0) }
    }

    @Test("A file is written, also at positions, and closed")
    func file() throws {
        let folder = try TestFolder()
        let writer = ByteWriter(owning: open(folder.file("a"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600))
        #expect(writer.isSeekable)
        #expect(write([1, 2, 3, 4], to: writer) == 0)
        #expect(writer.seek(to: 1) == 0)
        #expect(write([9], to: writer) == 0)
        #expect(writer.bytesTaken == 4, "the size of the file")
        #expect(writer.seek(to: 3) == 0)
        #expect(write([4, 5], to: writer) == 0)
        #expect(writer.bytesTaken == 5)
        #expect(writer.finish() == 0)
        #expect(Array(try folder.read("a")) == [1, 9, 3, 4, 5])
    }

    @Test("A shared descriptor is not seekable and stays open")
    func shared() throws {
        let folder = try TestFolder()
        let descriptor = open(folder.file("a"), O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let writer = ByteWriter(sharing: descriptor)
        #expect(!writer.isSeekable)
        #expect(write([1], to: writer) == 0)
        #expect(writer.finish() == 0)
        #expect(fcntl(descriptor, F_GETFL) >= 0)
    }

    @Test("A full pipe: a partial write, then a time-out; the flags of the pipe are unchanged")
    func timeout() throws {
        let pipe = try PipePair()
        let writer = ByteWriter(sharing: pipe.writeEnd)
        let bytes = [UInt8](repeating: 7, count: 1 << 20)
        let (count, error) = bytes.withUnsafeBytes { writer.write($0, timeout: 0) }
        #expect(error == EAGAIN)
        // F_GETPIPE_SZ, which is not imported.
        #expect(count == Int(fcntl(pipe.writeEnd, 1032)))
        #expect(writer.bytesTaken == UInt64(count))
        #expect(fcntl(pipe.writeEnd, F_GETFL) & O_NONBLOCK == 0)
        #expect(pipe.read(count) == [UInt8](repeating: 7, count: count))
    }

    @Test("Another thread cancels a blocked write")
    func abandon() throws {
        let pipe = try PipePair()
        let writer = ByteWriter(sharing: pipe.writeEnd)
        let error = Recorder<Int32>()
        _ = try Worker("writer") { error.record(write([UInt8](repeating: 7, count: 1 << 20), to: writer)) }
        writer.abandon()
        #expect(error.wait(count: 1))
        #expect(error.all == [ECANCELED])
    }

    @Test("A closed reader is EPIPE, not SIGPIPE")
    func readerGone() throws {
        let pipe = try PipePair()
        pipe.closeReadEnd()
        #expect(write([1], to: ByteWriter(sharing: pipe.writeEnd)) == EPIPE)
    }

    @Test("A process that does not ignore SIGPIPE survives a closed reader, and its own signals stay as they are")
    func signals() async {
        await #expect(processExitsWith: .success) {
            let pipe = try PipePair()
            pipe.closeReadEnd()
            signal(SIGPIPE, SIG_DFL)
            let writer = ByteWriter(sharing: pipe.writeEnd)
            #expect([1].withUnsafeBytes { writer.write($0) } == EPIPE)
            var (pending, blocked) = (sigset_t(), sigset_t())
            sigpending(&pending)
            pthread_sigmask(SIG_BLOCK, nil, &blocked)
            #expect(sigismember(&pending, SIGPIPE) == 0)
            #expect(sigismember(&blocked, SIGPIPE) == 0)
            // One that is blocked by the process stays pending.
            var all = sigset_t()
            sigfillset(&all)
            pthread_sigmask(SIG_BLOCK, &all, nil)
            #expect([1].withUnsafeBytes { writer.write($0) } == EPIPE)
            sigpending(&pending)
            #expect(sigismember(&pending, SIGPIPE) == 1)
        }
    }

    @Test("A full device is ENOSPC")
    func full() {
        #expect(write([1], to: ByteWriter(owning: open("/dev/full", O_WRONLY | O_NONBLOCK | O_CLOEXEC))) == ENOSPC)
    }

    @Test("A socket whose peer does not read: a time-out, and the socket's flags are unchanged")
    func socket() throws {
        var ends: (Int32, Int32) = (-1, -1)
        let result = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: Int32.self, capacity: 2) {
                socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0, $0)
            }
        }
        try #require(result == 0)
        defer {
            close(ends.0)
            close(ends.1)
        }
        let writer = ByteWriter(sharing: ends.0)
        let (count, error) = [UInt8](repeating: 7, count: 1 << 22).withUnsafeBytes { writer.write($0, timeout: 0) }
        #expect(error == EAGAIN)
        // How much a socket holds depends on how the kernel splits the bytes.
        #expect((1..<1 << 22).contains(count))
        #expect(writer.bytesTaken == UInt64(count))
        #expect(fcntl(ends.0, F_GETFL) & O_NONBLOCK == 0)
    }
}
