package import StudioCore
import StudioRuntime

// What the client does wrong, and what no studio has recorded.
extension StudioEntry {
    /// Records a violation in the studio of the current meeting, or here without one.
    package func report(_ error: StudioError) -> StudioError {
        let (studio, own) = locked.withLock { ($0.session?.studio, $0.violations) }
        (studio?.violations ?? own).report(error)
        if studio == nil { report(.refused(error)) }
        return error
    }

    /// Records a violation with the code of its rule.
    package func report(_ rule: Rule, _ message: String, hint: String = "") -> StudioError {
        report(StudioError(rule, message, hint: hint))
    }

    /// Records a warning, and logs the first one of its rule.
    ///
    /// - Parameter isLogged: false if the caller has logged it.
    package func warn(_ error: StudioError, isLogged: Bool = true) {
        let (studio, warnings) = locked.withLock { ($0.session?.studio, $0.warnings) }
        warnings.record(error, isRefusal: false, isLogged: isLogged)
        if studio == nil { report(.warned(error)) }
    }

    /// Records a warning with the code of its rule.
    package func warn(_ rule: Rule, _ message: String, hint: String = "") {
        warn(StudioError(rule, message, hint: hint))
    }

    /// The client is faulty in a meeting that it has left, and whose trace is complete. The log of that meeting has it.
    package func keep(_ error: StudioError, isRefusal: Bool) { report(isRefusal ? .refused(error) : .warned(error)) }

    /// Takes the steps that no studio has recorded, for a trace of their own, if they show a fault of the client or why it
    /// has no meeting. Otherwise, they stay for the next studio.
    package func takeSteps() -> [EntryStep] {
        steps.withLock { steps in
            guard steps.areWorthATrace else { return [] }
            return exchange(&steps, with: [])
        }
    }
}
