import GStreamer
import ProductionStudio
import StudioCore

/// Raw video at another frame rate: a frame is repeated where none is due in an interval, and dropped where several are, as
/// those of media files are.
final class RateConversion: VideoInput {
    let description: VideoDescription
    private let input: any VideoInput
    /// The frame that is shown; `nil` before the first one.
    private var current: Held?
    /// Whether it was sent at least once.
    private var isShown = true
    /// The frame that is read.
    private var upcoming: Held?
    private var hasEnded = false
    /// The number of the next frame, and that of the frame that is being read.
    private var (next, source) = (Int64(0), Int64(0))
    private let counter = RateCounter()

    private final class Held {
        let frame: BorrowedFrame
        init(_ buffer: consuming MediaBuffer, _ layout: I420Layout) {
            frame = BorrowedFrame(buffer: buffer, layout: layout)
        }
    }

    /// - Parameter rate: the frame rate of the program.
    init(_ input: any VideoInput, to rate: Rate) {
        self.input = input
        let own = input.description
        description = VideoDescription(width: own.width, height: own.height, rate: rate, range: own.range)
    }

    var bytes: ByteInput? { input.bytes }
    var isY4M: Bool { input.isY4M }
    var rateCounter: RateCounter? { counter }

    func setOrigin(_ origin: WallTime) { input.setOrigin(origin) }

    func read(into frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        // If several frames are due together, the last one is shown. The last frame of all has its whole duration.
        while slot(source) <= next {
            if hasEnded {
                if !isShown { counter.skip() }
                isShown = true
                return .end
            }
            switch try input.read(into: try upcoming(like: frame).frame) {
            case .complete:
                if !isShown { counter.skip() }
                isShown = false
                swap(&current, &upcoming)
                source += 1
            case .end: hasEnded = true
            case .partial: return .partial
            }
        }
        return try show(in: frame)
    }

    /// The interval of the program in which a frame of the source begins.
    private func slot(_ number: Int64) -> Int64 {
        MediaTime(count: number, rate: input.description.rate).count(at: description.rate)
    }

    private func upcoming(like frame: borrowing BorrowedFrame) throws(SourceError) -> Held {
        if let upcoming { return upcoming }
        guard let buffer = MediaBuffer(byteCount: frame.layout.byteCount) else { throw Self.outOfMemory }
        let held = Held(buffer, frame.layout)
        upcoming = held
        return held
    }

    private func show(in frame: borrowing BorrowedFrame) throws(SourceError) -> InputProgress {
        let isCopied: Void? = current?.frame.withReadableBytes { source in
            frame.withBytes { $0.copyMemory(from: source) }
        }
        guard isCopied != nil else { throw Self.outOfMemory }
        if isShown { counter.countRepeat() }
        isShown = true
        next += 1
        return .complete
    }

    private static let outOfMemory = SourceError("out of memory for a frame", hint: "use a smaller frame size")
}
