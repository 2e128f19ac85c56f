package import Dispatch
package import StudioCore
package import StudioMeeting
package import StudioRuntime

/// The world of a test: a meeting whose clock advances only on request and whose callbacks come one at a time, and users with
/// their media.
package final class EmulatedWorld: Sendable {
    package let meeting: Meeting
    package let clock = ManualClock()
    /// The queue of media, as far as the interface has one. No callback of the meeting runs beside its work.
    package let queue: DispatchQueue
    /// Executes callbacks on the queue that vendors use, or the test has chosen, in turns with the work of ``queue``.
    package let executor: any CallbackExecutor
    /// How long a test waits for callbacks, in real seconds.
    package let timeout: Double
    private let onBlocked: @Sendable (_ message: String, _ hint: String) -> Void
    private let feeds = TrackFeeds()

    /// Longer than any correct callback.
    package static let timeout = 10.0

    /// - Parameters:
    ///   - name: the interface, for the name of the queue.
    ///   - callbackQueue: the queue of the callbacks other than media.
    ///   - onBlocked: called when a callback does not return in time; the clock then stays where it is. By default, the
    ///     program ends.
    package init(
        _ name: String, callbackQueue: DispatchQueue = .main, timeout: Double = EmulatedWorld.timeout,
        onBlocked: @escaping @Sendable (_ message: String, _ hint: String) -> Void = {
            preconditionFailure("\($0); \($1)")
        }
    ) {
        queue = DispatchQueue(label: "psstudio.\(name)")
        (self.timeout, self.onBlocked) = (timeout, onBlocked)
        executor = TurnExecutor(queue, callbackQueue)
        meeting = Meeting(
            clock: clock,
            callbackQueue: CallbackQueue(
                clock: clock, executor: executor, onUnservedQueue: Meeting.warnOfUnservedQueue))
    }

    // MARK: Users

    /// - Parameter delay: how much later than its media the user is reported, in seconds.
    package func addUser(_ name: String, reportedAfter delay: Double = 0) -> UserID {
        delay > 0 ? meeting.add(name, reportedAfter: .seconds(delay)).id : meeting.add(name).id
    }

    package func removeUser(_ user: UserID) {
        for kind in TrackKind.allCases { stop(kind, of: user) }
        meeting.remove(user)
    }

    // MARK: Media

    /// A remote user shows a camera, or shares, in place of an earlier one.
    ///
    /// - Parameter open: publishes to the track from now on.
    package func show(_ kind: TrackKind, of user: UserID, _ open: (Meeting) throws -> any TrackFeed) throws {
        stop(kind, of: user)
        feeds.set(try open(meeting), TrackID(participant: user, kind: kind))
    }

    /// Whether a user has a camera or a share that was shown.
    package func shows(_ kind: TrackKind, of user: UserID) -> Bool {
        feeds.has(TrackID(participant: user, kind: kind))
    }

    /// A user is heard, in place of an earlier sound.
    ///
    /// - Parameter user: `none` for the local user.
    package func play(_ audio: EmulatedAudio, _ kind: TrackKind = .microphone, of user: UserID = .none) {
        stop(kind, of: user)
        let track = user == .none ? meeting.localTracks.microphone : meeting.track(kind, of: user)
        guard let tone = audio.tone, let track else { return }
        feeds.set(ToneFeed(tone, to: track, clock: clock), TrackID(participant: user, kind: kind))
    }

    package func stop(_ kind: TrackKind, of user: UserID) {
        feeds.set(nil, TrackID(participant: user, kind: kind))
    }

    /// Changes a remote user's track. A change that it does not have ends the program.
    package func change(_ kind: TrackKind, of user: UserID, _ change: TrackChange) {
        do throws(TrackChangeError) {
            try meeting.change(kind, of: user, change)
        } catch {
            preconditionFailure("\(error)")
        }
    }

    /// The frames of a remote user's camera must be rotated clockwise.
    package func rotate(degrees: Int, of user: UserID) {
        guard let rotation = FrameRotation(rawValue: degrees) else {
            preconditionFailure("the rotation is \(degrees); use 0, 90, 180 or 270")
        }
        change(.camera, of: user, .rotate(rotation: rotation))
    }

    // MARK: Time

    /// Advances the clock, and delivers each callback at its own time. Media comes on other threads than the main one.
    package func advance(seconds: Double) { MainQueue.serve { advanceHere(seconds) } }

    /// The asynchronous form: the caller's actor is free meanwhile.
    package func advance(seconds: Double) async {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "psstudio.advance").async { [self] in
                advanceHere(seconds)
                continuation.resume()
            }
        }
    }

    private func advanceHere(_ seconds: Double) {
        let end = clock.now + .seconds(seconds)
        guard rest() else { return }
        while let next = clock.nextTime, next <= end {
            clock.advance(to: next)
            guard rest() else { return }
        }
        clock.advance(to: end)
        _ = rest()
    }

    /// Delivers the callbacks that are due now.
    package func settle() { _ = rest() }

    /// Waits until all due callbacks have returned.
    private func rest() -> Bool {
        if meeting.waitUntilAtRest(seconds: timeout) != nil { return true }
        onBlocked(
            "a callback has not returned for \(timeout) seconds",
            "do not wait inside callbacks, and do not advance the clock inside them; if the main thread waits for another "
                + "one, let it wait in a call of the emulation, or choose a callbackQueue")
        return false
    }
}
