import Foundation
import MediaOutputs
import StudioCore
import StudioScenario
import StudioTestSupport
import Testing

@testable import StudioEngine

/// HLS playlists that go on after a stop, because the command asks for it.
struct PlaylistAppendTests {
    private func lines(_ folder: TestFolder, _ name: String) throws -> [String] {
        try folder.readText(name).split(separator: "\n").map(String.init)
    }

    private func discontinuities(_ lines: [String]) -> Int { lines.count { $0 == "#EXT-X-DISCONTINUITY" } }

    private func segments(_ lines: [String]) -> [String] { lines.filter { !$0.hasPrefix("#") } }

    private func takesMedia(_ sending: SendingSession, _ number: Int, part: Int) throws {
        try sending.send(until: "part \(part) of output \(number) takes media") {
            let member = try sending.member(number)
            return member.life.part == part && member.output.deliveries.video.taken > 10
        }
    }

    @Test("with append a stopped playlist goes on under its name, behind a discontinuity; otherwise under the next")
    func started() throws {
        let folder = try TestFolder()
        let sending = try SendingSession([folder.file("a.m3u8"), folder.file("stays.mkv")])
        let session = sending.session
        try takesMedia(sending, 1, part: 1)
        try session.perform(.stopOutput(output: 1))
        try sending.send(until: "it has ended") { try sending.member(1).status.state == .stopped }
        let ended = try lines(folder, "a.m3u8")
        #expect(ended.last == "#EXT-X-ENDLIST")
        let reply = try session.perform(.startOutput(output: 1, append: true))
        #expect(reply == .address(address: folder.file("a.m3u8")))
        try takesMedia(sending, 1, part: 2)
        #expect(try lines(folder, "a.m3u8").prefix(ended.count - 1) == ended.dropLast())
        // The command does not wait for the end of the former part.
        try session.perform(.stopOutput(output: 1))
        try session.perform(.startOutput(output: 1, append: true))
        try takesMedia(sending, 1, part: 3)
        try session.perform(.stopOutput(output: 1))
        let next = try session.perform(.startOutput(output: 1, append: false))
        #expect(next == .address(address: folder.file("a-2.m3u8")))
        try takesMedia(sending, 1, part: 4)
        try session.perform(.stopOutput(output: 1))
        #expect(
            try session.perform(.startOutput(output: 1, append: true))
                == .address(address: folder.file("a-2.m3u8")), "the latest one goes on")
        try takesMedia(sending, 1, part: 5)
        try session.finish()
        let (first, second) = (try lines(folder, "a.m3u8"), try lines(folder, "a-2.m3u8"))
        #expect(discontinuities(first) == 2)
        #expect(discontinuities(second) == 1)
        #expect(first.last == "#EXT-X-ENDLIST" && first.count { $0 == "#EXT-X-ENDLIST" } == 1)
        #expect(second.last == "#EXT-X-ENDLIST")
        let status = try sending.member(1).status
        let names = segments(first) + segments(second)
        #expect(Set(names).count == names.count)
        let frames = try names.reduce(0) { try $0 + MediaProbe(folder.file($1)).videoFrames.count }
        #expect(frames == status.totalFrames - status.skippedFrames)
        #expect(Set(try folder.names) == Set(names + ["a.m3u8", "a-2.m3u8", "stays.mkv"]))
        #expect(session.failures.isEmpty)
    }

    @Test("with append a restarted playlist goes on as another output; other kinds reject it and stay as they are")
    func restarted() throws {
        let folder = try TestFolder()
        let sending = try SendingSession([folder.file("a.m3u8"), folder.file("b.mkv"), "null:"])
        let session = sending.session
        try takesMedia(sending, 1, part: 1)
        #expect(try session.perform(.restartOutput(output: 1, append: true)) == .output(output: 4))
        try takesMedia(sending, 4, part: 1)
        for (number, address) in [(2, folder.file("b.mkv")), (3, "null:")] {
            let rejected = SessionCommandError.rejected(
                "output \(number) (\(address)) cannot be appended to; only HLS playlists can")
            #expect(throws: rejected) { try session.perform(.restartOutput(output: number, append: true)) }
        }
        #expect(try sending.member(2).output.status.state == .live)
        try session.perform(.stopOutput(output: 4))
        #expect(
            try session.perform(.startOutput(output: 4)) == .address(address: folder.file("a-2.m3u8")))
        try takesMedia(sending, 4, part: 2)
        try session.finish()
        let all = try lines(folder, "a.m3u8")
        #expect(discontinuities(all) == 1 && all.last == "#EXT-X-ENDLIST")
        #expect(session.snapshot.outputs.allSatisfy { $0.state == "finished" })
        #expect(session.snapshot.outputs.map(\.isRemoved) == [true, false, false, false])
        #expect(session.failures.isEmpty)
    }

    @Test("a playlist that somebody else has replaced meanwhile is not continued without permission")
    func replaced() throws {
        let folder = try TestFolder()
        let sending = try SendingSession([folder.file("a.m3u8"), folder.file("stays.mkv")], overwrites: false)
        try takesMedia(sending, 1, part: 1)
        try sending.session.perform(.stopOutput(output: 1))
        try sending.send(until: "it has ended") { try sending.member(1).status.state == .stopped }
        try FileManager.default.removeItem(atPath: folder.file("a.m3u8"))
        _ = try folder.write("a.m3u8", "of somebody else")
        try sending.session.perform(.startOutput(output: 1, append: true))
        try sending.send(until: "it has failed") { sending.session.snapshot.outputs[0].state == "failed" }
        #expect(try folder.readText("a.m3u8") == "of somebody else")
        #expect(throws: SessionFailure.self) { try sending.session.finish() }
        #expect(sending.session.failures.map(\.code) == ["exists"])
    }
}
