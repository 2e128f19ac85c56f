import MediaReceiving
import ProgramConsole
import StudioCore
import StudioEngine
import StudioRuntime

/// The statistics of `psstudio receive`, as text and JSON.
struct ReceiveReport: Encodable {
    /// The frames of a participant.
    struct Video: Encodable {
        let offered: Int
        let delivered: Int
        let dropped: [String: Int]
        let written: Int
        let repeated: Int64
        let mismatched: Int
        /// Frames that came before the requested size was reached, and are not in the file.
        let reduced: Int
        let budget: Int
        let highWaterMark: Int
        let kept: Int
        let exhaustions: Int
        let holders: [String]

        /// - Parameters:
        ///   - subscriptions: one after the other, if the participant rejoins.
        ///   - limit: the budget of each.
        init(_ subscriptions: [VideoSubscription], budget limit: Int, _ file: Y4MRecorder.Statistics?) {
            let (statistics, budgets) = (subscriptions.map(\.statistics), subscriptions.map(\.budget))
            func sum(_ counts: [Int]) -> Int { counts.reduce(0, +) }
            (offered, delivered) = (sum(statistics.map(\.offered)), sum(statistics.map(\.delivered)))
            dropped = statistics.reduce(into: [:]) { drops, statistics in
                for (reason, count) in statistics.dropped { drops[reason.rawValue, default: 0] += count }
            }
            (written, repeated) = (file?.frames ?? 0, file?.repeatedFrames ?? 0)
            (mismatched, reduced) = (file?.mismatchedFrames ?? 0, file?.reducedFrames ?? 0)
            (budget, highWaterMark) = (limit, budgets.map(\.highWaterMark).max() ?? 0)
            (kept, exhaustions) = (sum(budgets.map(\.kept)), sum(budgets.map(\.exhaustions)))
            holders = budgets.flatMap { $0.holders.map(\.description) }
        }

        var text: String {
            let drops = dropped.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
            let lost = drops.isEmpty ? "none dropped" : "dropped: \(drops.joined(separator: ", "))"
            return "\(delivered) of \(offered) frames delivered, \(lost), at most \(highWaterMark) of \(budget) held"
        }
    }

    /// The audio of a participant, or of the mix.
    struct Audio: Encodable {
        let blocks: Int
        let silentBlocks: Int
        let overruns: Int

        init(_ statistics: [AudioObservation.Statistics]) {
            func sum(_ counts: [Int]) -> Int { counts.reduce(0, +) }
            (blocks, silentBlocks) = (sum(statistics.map(\.blocks)), sum(statistics.map(\.silentBlocks)))
            overruns = sum(statistics.map(\.overruns))
        }
    }

    /// A shared screen.
    struct Share: Encodable {
        let video: Video
        let audio: Audio
    }

    /// A received participant.
    struct User: Encodable {
        let name: String
        /// The ID in events.
        let user: UserID
        let video: Video
        let audio: Audio
        var share: Share?

        var text: String {
            let name = name.withoutControls
            let shareText = share.map { "\(name), shared: \($0.video.text); \($0.audio.blocks) audio blocks\n" } ?? ""
            return "\(name): \(video.text); \(audio.blocks) audio blocks\n" + shareText
        }
    }

    let version = PSStudio.version
    let seed: UInt64
    /// Changes of the tracks and of the subscriptions, in the form of a session's events.
    let events: [SessionEvent]
    let duration: MediaTime
    var users: [User] = []
    var mixed: Audio?
    private(set) var error: FailureDocument.Cause?
    private(set) var exitCode: Int32 = 0
    /// Lines for people.
    var messages: [String] = []

    private enum CodingKeys: String, CodingKey {
        case version, seed, duration, events, users, mixed, error, exitCode
    }

    init(seed: UInt64, duration: MediaTime, events: [SessionEvent]) {
        (self.seed, self.duration, self.events) = (seed, duration, events)
    }

    /// Notes the errors of files.
    mutating func add(_ errors: [Int32], of name: String) {
        guard let error = errors.first(where: { $0 != 0 }) else { return }
        fail("cannot write the files of \(name): \(SystemError(error))", .output)
    }

    /// Notes a failure; the first one is reported.
    mutating func fail(_ message: String, _ reason: ExitReason) {
        messages.append(message)
        guard error == nil else { return }
        error = FailureDocument.Cause(message: message)
        exitCode = reason.rawValue
    }

    /// Notes a signal; a failure takes precedence.
    mutating func interrupt(_ reason: ExitReason) {
        if exitCode == 0 { exitCode = reason.rawValue }
    }

    var text: String {
        let mixText = mixed.map { "mixed: \($0.blocks) audio blocks\n" } ?? ""
        return users.map(\.text).joined() + mixText
    }
}
