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
        var bytes: [UInt8] = []
        input.take(samples) { bytes = Array($0) }
        position += Int64(samples)
        guard !controls.isMuted else { return }
        if !controls.isSpeaking { bytes = [UInt8](repeating: 0, count: bytes.count) }
        if controls.isStalled {
            withheld.append((bytes, origin + time))
            if withheld.count > Int(Self.blocksPerSecond) { withheld.removeFirst() }
            return
        }
        let late = withheld
        withheld = []
        if controls.catchesUp { for block in late { publish(block.bytes, at: block.time) } }
        publish(bytes, at: origin + time)
    }

    private func publish(_ bytes: [UInt8], at time: MediaTime) {
        bytes.withUnsafeBytes { _ = publisher.publish(audio: $0, format: input.format, time: time) }
    }

    /// The track publishes nothing more.
    func end() {
        isOver = true
        publisher.track.setState(.off)
    }
}
