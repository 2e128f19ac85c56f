import StudioCore
import StudioMeeting

/// Publishes the audio of a source in blocks of 20 ms. Used by one thread at a time.
final class ParticipantAudio {
    private let input: any AudioInput
    private let publisher: TrackPublisher
    private var position: Int64 = 0
    private var isOver = false
    private var withheld: [(bytes: [UInt8], time: MediaTime)] = []

    private static let blocksPerSecond: Int32 = 50

    init(_ input: any AudioInput, to publisher: TrackPublisher) {
        (self.input, self.publisher) = (input, publisher)
    }

    /// Whether it is generated, so that it ends with the video.
    var isEndless: Bool { input.endsWithVideo }

    /// When the next block is due, in the source's time; `nil` at the end.
    var nextTime: MediaTime? { isOver ? nil : MediaTime(count: position, rate: input.format.rate) }

    /// Publishes the block that is due.
    func publish(origin: MediaTime) throws(SourceError) {
        guard let time = nextTime else { return }
        if publisher.track.state == .ended { return end() }
        let controls = publisher.track.controls
        publisher.track.setState(controls.isMuted ? .off : controls.isStalled ? .stalled : .on)
        let wanted = Int(input.format.sampleRate / Self.blocksPerSecond)
        var hasEnded = false
        while input.available < wanted, !hasEnded { hasEnded = try input.read() == .end }
        let samples = min(wanted, input.available)
        guard samples > 0 else { return end() }
        position += Int64(samples)
        if !controls.isMuted, !controls.isStalled { releaseWithheld(controls) }
        input.take(samples) { bytes in
            guard !controls.isMuted else { return }
            if controls.isSpeaking {
                pass(bytes, at: origin + time, controls)
            } else {
                [UInt8](repeating: 0, count: bytes.count).withUnsafeBytes { pass($0, at: origin + time, controls) }
            }
        }
    }

    private func pass(_ bytes: UnsafeRawBufferPointer, at time: MediaTime, _ controls: TrackControls) {
        guard controls.isStalled else { return publish(bytes, at: time) }
        withheld.append((Array(bytes), time))
        if withheld.count > Int(Self.blocksPerSecond) { withheld.removeFirst() }
    }

    private func releaseWithheld(_ controls: TrackControls) {
        let late = withheld
        withheld = []
        guard controls.catchesUp else { return }
        for block in late { block.bytes.withUnsafeBytes { publish($0, at: block.time) } }
    }

    private func publish(_ bytes: UnsafeRawBufferPointer, at time: MediaTime) {
        _ = publisher.publish(audio: bytes, format: input.format, time: time)
    }

    /// The track publishes nothing more.
    func end() {
        isOver = true
        publisher.track.setState(.off)
    }
}
