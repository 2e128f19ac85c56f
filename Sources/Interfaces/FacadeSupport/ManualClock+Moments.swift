package import StudioCore
package import StudioRuntime

extension ManualClock {
    /// Advances to each moment at which something is due, and to the end of `duration`. `rest` waits for the callbacks of
    /// a moment, before the first one too; when it returns false, the clock stays where it is.
    package func advance(by duration: MediaTime, rest: () -> Bool) {
        let end = now + duration
        guard rest() else { return }
        while let next = nextTime, next <= end {
            advance(to: next)
            guard rest() else { return }
        }
        advance(to: end)
        _ = rest()
    }
}
