public import ProductionStudio
public import StudioCore
public import StudioMeeting
public import StudioRuntime

/// The single producer: reads the sources, waits for each unit's moment, and sends it through the sender.
public final class MediaProducer {
    /// How the units are timed.
    public enum Pace: Sendable {
        /// Each at its deadline on the run's clock.
        case realTime
        /// As fast as the outputs take them; turns the clock by the declared cadence.
        case fast(ManualClock)
    }

    /// Why the producer ended.
    public enum Outcome: Sendable {
        /// The sources are over, or the duration is reached.
        case finished
        /// It was cancelled.
        case cancelled
        /// A source failed; what came before was sent.
        case sourceFailed(SourceError)
        /// The sender refused a unit.
        case refused(StudioError)
    }

    private enum Stop: Error {
        case cancelled
        case source(SourceError)
        case refused(StudioError)
    }

    private let sender: Sender
    private let hub: MediaHub
    private let clock: any StudioClock
    private let pace: Pace
    private let duration: MediaTime?
    private let cancellation: Cancellation
    private let pictures: PictureQueue
    private let sound: SoundQueue?
    private var pacer = Pacer()
    /// The run's time at which position zero of the sources was due.
    private var origin: MediaTime?

    /// How often the producer was late by more than 40 ms, so that the rest of the run was moved.
    public private(set) var delays = 0

    /// How long a wait for room lasts before the producer looks whether it was cancelled.
    private static let roomPatience = 0.25

    /// - Parameters:
    ///   - sources: what to send.
    ///   - sender: where to.
    ///   - meeting: whose clock and hub are used.
    ///   - pace: real time, or as fast as possible.
    ///   - duration: where to end, in the sources' time; `nil` for their own end.
    ///   - cancellation: ends it early.
    public init(
        _ sources: MediaSources, to sender: Sender, in meeting: Meeting, pace: Pace, duration: MediaTime?,
        cancellation: Cancellation
    ) {
        self.sender = sender
        hub = meeting.hub
        clock = meeting.clock
        self.pace = pace
        self.duration = duration
        self.cancellation = cancellation
        pictures = PictureQueue(sources.video, sender: sender)
        sound = sources.audio.map { SoundQueue($0) }
    }

    /// Sends until something ends it; blocks this thread.
    public func run() -> Outcome {
        do {
            // Both first units in hand before the clock counts: drawing or reading one must not part them.
            if let sound { _ = try fetch(sound, beside: pictures) }
            _ = try fetch(pictures, beside: sound)
            while try sendNext() {}
            return .finished
        } catch {
            switch error {
            case .cancelled: return .cancelled
            case .source(let error): return .sourceFailed(error)
            case .refused(let error): return cancellation.isCancelled ? .cancelled : .refused(error)
            }
        }
    }

    /// Sends the unit whose time is next; sound before a picture of the same time. False when nothing is left.
    private func sendNext() throws(Stop) -> Bool {
        let pictureTime = within(pictures.nextTime)
        let isSoundOver = pictures.isOver && sound?.endsWithPictures ?? true
        let soundTime = isSoundOver ? nil : within(sound?.nextTime)
        guard pictureTime != nil || soundTime != nil else { return false }
        if let sound, let soundTime, soundTime <= pictureTime ?? soundTime {
            guard try fetch(sound, beside: pictures) else { return true }
            try wait(for: soundTime)
            let samples = sound.blockSamples(upTo: duration)
            do { try sound.send(samples, to: sender) } catch { throw .refused(error) }
        } else if let pictureTime {
            guard try fetch(pictures, beside: sound) else { return true }
            try wait(for: pictureTime)
            do { try pictures.send(to: sender) } catch { throw .refused(error) }
        }
        return true
    }

    private func within(_ time: MediaTime?) -> MediaTime? {
        guard let time, time < duration ?? time + .seconds(1) else { return nil }
        return time
    }

    // MARK: Reading

    /// Reads until `needed` has a unit; false when it is over. Meanwhile the other input is read ahead, because a program
    /// that writes both may be waiting for exactly that.
    private func fetch(_ needed: any SourceQueue, beside other: (any SourceQueue)?) throws(Stop) -> Bool {
        while !needed.hasUnit {
            if let failure = needed.failure { throw .source(failure) }
            if needed.isOver { return false }
            try nextReadable(needed, other).read()
        }
        if cancellation.isCancelled { throw .cancelled }
        return true
    }

    private func nextReadable(
        _ needed: any SourceQueue, _ other: (any SourceQueue)?
    ) throws(Stop) -> any SourceQueue {
        guard let input = needed.bytes, !input.isRegularFile, !input.hasPushedBack else {
            if cancellation.isCancelled { throw .cancelled }
            return needed
        }
        let ahead = other.flatMap { $0.mayReadAhead ? $0.bytes : nil }
        switch input.waitUntilReadable(beside: ahead, or: cancellation) {
        case .this: return needed
        case .other: return other ?? needed
        case .cancelled: throw .cancelled
        }
    }

    // MARK: Timing

    private func wait(for time: MediaTime) throws(Stop) {
        switch pace {
        case .realTime: try waitForDeadline(time)
        case .fast(let clock):
            while !hub.waitForRoom(seconds: Self.roomPatience) {
                if cancellation.isCancelled { throw .cancelled }
            }
            clock.advance(to: time)
        }
    }

    private func waitForDeadline(_ time: MediaTime) throws(Stop) {
        let deadline: MediaTime
        switch pacer.due(time, now: clock.now) {
        case .due(let at): deadline = at
        case .moved(_, let at):
            delays += 1
            deadline = at
        }
        tellOrigin(deadline - time)
        let rest = deadline - clock.now
        if rest > .zero ? cancellation.wait(seconds: rest.seconds) : cancellation.isCancelled { throw .cancelled }
    }

    /// Tells the pictures when the first of them was due, when that is new.
    private func tellOrigin(_ origin: MediaTime) {
        guard origin != self.origin else { return }
        self.origin = origin
        pictures.setOrigin(.now + (origin - clock.now))
    }
}
