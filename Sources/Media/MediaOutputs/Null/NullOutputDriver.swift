import GStreamer
import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime
import Synchronization

/// Counts accepted raw media and discards it, for tests and benchmarks of the contract alone.
struct NullOutputDriver: OutputDriver {
    static let kind = OutputKind(
        name: "nothing: media is counted", page: "pipes", forms: [.init("null:", part: "null")])

    let address = OutputAddress(name: "null:")
    let traits = OutputTraits(input: .raw)
    let policy = OutputPolicy.local

    init?(_ text: String) {
        guard text == "null:" else { return nil }
    }

    func connect(_ context: ConnectionContext) -> (any OutputConnection)? {
        NullConnection(context.delivery)
    }
}

/// Takes every unit immediately.
private final class NullConnection: OutputConnection, OutputPeer {
    private let delivery: DeliveryReport
    private let bytes = Counter()
    private let lastTime = Atomic<Int64>(0)
    private let hasEnded = Atomic(false)
    private let wakes = Monitor(0)

    init(_ delivery: DeliveryReport) {
        self.delivery = delivery
    }

    func open() {}

    func receive(_ frame: borrowing VideoFrame) {
        bytes.increment(by: frame.layout.byteCount)
        lastTime.store(frame.time.nanoseconds, ordering: .relaxed)
        delivery.taken(.video)
    }

    func receive(_ block: borrowing AudioBlock) {
        bytes.increment(by: block.sampleCount * block.format.frameBytes)
        delivery.taken(.audio)
    }

    var bytesTaken: UInt64 { UInt64(bytes.value) }
    var hasMedia: Bool { bytes.value > 0 }
    var position: MediaTime { MediaTime(nanoseconds: lastTime.load(ordering: .relaxed)) }

    func nextFailure(seconds: Double) -> ConnectionFailure? {
        let last = wakes.withLock { $0 }
        _ = wakes.wait(seconds: isDrained ? 0 : seconds) { $0 != last ? true : nil }
        return nil
    }

    func wake() { wakes.update { $0 += 1 } }

    func end() -> Bool {
        hasEnded.store(true, ordering: .relaxed)
        return true
    }

    var isDrained: Bool { hasEnded.load(ordering: .relaxed) }

    func close(seconds: Double) -> OutputFailure? { nil }
}
