import ProgramEncoding
import StudioCore
import StudioMeeting
import StudioRuntime

@testable import MediaOutputs

/// A test double of an output kind; the test controls its connections.
struct ToyDriver: OutputDriver {
    static let kind = OutputKind(name: "toy", page: "toy", forms: [.init("toy:NAME")])

    let address: OutputAddress
    let traits = OutputTraits(input: .raw)
    var policy = OutputPolicy.server
    /// Input from the test, and observations for it.
    let world = Monitor(World())

    struct World: Sendable {
        var hasReader = true
        var connections: [ToyConnection] = []
        var removedEmpty = false
    }

    init?(_ text: String) {
        guard text.hasPrefix("toy:") else { return nil }
        address = OutputAddress(name: text)
    }

    func connect(_ context: ConnectionContext) -> (any OutputConnection)? {
        world.update { world in
            guard world.hasReader else { return nil }
            let connection = ToyConnection(context.delivery)
            world.connections.append(connection)
            return connection
        }
    }

    func removeEmpty() { world.update { $0.removedEmpty = true } }
}

/// One connection of this output.
final class ToyConnection: OutputConnection, OutputPeer {
    struct State: Sendable {
        var bytes: UInt64 = 0
        var isOpen = false
        var frames = 0
        var hasBacklog = false
        var failure: OutputFailure?
        var hasEnded = false
        var isDrained = false
        var closeFailure: OutputFailure?
        var isClosed = false
        var wakes = 0
    }

    let delivery: DeliveryReport
    private let state = Monitor(State())

    init(_ delivery: DeliveryReport) {
        self.delivery = delivery
    }

    /// Changes the state, and wakes the output's thread.
    func set(_ body: (inout State) -> Void) {
        state.update { state in
            body(&state)
            state.wakes += 1
        }
    }

    /// Waits until the output has opened it.
    func waitUntilOpen(seconds: Double) -> Bool { state.wait(seconds: seconds) { $0.isOpen ? true : nil } ?? false }

    /// Waits until the output has closed it.
    func waitUntilClosed(seconds: Double) -> Bool {
        state.wait(seconds: seconds) { $0.isClosed ? true : nil } ?? false
    }

    var snapshot: State { state.withLock { $0 } }

    func open() { set { $0.isOpen = true } }
    func receive(_ frame: borrowing VideoFrame) { state.update { $0.frames += 1 } }
    var bytesTaken: UInt64 { snapshot.bytes }
    var hasMedia: Bool { snapshot.frames > 0 }
    var hasBacklog: Bool { snapshot.hasBacklog }
    var hasCapacity: Bool { !hasBacklog }
    let position = MediaTime.zero

    func nextFailure(seconds: Double) -> ConnectionFailure? {
        let last = snapshot.wakes
        _ = state.wait(seconds: seconds) { $0.wakes != last || $0.failure != nil || $0.isDrained ? true : nil }
        return snapshot.failure.map { .other($0) }
    }

    func wake() { set { _ in } }

    func end() -> Bool {
        set { $0.hasEnded = true }
        return hasMedia
    }

    var isDrained: Bool { snapshot.isDrained }

    func close(seconds: Double) -> OutputFailure? {
        set { $0.isClosed = true }
        return snapshot.closeFailure
    }
}

/// Records requests for key frames.
final class RequestedKeyFrames: KeyFrameSource {
    private let requests = Lock<[KeyFrameReason]>([])
    var all: [KeyFrameReason] { requests.withLock { $0 } }
    func requestKeyFrame(_ reason: KeyFrameReason) { requests.withLock { $0.append(reason) } }
}
