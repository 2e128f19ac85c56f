import MediaReceiving
import StudioCore
import StudioRuntime

/// The units of a meeting that the client references, and what is reported of them.
struct ClientUnits: Sendable {
    let pool: UnitPool
    let reporter: Reporter

    /// The blocks that may be referenced.
    static let maximumBlocks = 512
    /// The frames of a renderer that may be referenced.
    static let maximumFrames = 32

    init(clock: any StudioClock, _ reporter: Reporter) {
        self.reporter = reporter
        pool = UnitPool(clock: clock) { misuse, _ in Self.report(misuse, reporter) }
    }

    /// Whether a block of audio may be delivered; otherwise this is reported.
    var hasBlock: Bool {
        guard pool.count.blocks >= Self.maximumBlocks else { return true }
        reportExhaustion("\(Self.maximumBlocks) blocks of audio are referenced")
        return false
    }

    func reportExhaustion(_ text: String) {
        reporter.warn(.referenceExhausted, "\(text); new ones are dropped", hint: "release them earlier")
    }

    /// The meeting is over: reports what is still referenced.
    func end() {
        let (frames, blocks) = pool.count
        _ = pool.end()
        guard frames + blocks > 0 else { return }
        reporter.warn(
            .referenceLeaked,
            "\(frames) frames and \(blocks) blocks of audio are referenced at the end of the meeting",
            hint: "release them before")
    }

    private static func report(_ misuse: ReceivedUnit.Misuse, _ reporter: Reporter) {
        switch misuse {
        case .refused:
            reporter.warn(
                .referenceStack, "data in stack memory cannot be referenced",
                hint: "choose heap memory before the meeting is joined")
        case .late:
            reporter.warn(
                .referenceLate, "the callback is over, and the data was not referenced in it",
                hint: "take the first reference inside the callback")
        case .overReleased:
            reporter.warn(
                .referenceOverReleased, "data was released without a reference",
                hint: "release as often as references were taken")
        // The C interface hands out addresses, whose late use it does not see; nobody has to ask before a reference.
        case .stale, .unasked: break
        }
    }
}
