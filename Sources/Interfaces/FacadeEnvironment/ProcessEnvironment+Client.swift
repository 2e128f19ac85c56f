// A module of its own: every interface compiles against FacadeSupport, which knows neither the session engine nor inputs.

package import FacadeSupport
import ProductionStudio
package import StudioEngine
import StudioMeeting

extension ProcessEnvironment {
    /// That of this process. It is made at the first use.
    package static let process = ProcessEnvironment { ClientEnvironment.process }

    /// An environment of a test.
    package init(_ environment: ClientEnvironment) { self.init { environment } }

    private init(_ environment: @escaping @Sendable () -> ClientEnvironment) {
        self.init(
            beginControl: { environment().beginControl(of: $0) },
            endControl: { environment().endControl(of: $0) },
            enter: { rules, violations, clock in
                let studio = environment().enterAsReceiver(rules, violations, clock: clock)
                // The studio performs the scenario as long as it is retained.
                return (studio.meeting, { studio.meeting.leave() })
            },
            traceTest: { ClientEnvironment.traceTest($0, $1, $2) })
    }
}
