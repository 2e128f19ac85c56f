import FoundationEssentials
import MediaOutputs
import ProductionStudio
import StudioCore

/// An example of every command and event. `docs/session.md` is generated from it; tests encode and decode it.
package enum SessionReference {
    package static let commands = SessionCommand.examples.map { (example: $0, text: $0.row.reference) }

    package static let events = SessionEvent.Kind.examples.map { (example: $0, text: $0.row.text) }

    /// The page `docs/session.md`.
    package static func markdown() throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        var lines = [
            "# Commands and events of a session", "",
            "A session accepts commands, publishes events and provides a snapshot. Each has a JSON form. "
                + "This page is generated from the code.",
            "",
            "## Commands", "", "Version \(SessionCommand.version).", "", "| command | effect |", "| --- | --- |",
        ]
        for row in commands { lines.append("| `\(try json(row.example, encoder))` | \(row.text) |") }
        lines += [
            "", "## Events", "",
            "Version \(SessionEvent.version). Each event is an object with `sequence` (1, 2, 3 …), "
                + "`time` (seconds on the session's clock) and `event`.", "", "| event | meaning |", "| --- | --- |",
        ]
        for row in events { lines.append("| `\(try json(row.example, encoder))` | \(row.text) |") }
        lines += [
            "", "## Snapshot", "",
            "Version \(SessionSnapshot.currentSchema). Before a session starts, the snapshot is:", "",
            "```json",
        ]
        encoder.outputFormatting = [.sortedKeys, .prettyPrinted]
        lines += [try json(SessionSnapshot(), encoder), "```", "", "An output that is connecting is:", "", "```json"]
        let output = SessionOutput(1, OutputAddress(name: "show.mp4"), OutputStatus(.connecting))
        lines += [try json(output, encoder), "```", ""]
        lines += [
            "`outputDuration` is the end of the media taken, in the program, in milliseconds; like `outputTimecode` it does not begin "
                + "again with another part, and neither do the counts. `outputBitrate` is in kbit/s over the last four seconds.",
            "",
            "`secondsToAttempt` is the time until the next attempt of an output that retries. `diskFreeBytes` is what this user may still "
                + "write on the disk of a recording; each disk is asked at most twice a second. `diskSecondsLeft` is the time until "
                + "the disk is full, or has only what `--min-free` leaves free, at the present bitrate of all recordings of the "
                + "session on it. HLS with a window needs no further space and has none.",
            "",
            "`meetingStatus` is a status of `meetingStatusChanged` that lasts, `slateReason` a reason of `slateShown`. A command that "
                + "takes over a slate changes the reason to `command` without an event. `meetingStatus`, `isInBreakoutRoom`, "
                + "`isShareLocked` and `isRecordingPermitted` are `null` without a meeting. A reader accepts a snapshot of an "
                + "earlier version without the keys that may be `null`.",
            "",
        ]
        return lines.joined(separator: "\n")
    }

    private static func json(_ value: some Encodable, _ encoder: JSONEncoder) throws -> String {
        String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}
