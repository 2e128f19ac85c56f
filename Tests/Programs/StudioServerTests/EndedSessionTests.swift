import SessionClient
import SessionProtocol
import Testing

@testable import StudioServer

/// What is remembered of sessions that have ended.
struct EndedSessionTests {
    private static let now = "2026-11-29T02:28:52.123Z"

    private func bytes(_ text: String) -> ArraySlice<UInt8> { Array(text.utf8)[...] }

    private func reply(_ snapshot: String) -> ArraySlice<UInt8> {
        bytes(#"{"participants":[{"user":1}],"sequence":9,"snapshot":\#(snapshot)}"#)
    }

    private func session(
        _ id: String = "a", _ ending: ControlEnding = .ended, goodbye: String? = nil, known: String? = nil
    ) -> EndedSession {
        let greeting = ControlGreeting(sessionId: id, pid: 5, program: "app", startedAt: "2026-11-29T02:00:00.000Z")
        return EndedSession(
            greeting, ending, at: Self.now, goodbye: goodbye.map { reply($0) }, known: known.map { reply($0) })
    }

    private func json(_ session: EndedSession) throws -> JSON { try JSON(decoding: session.text) }

    // MARK: Results

    private static let snapshot = """
        {"audio":{"accepted":7},"error":{"message":"disk full","rule":null},"outputs":[],"state":"finished",\
        "stopReason":"error:storageFull","video":{"accepted":30},\
        "violations":[{"count":2,"rule":"PS-SEND-005"},{"count":3,"rule":"PS-TIME-002"}]}
        """

    @Test("the result has the last snapshot, and what it says of the end")
    func result() throws {
        let result = try json(session(goodbye: Self.snapshot, known: #"{"state":"sending"}"#))
        #expect(result["state"]?.text == "ended")
        #expect(result["ending"]?.text == "ended")
        #expect(result["sessionId"]?.text == "a")
        #expect(result["pid"] == 5)
        #expect(result["startedAt"]?.text == "2026-11-29T02:00:00.000Z")
        #expect(result["endedAt"]?.text == Self.now)
        #expect(result["stopReason"]?.text == "error:storageFull")
        #expect(result["error"] == ["message": "disk full", "rule": nil])
        #expect(result["violationCount"] == 5)
        #expect(result["violations"]?.items?.count == 2)
        #expect(result["video"] == ["accepted": 30])
        #expect(result["audio"] == ["accepted": 7])
        #expect(result["isShortened"] == false)
        #expect(result["exitCode"]?.isNull == true)
        #expect(result["snapshot"]?["state"]?.text == "finished")
        #expect(result["snapshot"]?["participants"]?.items?.count == 1)
        #expect(result["snapshot"]?["sequence"] == 9)
    }

    @Test("a list has results without snapshots")
    func summary() throws {
        let summary = try JSON(decoding: session(goodbye: Self.snapshot).summary)
        #expect(summary["stopReason"]?.text == "error:storageFull")
        #expect(summary["violationCount"] == 5)
        #expect(summary["snapshot"] == nil)
        #expect(summary["violations"] == nil)
    }

    @Test("of a session that was killed, the latest known snapshot is left")
    func killed() throws {
        let result = try json(session("a", .lost, known: #"{"state":"sending","stopReason":null}"#))
        #expect(result["ending"]?.text == "lost")
        #expect(result["stopReason"]?.isNull == true)
        #expect(result["snapshot"]?["state"]?.text == "sending")
        #expect(session("a", .lost, known: Self.snapshot).reason == "lost")
    }

    @Test("nothing is known of a session that is killed at once")
    func unknown() throws {
        for session in [session("a", .lost), session("a", .ended)] {
            let result = try json(session)
            #expect(result["snapshot"]?.isNull == true)
            #expect(result["video"]?.isNull == true)
            #expect(result["violations"] == [])
            #expect(result["violationCount"] == 0)
        }
    }

    @Test("a client that has left its studio has its last state before that")
    func client() throws {
        let known = #"{"state":"sending","violations":[{"count":1,"rule":"a"}]}"#
        let left = try json(session(goodbye: #"{"state":"idle","violations":[]}"#, known: known))
        #expect(left["violationCount"] == 1)
        let idle = try json(session(goodbye: #"{"state":"idle","seed":7}"#, known: #"{"state":"idle","seed":6}"#))
        #expect(idle["snapshot"]?["seed"] == 7)
        // The goodbye of an early program is empty.
        let early = EndedSession(
            ControlGreeting(sessionId: "a", pid: 5, program: "app"), .ended, at: Self.now, goodbye: bytes("{}"),
            known: reply(known))
        #expect(try json(early)["snapshot"]?["state"]?.text == "sending")
        #expect(try json(early)["startedAt"]?.isNull == true)
    }

    @Test("the reason for counts")
    func reasons() {
        #expect(session(goodbye: #"{"state":"finished","stopReason":"eos"}"#).reason == "eos")
        #expect(session(goodbye: Self.snapshot).reason == "error:storageFull")
        #expect(session(goodbye: #"{"state":"finished","stopReason":null}"#).reason == "ended")
        #expect(session().reason == "ended")
        #expect(session("a", .lost).reason == "lost")
    }

    @Test("the process has the exit code and the last line")
    func exit() throws {
        var session = session(goodbye: Self.snapshot)
        session.exit = StartingSessionEnd(.failure, "show.mp4: no space", code: 6)
        let result = try json(session)
        #expect(result["exitCode"] == 6)
        #expect(result["message"]?.text == "show.mp4: no space")
        session.exit = StartingSessionEnd(.failure, "killed by signal 9")
        #expect(try json(session)["exitCode"]?.isNull == true)
    }

    // MARK: Memory

    private func output(_ number: Int, isRemoved: Bool, length: Int) -> String {
        let message = String(repeating: "x", count: length)
        return #"{"isRemoved":\#(isRemoved),"message":"\#(message)","output":\#(number)}"#
    }

    @Test("a snapshot that is too long loses participants first, then removed outputs, then its longest values")
    func excerpt() throws {
        let outputs = [output(1, isRemoved: true, length: 300), output(2, isRemoved: false, length: 100)]
        let snapshot = #"{"outputs":[\#(outputs.joined(separator: ","))],"state":"finished","stopReason":"eos"}"#
        let people = (1...40).map { #"{"user":\#($0)}"# }.joined(separator: ",")
        let reply = bytes(#"{"participants":[\#(people)],"sequence":9,"snapshot":\#(snapshot)}"#)

        func kept(_ limit: Int) throws -> (json: JSON, isShortened: Bool) {
            let excerpt = try #require(SnapshotExcerpt(reply, limit: limit))
            #expect(excerpt.text.count <= limit)
            return (try JSON(decoding: excerpt.text), excerpt.isShortened)
        }

        let whole = try kept(2000)
        #expect(!whole.isShortened)
        #expect(whole.json["participants"]?.items?.count == 40)
        let withoutPeople = try kept(700)
        #expect(withoutPeople.isShortened)
        #expect(withoutPeople.json["participants"] == [])
        #expect(withoutPeople.json["outputs"]?.items?.count == 2)
        let withoutRemoved = try kept(300)
        #expect(withoutRemoved.json["outputs"]?.items?.count == 1)
        #expect(withoutRemoved.json["outputs"]?.items?.first?["output"] == 2)
        let shortest = try kept(100)
        #expect(shortest.json["outputs"] == nil)
        #expect(shortest.json["stopReason"]?.text == "eos")
        #expect(shortest.json["sequence"] == 9)
        #expect(try kept(2).json == [:])
    }

    @Test("no result is longer than its limits, whatever a session says")
    func longResult() throws {
        let long = String(repeating: "x", count: 100_000)
        let snapshot = #"{"error":{"message":"\#(long)"},"outputs":["\#(long)"],"state":"finished","stopReason":"eos"}"#
        let session = session(goodbye: snapshot)
        #expect(session.text.count < EndedSession.snapshotLimit + 4096)
        let result = try json(session)
        #expect(result["error"]?.isNull == true)
        #expect(result["isShortened"] == true)
        #expect(result["stopReason"]?.text == "eos")
    }

    @Test("the latest ones are remembered, in the order of their ends")
    func memory() {
        var sessions = EndedSessions(limit: 3)
        for number in 1...5 {
            sessions.append(session("\(number)"))
            #expect(sessions["\(number)"]?.id == "\(number)")
        }
        #expect(sessions["2"] == nil)
        #expect(sessions.latest(9).map(\.id) == ["5", "4", "3"])
        #expect(sessions.latest(1).map(\.id) == ["5"])
        // One that was lost and came back ends again: it is the latest one, and counts once.
        sessions.append(session("4", .lost))
        #expect(sessions.latest(9).map(\.id) == ["4", "5", "3"])
        #expect(sessions["4"]?.ending == .lost)
        #expect(sessions.counts["ended"] == 5)
        #expect(sessions.counts["lost"] == 0)
        #expect(EndedSessions.limit == 1000)
    }

    @Test("an exit belongs to a session that is remembered")
    func exits() {
        var sessions = EndedSessions(limit: 1)
        sessions.append(session("a"))
        sessions.note(StartingSessionEnd(.success, "", code: 0), of: "a")
        sessions.note(StartingSessionEnd(.success, "", code: 0), of: "b")
        #expect(sessions["a"]?.exit?.code == 0)
        #expect(sessions["b"] == nil)
    }

    @Test("each known reason is counted from the beginning; unknown ones have a limit")
    func counts() {
        var sessions = EndedSessions(limit: 2)
        #expect(sessions.counts.values.allSatisfy { $0 == 0 })
        #expect(
            Set(sessions.counts.keys).isSuperset(of: ["eos", "stopped", "roleLost", "meetingEnded", "left", "lost"]))
        for number in 1...200 {
            sessions.append(session("\(number)", goodbye: #"{"state":"finished","stopReason":"error:\#(number)"}"#))
        }
        #expect(sessions.counts.count == 65)
        #expect(sessions.counts.values.reduce(0, +) == 200)
        #expect(sessions.counts["other"] == 143)
    }
}
