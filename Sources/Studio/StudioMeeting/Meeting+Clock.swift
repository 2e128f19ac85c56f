package import StudioCore
package import StudioRuntime

extension Meeting {
    /// How long due callbacks may take on a manual clock, in real seconds.
    private static let settleTimeout = 1.0

    /// Waits until all due callbacks are delivered; returns false after a second. Must not be called inside a callback.
    @discardableResult
    package func settle() -> Bool {
        callbackQueue.waitUntilAtRest(seconds: Self.settleTimeout) != nil
    }

    /// Advances a manual clock timer by timer and delivers each callback at its own time, so that sessions are repeatable.
    /// Must not be called inside a callback.
    package func advance(_ clock: ManualClock, to time: MediaTime) {
        settle()
        while let next = clock.nextTime, next < time {
            clock.advance(to: next)
            settle()
        }
        clock.advance(to: time)
        settle()
    }
}
