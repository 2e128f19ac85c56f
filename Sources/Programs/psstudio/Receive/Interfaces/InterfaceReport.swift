import StudioCore
import StudioRuntime

/// Counts the callbacks of an interface, from any thread.
final class CallbackCounts: Sendable {
    private struct Key: Hashable {
        let callback: String
        let source: String
    }

    private struct Entry: Sendable {
        var count = 0
        let time: MediaTime
        let arguments: String
    }

    private let clock: any StudioClock
    private let entries = Lock<[Key: Entry]>([:])

    init(_ clock: any StudioClock) {
        self.clock = clock
    }

    /// Counts a callback.
    ///
    /// - Parameter arguments: describes the arguments of the first one.
    func note(_ callback: String, _ source: String, _ arguments: @autoclosure () -> String) {
        let key = Key(callback: callback, source: source)
        let isNew = entries.withLock { entries -> Bool in
            entries[key]?.count += 1
            return entries[key] == nil
        }
        guard isNew else { return }
        let fresh = Entry(time: clock.now, arguments: arguments())
        entries.withLock { $0[key, default: fresh].count += 1 }
    }

    /// All callbacks, in the order of their names and sources.
    var rows: [InterfaceReport.Callback] {
        let rows = entries.withLock { entries in
            entries.map { key, entry in
                InterfaceReport.Callback(
                    callback: key.callback, source: key.source, count: entry.count, firstTime: entry.time,
                    firstArguments: entry.arguments)
            }
        }
        return rows.sorted { ($0.callback, $0.source) < ($1.callback, $1.source) }
    }
}

/// What `psstudio receive --as` prints.
struct InterfaceReport: Encodable {
    /// A callback of a source.
    struct Callback: Encodable {
        let callback: String
        let source: String
        let count: Int
        let firstTime: MediaTime
        let firstArguments: String
    }

    /// Frames or blocks of a source that reached no callback.
    struct Drop: Encodable {
        let source: String
        let reason: String
        let count: Int
    }

    let version = PSStudio.version
    let interface: String
    let summary: String
    let seed: UInt64
    let duration: MediaTime
    let callbacks: [Callback]
    let drops: [Drop]
    /// Violated rules and warnings.
    let reports: [String]
    private(set) var error: ReceiveReport.Failure?
    private(set) var exitCode: Int32 = 0

    private enum CodingKeys: String, CodingKey {
        case version, interface, summary, seed, duration, callbacks, drops, reports, error, exitCode
    }

    init(
        _ interface: InterfaceArgument, _ player: MeetingPlayer, duration: MediaTime, callbacks: [Callback],
        drops: [Drop], reports: [String]
    ) {
        (self.interface, summary, seed) = (interface.rawValue, interface.summary, player.seed)
        (self.duration, self.callbacks, self.reports) = (duration, callbacks, reports)
        self.drops = drops.sorted { ($0.source, $0.reason) < ($1.source, $1.reason) }
        if let failure = player.failures.first {
            error = ReceiveReport.Failure(message: failure)
            exitCode = ExitReason.source.rawValue
        } else if let reason = player.interruption {
            exitCode = reason.rawValue
        }
    }

    var text: String {
        var lines = ["\(interface): \(summary)"]
        let width = callbacks.map(\.callback.count).max() ?? 0
        let sourceWidth = callbacks.map(\.source.count).max() ?? 0
        for row in callbacks {
            let count = String(repeating: " ", count: max(0, 6 - "\(row.count)".count)) + "\(row.count)"
            let name = row.callback + String(repeating: " ", count: width - row.callback.count)
            let source = row.source + String(repeating: " ", count: sourceWidth - row.source.count)
            lines.append("\(count)  \(name)  \(source)  first at \(row.firstTime.timecode): \(row.firstArguments)")
        }
        lines += drops.map { "dropped: \($0.count) \($0.reason) of \($0.source)" }
        if drops.isEmpty { lines.append("none dropped") }
        lines += reports
        return lines.map { $0 + "\n" }.joined()
    }
}
