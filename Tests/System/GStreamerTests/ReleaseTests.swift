import GStreamer
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@Suite("Release of pipelines and pools")
struct ReleaseTests {
    /// A place for a tracker, whose release proves the release of a GStreamer object.
    private struct Trackers {
        let unit = Signal()
        let end = Signal()
        let transform = Signal()
        let probe = Signal()

        var all: [Signal] { [unit, end, transform, probe] }
    }

    /// Builds, plays and drops a pipeline with a tracker in every closure that GStreamer holds.
    private func run(_ trackers: Trackers, middle: String = "", _ body: (Pipeline, AppSource) throws -> Void) throws {
        let pipeline = try Pipeline("appsrc name=src \(middle) ! identity name=probed ! appsink name=sink")
        let (unitTracker, endTracker) = (Tracker(trackers.unit), Tracker(trackers.end))
        let sink = try AppSink(
            pipeline.element("sink"), onUnit: { _, _, _ in unitTracker.touch() }, onEnd: { endTracker.touch() })
        let source = try AppSource(pipeline.element("src"), policy: .dropOldest)
        let transformTracker = Tracker(trackers.transform)
        source.transform = { _ in
            transformTracker.touch()
            return nil
        }
        let probeTracker = Tracker(trackers.probe)
        try pipeline.element("probed").observeInput { _ in probeTracker.touch() }
        source.setCaps(try #require(Caps.pcm(.program)))
        try body(pipeline, source)
        #expect(trackers.all.allSatisfy { !$0.wasSent }, "alive while referenced")
        withExtendedLifetime((sink, pipeline)) {}
    }

    @Test("an ended pipeline is freed with everything in it")
    func ended() throws {
        let trackers = Trackers()
        try run(trackers) { pipeline, source in
            try pipeline.play()
            for value in 0..<20 as Range<UInt8> { _ = source.push(try unit(value)) }
            source.end()
            #expect(pipeline.nextMessage(seconds: deadlineSeconds) == .end)
        }
        for signal in trackers.all { #expect(signal.wait()) }
    }

    @Test("a pipeline that never played is freed")
    func neverPlayed() throws {
        let trackers = Trackers()
        try run(trackers) { _, _ in }
        for signal in trackers.all { #expect(signal.wait()) }
    }

    @Test("a playing pipeline with unread messages is freed")
    func dropped() throws {
        let trackers = Trackers()
        try run(trackers) { pipeline, source in
            try pipeline.play()
            for value in 0..<20 as Range<UInt8> { _ = source.push(try unit(value)) }
            pipeline.wake()
            pipeline.wake()
        }
        for signal in trackers.all { #expect(signal.wait()) }
    }

    @Test("a failed pipeline is freed")
    func failed() throws {
        let trackers = Trackers()
        try run(trackers, middle: "! identity error-after=2") { pipeline, source in
            try pipeline.play()
            for value in 0..<5 as Range<UInt8> { _ = source.push(try unit(value)) }
            guard case .error = pipeline.nextMessage(seconds: deadlineSeconds) else {
                Issue.record("no error was posted")
                return
            }
        }
        for signal in trackers.all { #expect(signal.wait()) }
    }

    @Test("the Swift objects are freed, even if an element outlives its pipeline")
    func swiftObjects() throws {
        weak var weakPipeline: Pipeline?
        weak var weakElement: Element?
        do {
            var kept: Element?
            do {
                let pipeline = try Pipeline("fakesrc ! fakesink name=e")
                try pipeline.play()
                kept = try pipeline.element("e")
                (weakPipeline, weakElement) = (pipeline, kept)
            }
            #expect(weakPipeline == nil)
            #expect(kept?.name == "e", "an element may outlive its pipeline")
            kept = nil
        }
        #expect(weakElement == nil)
    }

    @Test("a pool reuses buffers at their full size")
    func pool() throws {
        let pool = try BufferPool(byteCount: 1000)
        func address() throws -> UInt {
            let buffer = try present(pool.acquire())
            let whole = buffer.byteCount
            #expect(whole == 1000)
            let address = buffer.withBytes { UInt(bitPattern: $0.baseAddress) }
            // A trimmed buffer returns at full size.
            buffer.trim(to: 10..<20)
            let trimmed = buffer.byteCount
            #expect(trimmed == 10)
            return try #require(address)
        }
        var addresses: Set<UInt> = []
        for _ in 0..<50 { addresses.insert(try address()) }
        #expect(addresses.count == 2, "first in, first out among two")
    }

    @Test("a pool always provides buffers, and they may outlive it")
    func poolOutlived() throws {
        var buffers = Held()
        do {
            let pool = try BufferPool(byteCount: 64)
            for value in 0..<20 as Range<UInt8> {
                let buffer = try present(pool.acquire())
                _ = buffer.withMutableBytes { bytes in
                    for index in bytes.indices { bytes[index] = value }
                }
                buffers.add(buffer)
            }
        }
        #expect(buffers.firstBytes == Array(0..<20))
    }

    @Test("lent memory is read in place, never written, and released with the last reference")
    func lent() throws {
        let released = Signal()
        let memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 100, alignment: 16)
        defer { memory.deallocate() }
        memory.initializeMemory(as: UInt8.self, repeating: 7)
        do {
            let buffer = try lend(memory, released)
            let count = buffer.byteCount
            #expect(count == 100)
            let other = buffer.retained()
            let address = other.withBytes { $0.baseAddress }
            #expect(address == UnsafeRawPointer(memory.baseAddress))
        }
        #expect(released.wasSent)
        do {
            // A writer gets a copy.
            let buffer = try lend(memory, Signal())
            _ = buffer.withMutableBytes { $0.initializeMemory(as: UInt8.self, repeating: 9) }
            let first = buffer.withBytes { $0.first }
            #expect(first == 9)
        }
        #expect(memory.allSatisfy { $0 == 7 })
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        #expect(throws: NoMemory.self) { _ = try present(MediaBuffer(lending: nothing, owner: Tracker(Signal()))) }
    }

    private func lend(_ memory: UnsafeMutableRawBufferPointer, _ released: Signal) throws -> MediaBuffer {
        try present(MediaBuffer(lending: UnsafeRawBufferPointer(memory), owner: Tracker(released)))
    }

    @Test("a closed pool and a pool with an impossible size provide no buffers")
    func poolClosed() throws {
        let pool = try BufferPool(byteCount: 64)
        pool.close()
        #expect(throws: NoMemory.self) { _ = try present(pool.acquire()) }
        for size in [Int.max, 1 << 32, -1] {
            let error = failure { () throws(GStreamerError) in _ = try BufferPool(byteCount: size) }
            #expect(error?.domain == .core)
        }
    }
}

/// Buffers cannot be stored in an array; their readers can.
private struct Held {
    private var readers: [() -> UInt8] = []

    var firstBytes: [UInt8] { readers.map { $0() } }

    mutating func add(_ buffer: consuming MediaBuffer) {
        let kept = Kept(buffer)
        readers.append { kept.first }
    }

    private final class Kept {
        private let buffer: MediaBuffer

        init(_ buffer: consuming MediaBuffer) {
            self.buffer = buffer
        }

        var first: UInt8 { buffer.withBytes { $0.first ?? 0 } ?? 0 }
    }
}
