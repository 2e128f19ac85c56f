import Dispatch
import MeetingClient
import ProductionStudio
import StudioCore
import StudioEngine
import StudioRuntime
import Testing

@testable import PSStudioLibrary

@Suite("C interface: an event that waits for the host's loop")
struct LateLoopTests {
    @Test("ZM-CALL-001, ZM-QUALITY-002: a loop that never ran is a violation, one that works on something else is not")
    func late() throws {
        let clock = ManualClock()
        let environment = try ClientEnvironment(variable: { _ in nil }, clock: clock)
        let queue = CallbackQueue(clock: clock, queue: DispatchQueue(label: "psstudio.test.callbacks"))
        let client = MeetingClient(environment, queue: queue, clock: clock) { _ in }
        let receiver = ClientReceiver(callback: { _, _ in }, user: nil)
        receiver.setClient(client)
        receiver.reportUndispatched()
        #expect(client.violations.map(\.error.rule.id) == ["ZM-CALL-001"])
        receiver.receive(.identityExpired)
        receiver.reportUndispatched()
        #expect(client.violations.map(\.error.rule.id) == ["ZM-CALL-001", "ZM-QUALITY-002"])
        #expect(client.violations.allSatisfy { !$0.isRefusal })
    }
}
