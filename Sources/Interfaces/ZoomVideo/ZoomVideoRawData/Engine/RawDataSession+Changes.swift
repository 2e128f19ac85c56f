import MediaReceiving
import StudioCore
import StudioMeeting
import StudioRuntime

// What follows from decisions, outside the lock.
extension RawDataSession {
    enum Change: Sendable {
        case open(RawDataSubscription, RawDataStateMachine.Subscription, Opening)
        case end(RawDataSubscription)
        case revoke(RawDataSubscription)
        case beginAudio(RawDataAudio, Failure)
        case endAudio(RawDataAudio)
    }

    struct Opening: Sendable {
        /// The track of the pipe; `nil` without one.
        let track: Track?
        let failure = Failure()
    }

    /// The error of a change, for the call that caused it: another thread may perform it.
    final class Failure: Sendable {
        private let error = Lock<StudioError?>(nil)

        func set(_ error: StudioError) { self.error.set(error) }

        func get() throws(StudioError) { if let error = error.withLock({ $0 }) { throw error } }
    }

    func perform(_ change: ActionQueue<Change>.Ticket) {
        changes.perform(change) { change in
            switch change {
            case .open(let subscription, let accepted, let opening): open(subscription, accepted, opening)
            case .end(let subscription): end(subscription)
            case .revoke(let subscription): subscription.revoke()
            case .beginAudio(let audio, let failure): begin(audio, failure)
            case .endAudio(let audio): end(audio)
            }
        }
    }

    private func open(
        _ subscription: RawDataSubscription, _ accepted: RawDataStateMachine.Subscription, _ opening: Opening
    ) {
        let isOn = opening.track?.state.isPublished == true
        do throws(StudioError) {
            try subscription.open(accepted, isOn: isOn)
        } catch {
            discard(subscription)
            opening.failure.set(
                StudioError(
                    .rawDataPipeUser, "\(error)", hint: "subscribe before onUserLeave",
                    code: subscription.pipe.isShare ? .rawDataNoShare : .rawDataNoVideo))
        }
    }

    /// Ends it, and keeps the number of its drops.
    private func end(_ subscription: RawDataSubscription) {
        subscription.end()
        let (pipe, drops) = (subscription.pipe, subscription.drops)
        state.withLock { $0.droppedFrames[pipe, default: [:]].merge(drops) { $0 + $1 } }
    }

    private func begin(_ audio: RawDataAudio, _ failure: Failure) {
        do throws(StudioError) {
            try audio.begin(options.audioFormat)
        } catch {
            state.withLock { state in
                guard state.audio === audio else { return }
                state.machine.audioEnded()
                state.audio = nil
            }
            end(audio)
            failure.set(error)
        }
    }

    /// Ends it, and keeps the number of its drops.
    private func end(_ audio: RawDataAudio) {
        audio.end()
        let drops = audio.dropped
        state.withLock { $0.droppedBlocks += drops }
    }
}
