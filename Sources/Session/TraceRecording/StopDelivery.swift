import ProductionStudio
import StudioCore
import StudioRuntime

/// Whether the callback that ends the sending is being delivered. On a manual clock, times do not tell.
final class StopDelivery: Sendable {
    private let isDue = Lock(false)
    private let isManual: Bool

    init(of clock: any StudioClock) {
        isManual = clock is ManualClock
    }

    /// A callback begins.
    func begin(_ event: StudioEvent) { if event == .stoppedSending { isDue.set(true) } }

    /// A callback has returned.
    func end(_ event: StudioEvent) { if event == .stoppedSending { isDue.set(false) } }

    /// Whether a call that is rejected now races with the callback; `nil` when it does not, and on the clock of the machine.
    var isRace: Bool? { isManual && isDue.withLock { $0 } ? true : nil }
}
