import GStreamer
import ProductionStudio
import StudioCore
import StudioMeeting
import StudioRuntime

/// A unit that a stall withholds.
private final class WithheldFrame {
    private var buffer: MediaBuffer?
    let layout: I420Layout
    let time: MediaTime

    init(_ buffer: consuming MediaBuffer, _ layout: I420Layout, _ time: MediaTime) {
        self.buffer = consume buffer
        (self.layout, self.time) = (layout, time)
    }

    func take() -> MediaBuffer? { buffer.take() }
}

/// The frame into which the source is read.
private final class CurrentFrame {
    let frame: BorrowedFrame

    init(_ buffer: consuming MediaBuffer, _ layout: I420Layout) {
        frame = BorrowedFrame(buffer: buffer, layout: layout)
    }
}

/// Publishes the frames of a source. Used by one thread at a time.
///
/// Each published frame is the one that the source shows at that time, so that a drifting rate leaves out or repeats
/// frames as a network does, and never changes the speed.
final class ParticipantVideo {
    private let input: any VideoInput
    private let publisher: TrackPublisher
    private let layout: I420Layout
    private var pacing: TrackPacing?
    private let seed: UInt64
    private let jitter: MediaTime
    private let isCamera: Bool
    /// The time of the next frame on the source's time line; `nil` at the end.
    private(set) var nextTime: MediaTime? = .zero
    private var current: CurrentFrame?
    /// The number of frames that were read or left out.
    private var readFrames: Int64 = 0
    /// The number of frames that the source has shown.
    private var shownFrames: Int64 = 0
    private var hasEnded = false
    private var withheld: [WithheldFrame] = []
    private var converter: (size: TrackControls.Size, converter: VideoConverter)?
    /// A rate that was set, with the time and number of its first frame.
    private var grid: (rate: Double, start: MediaTime, index: Int64)?

    /// A stall withholds at most the last second.
    private static let longestStall = MediaTime.seconds(1)

    init(_ input: any VideoInput, _ source: ParticipantSource, to publisher: TrackPublisher) {
        self.input = input
        self.publisher = publisher
        layout = .gstreamer(width: Int(input.description.width), height: Int(input.description.height))
        (seed, jitter, isCamera) = (source.seed, source.jitter, source.isCamera)
        pacing = source.deliveredRates.map { TrackPacing(rates: $0, jitter: source.jitter, seed: source.seed) }
        if pacing == nil, jitter > .zero {
            let rate = input.description.rate.perSecond
            pacing = TrackPacing(rates: rate...rate, jitter: jitter, seed: seed)
        }
        nextTime = pacing?.next() ?? .zero
    }

    /// Publishes the frame that is due.
    func publish(origin: MediaTime) throws(SourceError) {
        guard let time = nextTime else { return }
        if publisher.track.state == .ended { return end() }
        let controls = publisher.track.controls
        let isWithheld = controls.isStalled || controls.interruption != nil
        publisher.track.setState(controls.isMuted ? .off : isWithheld ? .stalled : .on)
        let number = number(at: time)
        let isNew = shownFrames <= number
        shownFrames = max(shownFrames, number + 1)
        let isSeen = !isUnseen(controls)
        if isSeen { try read(upTo: number) }
        // A frame is captured when the source shows it, and delivered later; by a camera, when it is due.
        let captured = origin + (isNew && !isCamera ? MediaTime(count: number, rate: input.description.rate) : time)
        if hasEnded {
            releaseWithheld(controls)
            return end()
        }
        if !controls.isMuted, controls.interruption == nil { publishFrame(controls, captured, isSeen: isSeen) }
        advance(from: time, controls)
    }

    /// Whether the frame that is due has no receiver, and need not be drawn.
    private func isUnseen(_ controls: TrackControls) -> Bool {
        guard input.canSkip else { return false }
        if controls.isMuted || controls.interruption != nil { return true }
        return !controls.isStalled && !publisher.track.fanout.isReceived
    }

