import Glibc
@testable import MediaInputs
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Cancellation of an input")
struct CancellationTests {
    @Test("cancelling ends a wait, with and without a wake-up descriptor", arguments: [true, false])
    func cancelled(hasDescriptor: Bool) throws {
        let folder = try TestFolder()
        #expect(mkfifo(folder.file("in"), 0o600) == 0)
        let cancellation = Cancellation(hasDescriptor: hasDescriptor)
        #expect((cancellation.descriptor >= 0) == hasDescriptor)
        let ends = Recorder<String>()
        let path = folder.file("in")
        let waiting = try Worker("test.wait") {
            guard let input = try? ByteInput(opening: path) else { return }  // The test then records no end.
            ends.record("open")
            ends.record("\(input.waitUntilReadable(beside: nil, or: cancellation))")
        }
        // The writer prevents that the end of the input ends the wait.
        let writer = open(path, O_WRONLY)
        defer { close(writer) }
        #expect(ends.wait(count: 1))
        cancellation.cancel()
        #expect(waiting.join(seconds: deadlineSeconds))
        #expect(ends.all == ["open", "cancelled"])
        #expect(cancellation.wait(seconds: 0))
    }

    @Test("without a wake-up descriptor an input is still read immediately")
    func readable() throws {
        let pipe = try PipePair()
        let input = try ByteInput(opening: "/dev/fd/\(pipe.readEnd)")
        pipe.write([1, 2, 3])
        #expect(input.waitUntilReadable(beside: nil, or: Cancellation(hasDescriptor: false)) == .this)
        #expect(try input.readExactly(3, or: Cancellation(hasDescriptor: false)) == [1, 2, 3])
    }
}
