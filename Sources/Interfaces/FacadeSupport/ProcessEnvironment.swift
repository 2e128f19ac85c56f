package import ProductionStudio
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// What the environment of a process does for the engine of an interface.
package struct ProcessEnvironment: Sendable {
    /// A meeting, and what leaves it.
    package typealias Entered = (meeting: Meeting, leave: @Sendable () -> Void)

    /// Opens the control socket for an interface, unless it is open.
    let beginControl: @Sendable (_ interface: String) -> Void
    /// An interface does not need the control socket any more.
    let endControl: @Sendable (_ interface: String) -> Void
    /// Enters a meeting as a client that receives.
    let enter: @Sendable (RuleCatalogue, ViolationLog, any StudioClock) -> Entered
    /// Records a client in the meeting of a test, when traces are asked for.
    package let traceTest: @Sendable (Meeting, RuleCatalogue, ViolationLog) -> Void

    package init(
        beginControl: @escaping @Sendable (_ interface: String) -> Void,
        endControl: @escaping @Sendable (_ interface: String) -> Void,
        enter: @escaping @Sendable (RuleCatalogue, ViolationLog, any StudioClock) -> Entered,
        traceTest: @escaping @Sendable (Meeting, RuleCatalogue, ViolationLog) -> Void
    ) {
        (self.beginControl, self.endControl, self.enter) = (beginControl, endControl, enter)
        self.traceTest = traceTest
    }
}
