import Testing

@testable import GStreamer

@Suite("The start of GStreamer")
struct RuntimeTests {
    @Test("a process whose first act is a buffer starts GStreamer")
    func buffer() async {
        await #expect(processExitsWith: .success) { precondition(Self.sizeOfBuffer() == 3) }
    }

    @Test("a process whose first act is a copy of bytes starts GStreamer")
    func copy() async {
        await #expect(processExitsWith: .success) { precondition(Self.copiedBytes() == [1, 2, 3]) }
    }

    @Test("a process whose first act is a format starts GStreamer")
    func caps() async {
        await #expect(processExitsWith: .success) {
            precondition(Caps("video/x-raw,framerate=30/1")?.mediaType == "video/x-raw")
        }
    }

    /// Macros cannot hold a buffer.
    private static func sizeOfBuffer() -> Int? {
        guard let buffer = MediaBuffer(byteCount: 3) else { return nil }
        return buffer.byteCount
    }

    private static func copiedBytes() -> [UInt8]? {
        guard let buffer = MediaBuffer(copying: [1, 2, 3]) else { return nil }
        return buffer.withBytes { Array($0) }
    }
}
