import Dispatch
import Logging
package import StudioCore
package import StudioMeeting
import StudioRuntime

/// What the local user of a client that receives media publishes, as the program of the outputs of `PSSTUDIO_OUT`.
///
/// All members may be used from any thread. The program has one frame size; frames of another size or range are converted.
package final class ClientPublication: Sendable {
    /// The form of the program.
    package struct Form: Hashable, Sendable {
        /// The frame size and format.
        package var capability: VideoCapability
        /// The frame rate.
        package var rate: Rate
        /// Whether the client publishes audio.
        package var hasAudio: Bool

        /// Describes video in limited range.
        ///
        /// - Parameters:
        ///   - width: in pixels, even.
        ///   - height: in pixels, even.
        package init(width: Int, height: Int, rate: Rate = .thirty, hasAudio: Bool = true) {
            capability = VideoCapability(
                width: Int32(clamping: width), height: Int32(clamping: height), format: .i420Limited)
            (self.rate, self.hasAudio) = (rate, hasAudio)
        }

        /// Of a client that publishes audio only: muxers and servers expect video, which is black.
        package static let audio = Form(width: 640, height: 360)
    }

    /// A track with the relay of its units.
    private struct Connection: Sendable {
        let track: Track
        let relay: TrackRelay
    }

    private struct State: Sendable {
        var camera: Connection?
        var microphone: Connection?
        /// The time after the samples that were appended; `nil` before the first ones.
        var samples: (start: MediaTime, count: Int64)?
        var isOver = false
    }

    /// The meeting whose local user's tracks are the program.
    let program: Meeting
    private let form: Form
    private let onFinish: @Sendable () -> Void
    private let publisher: TrackPublisher
    private let state = Lock(State())

    /// - Parameter onFinish: called once, when nothing more is published.
    init(_ form: Form, in program: Meeting, onFinish: @escaping @Sendable () -> Void) {
        (self.form, self.program, self.onFinish) = (form, program, onFinish)
        publisher = TrackPublisher(program.localTracks.microphone)
    }

    /// Creates the meeting of a program.
    static func makeProgram(_ clock: any StudioClock) -> Meeting {
        Meeting(clock: clock, callbackQueue: DispatchQueue(label: "psstudio.publication"))
    }

    /// Publishes the frames of this track from the next one on, instead of those of another one.
    package func setCamera(_ track: Track?) {
        connect(track, \.camera)
    }

    /// Publishes the audio of this track from the next block on, instead of that of another one.
    package func setMicrophone(_ track: Track?) {
        connect(track, \.microphone)
    }

    private func connect(_ track: Track?, _ place: WritableKeyPath<State, Connection?>) {
        let new = track.map { Connection(track: $0, relay: TrackRelay(to: program.localTracks, form.capability)) }
        let (old, isOver) = state.withLock { state -> (Connection?, Bool) in
            guard !state.isOver else { return (nil, true) }
            defer { state[keyPath: place] = new }
            return (state[keyPath: place], false)
        }
        if let old { old.track.fanout.remove(old.relay) }
        guard let new, !isOver else { return }
        new.track.fanout.add(new.relay)
        // Finished or replaced while it was added.
        let isCurrent = state.withLock { $0[keyPath: place]?.relay === new.relay }
        if !isCurrent { new.track.fanout.remove(new.relay) }
    }

    /// Publishes audio that continues without gaps: 48 kHz stereo, interleaved. Used by one thread at a time.
    package func append(_ samples: UnsafeBufferPointer<Int16>) {
        let (format, now) = (AudioFormat.program, program.clock.now)
        let count = Int64(samples.count / Int(format.channels))
        let time = state.withLock { state -> MediaTime? in
            guard !state.isOver else { return nil }
            // The first samples have just been captured.
            var line = state.samples ?? (now - MediaTime(count: count, rate: format.rate), 0)
            defer { state.samples = line }
            defer { line.count += count }
            return line.start + MediaTime(count: line.count, rate: format.rate)
        }
        guard let time else { return }
        if !publisher.publish(audio: UnsafeRawBufferPointer(samples), format: format, time: time) {
            Logger(label: "psstudio").warning("no memory is left for audio; the outputs lack a block")
        }
    }

    /// Publishes nothing more; the outputs are finished. A second call does nothing.
    package func finish() {
        let connections = state.withLock { state -> [Connection]? in
            guard !state.isOver else { return nil }
            defer { (state.camera, state.microphone, state.isOver) = (nil, nil, true) }
            return [state.camera, state.microphone].compactMap(\.self)
        }
        guard let connections else { return }
        for connection in connections { connection.track.fanout.remove(connection.relay) }
        onFinish()
    }
}
