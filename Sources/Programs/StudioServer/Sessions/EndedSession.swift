import SessionClient
package import SessionProtocol

/// What is remembered of a session that has ended, in limited memory.
package struct EndedSession: Hashable, Sendable {
    /// The largest snapshot that is kept, in bytes.
    package static let snapshotLimit = 16 << 10
    /// The longest stop reason and the longest error that are kept, in bytes.
    private static let valueLimit = 2 << 10

    /// What the session has said first.
    private let greeting: ControlGreeting
    let ending: ControlEnding
    /// When the server noticed the end, in UTC.
    private let endedAt: String
    private let snapshot: SnapshotExcerpt?
    /// Values of the last snapshot as they are written.
    private let stopReason: [UInt8]
    private let error: [UInt8]
    private let violationCount: Int
    /// How its process has ended; `nil` for one that the server has not started, and as long as the process runs.
    package var exit: StartingSessionEnd?

    /// The identifier of the session.
    package var id: String { greeting.sessionId }

    /// - Parameters:
    ///   - endedAt: when the connection ended, in UTC.
    ///   - goodbye: what the session has said last; `nil` for nothing.
    ///   - known: its latest reply to a request for the snapshot; `nil` for none.
    package init(
        _ greeting: ControlGreeting, _ ending: ControlEnding, at endedAt: String, goodbye: ArraySlice<UInt8>?,
        known: ArraySlice<UInt8>?
    ) {
        (self.greeting, self.ending, self.endedAt) = (greeting, ending, endedAt)
        let reply = Self.last(goodbye, known)
        snapshot = reply.flatMap { SnapshotExcerpt($0, limit: Self.snapshotLimit) }
        let values = Self.values(of: reply)
        func value(_ name: String) -> [UInt8] {
            values[name].flatMap { $0.count <= Self.valueLimit ? Array($0) : nil } ?? Self.null
        }
        (stopReason, error) = (value("stopReason"), value("error"))
        violationCount = (values["violations"].flatMap { JSONText.elements(of: $0) } ?? []).reduce(0) {
            sum, violation in
            sum + (JSONText.integer(JSONText.members(of: violation)?["count"]) ?? 0)
        }
    }

    private static let null = Array("null".utf8)

    /// The later one of two replies. The goodbye of a client that has left its studio contains nothing of it any more.
    private static func last(_ goodbye: ArraySlice<UInt8>?, _ known: ArraySlice<UInt8>?) -> ArraySlice<UInt8>? {
        guard let goodbye, let state = values(of: goodbye)["state"] else { return known }
        guard Array(state) == idle, let known, let before = values(of: known)["state"] else { return goodbye }
        return Array(before) == idle ? goodbye : known
    }

    private static let idle = Array("\"idle\"".utf8)

    private static func values(of reply: ArraySlice<UInt8>?) -> [String: ArraySlice<UInt8>] {
        reply.flatMap { JSONText.members(of: $0)?["snapshot"] }.flatMap { JSONText.members(of: $0) } ?? [:]
    }

    /// Why it ended, in one word: the stop reason, `lost`, or `ended` for one that has none.
    package var reason: String {
        if ending == .lost { return "lost" }
        guard case .text(let text)? = try? JSON(decoding: stopReason) else { return "ended" }
        return text
    }

    // MARK: JSON

    /// The result without the snapshot, for lists.
    package var summary: [UInt8] { JSONText.object(head) ?? [] }

    /// The whole result.
    package var text: [UInt8] {
        let values = snapshot.flatMap { JSONText.members(of: $0.text[...]) } ?? [:]
        func value(_ name: String, or text: String) -> (name: String, value: ArraySlice<UInt8>) {
            (name, values[name] ?? Array(text.utf8)[...])
        }
        let body = [
            value("video", or: "null"), value("audio", or: "null"), value("violations", or: "[]"),
            (name: "isShortened", value: JSON.flag(snapshot?.isShortened == true).encoded[...]),
            (name: "snapshot", value: (snapshot?.text ?? Self.null)[...]),
        ]
        return (JSONText.object(head + body) ?? []) + Array("\n".utf8)
    }

    private var head: [(name: String, value: ArraySlice<UInt8>)] {
        func text(_ text: String?) -> ArraySlice<UInt8> { JSON.optional(text).encoded[...] }
        let exitCode: JSON = exit?.code.map { .number(Int($0)) } ?? .null
        return [
            ("endedAt", text(endedAt)), ("ending", text(ending == .ended ? "ended" : "lost")), ("error", error[...]),
            ("exitCode", exitCode.encoded[...]), ("message", text(exit?.message)),
            ("pid", JSON.number(Int(greeting.pid)).encoded[...]), ("program", text(greeting.program)),
            ("psstudio", text(greeting.psstudio)), ("sessionId", text(id)), ("startedAt", text(greeting.startedAt)),
            ("state", text("ended")), ("stopReason", stopReason[...]),
            ("violationCount", JSON.number(violationCount).encoded[...]),
        ]
    }
}

/// A snapshot with `participants` and `sequence`, or what fits of it.
package struct SnapshotExcerpt: Hashable, Sendable {
    package let text: [UInt8]
    /// Whether something is left out.
    package let isShortened: Bool

    /// Leaves out as little as possible: the participants, then removed outputs, then the longest values.
    ///
    /// - Parameters:
    ///   - reply: the reply to a request for the snapshot.
    ///   - limit: in bytes.
    /// - Returns: `nil` for a reply of another form.
    package init?(_ reply: ArraySlice<UInt8>, limit: Int) {
        guard let members = JSONText.members(of: reply), let snapshot = members["snapshot"],
            let values = JSONText.members(of: snapshot)
        else { return nil }
        let whole = SnapshotText.parts(of: reply).text
        guard whole.count > limit else {
            (text, isShortened) = (whole, false)
            return
        }
        isShortened = true
        var rest = values
        rest["participants"] = Array("[]".utf8)[...]
        rest["sequence"] = members["sequence"] ?? Array("0".utf8)[...]
        if let text = Self.text(rest, limit) {
            self.text = text
            return
        }
        rest["outputs"] = rest["outputs"].map { Self.withoutRemoved($0) }
        text = Self.text(rest, limit) ?? Self.shortest(of: rest, limit)
    }

    /// - Returns: `nil` when it is too long.
    private static func text(_ values: [String: ArraySlice<UInt8>], _ limit: Int) -> [UInt8]? {
        let text = object(values)
        return text.count <= limit ? text : nil
    }

    private static func object(_ values: [String: ArraySlice<UInt8>]) -> [UInt8] {
        JSONText.object(values.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }) ?? []
    }

    private static func withoutRemoved(_ outputs: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        let kept = (JSONText.elements(of: outputs) ?? []).filter { output in
            JSONText.members(of: output)?["isRemoved"].map { Array($0) } != Array("true".utf8)
        }
        return Array("[".utf8)[...] + kept.joined(separator: ",".utf8) + "]".utf8
    }

    /// The shortest values that fit together.
    private static func shortest(of values: [String: ArraySlice<UInt8>], _ limit: Int) -> [UInt8] {
        var (kept, count) = ([String: ArraySlice<UInt8>](), 2)
        for (name, value) in values.sorted(by: { ($0.value.count, $0.key) < ($1.value.count, $1.key) }) {
            // Two quotes, a colon and a comma.
            count += name.utf8.count + value.count + 4
            guard count <= limit else { break }
            kept[name] = value
        }
        return object(kept)
    }
}