    private func publishFrame(_ controls: TrackControls, _ captured: MediaTime, isSeen: Bool) {
        let size = controls.size.map { I420Layout.gstreamer(width: $0.width, height: $0.height) } ?? layout
        let (range, rotation) = (input.description.range, controls.rotation)
        guard isSeen else {
            releaseWithheld(controls)
            return publisher.publishUnreceived(layout: size, range: range, rotation: rotation)
        }
        guard let buffer = copy(controls) else { return }
        if controls.isStalled {
            withheld.append(WithheldFrame(buffer, size, captured))
            withheld.removeAll { captured - $0.time > Self.longestStall }
        } else {
            releaseWithheld(controls)
            publisher.publish(buffer, layout: size, range: range, rotation: rotation, time: captured)
        }
    }

    /// The number of the frame at a time: a rounded time belongs to the frame that begins with it. The jitter of a camera
    /// is much smaller than half an interval.
    private func number(at time: MediaTime) -> Int64 {
        let rate = input.description.rate
        return isCamera ? time.count(at: rate) : (time + MediaTime(nanoseconds: 1000)).frameNumber(at: rate)
    }

    /// The track publishes nothing more.
    func end() {
        nextTime = nil
        publisher.track.setState(.off)
    }

    private func releaseWithheld(_ controls: TrackControls) {
        let frames = withheld
        withheld = []
        guard controls.catchesUp, !controls.isStalled else { return }
        for frame in frames {
            guard let buffer = frame.take() else { continue }
            publisher.publish(
                buffer, layout: frame.layout, range: input.description.range, rotation: controls.rotation,
                time: frame.time)
        }
    }

    private func advance(from time: MediaTime, _ controls: TrackControls) {
        if let rate = controls.frameRate {
            if grid?.rate != rate { grid = (rate, time, 0) }
            guard var grid else { return }
            grid.index += 1
            nextTime = grid.start + .seconds(Double(grid.index) / rate)
            self.grid = grid
        } else if pacing != nil {
            nextTime = pacing?.next()
        } else {
            nextTime = MediaTime(
                count: (time + MediaTime(nanoseconds: 1000)).frameNumber(at: input.description.rate) + 1,
                rate: input.description.rate)
        }
    }

    /// Of a source that need not be read frame by frame, only the frame that is published is drawn.
    private func read(upTo number: Int64) throws(SourceError) {
        if readFrames < number, input.canSkip {
            input.skip(number - readFrames)
            readFrames = number
        }
        while readFrames <= number, !hasEnded { try readFrame() }
    }

    private func readFrame() throws(SourceError) {
        let current = try currentFrame()
        while true {
            switch try input.read(into: current.frame) {
            case .complete:
                readFrames += 1
                return
            case .partial: continue
            case .end:
                hasEnded = true
                return
            }
        }
    }

    private func currentFrame() throws(SourceError) -> CurrentFrame {
        if let current { return current }
        guard let buffer = publisher.buffer(byteCount: layout.byteCount) else {
            throw SourceError("out of memory for a frame", hint: "use a smaller frame size")
        }
        let new = CurrentFrame(buffer, layout)
        current = new
        return new
    }

    /// The current frame in a buffer of its own, scaled to the size of the controls.
    private func copy(_ controls: TrackControls) -> MediaBuffer? {
        guard let current else { return nil }
        guard let size = controls.size, size.width != layout.width || size.height != layout.height else {
            guard let copy = publisher.buffer(byteCount: layout.byteCount) else { return nil }
            let isCopied: Void? = current.frame.withBytes { source in
                copy.withMutableBytes { $0.copyMemory(from: UnsafeRawBufferPointer(source)) }
            }
            return isCopied == nil ? nil : .some(copy)
        }
        let target = I420Layout.gstreamer(width: size.width, height: size.height)
        guard let converter = converter(to: size, target), let output = publisher.buffer(byteCount: target.byteCount)
        else { return nil }
        return current.frame.withBuffer { converter.convert($0, into: output) } ? .some(output) : nil
    }

    private func converter(to size: TrackControls.Size, _ target: I420Layout) -> VideoConverter? {
        if let converter, converter.size == size { return converter.converter }
        let new = VideoConverter(
            from: FrameLayout(layout), to: FrameLayout(target), range: input.description.range)
        converter = new.map { (size, $0) }
        return new
    }
}

extension MediaTime {
    /// The number of the frame that is shown at this time: counts whole intervals.
    fileprivate func frameNumber(at rate: Rate) -> Int64 {
        let nearest = count(at: rate)
        return MediaTime(count: nearest, rate: rate) > self ? nearest - 1 : nearest
    }
}
