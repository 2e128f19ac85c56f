import Glibc
import ProductionStudio
import StudioCore
import StudioScenario
import StudioTestSupport
import Testing

@testable import MediaOutputs
@testable import StudioEngine

/// Splits of files that do not come to their key frame, and those that are impossible.
struct OutputSplitCommandTests {
    /// A session that has sent nothing, so that no key frame comes, with a file that is being split.
    private func splitting(_ folder: TestFolder) throws -> SendingSession {
        let sending = try SendingSession([folder.file("a.mkv"), "null:"])
        #expect(
            try sending.session.perform(.splitOutput(output: 1)) == .address(address: folder.file("a-2.mkv")))
        #expect(try sending.member(1).life.state == .splitting)
        #expect(try folder.names == ["a-2.mkv", "a.mkv"])
        return sending
    }

    @Test("a file that waits for its key frame is not split or started meanwhile, and is split when it comes")
    func pending() throws {
        let folder = try TestFolder()
        let sending = try splitting(folder)
        let rejected = SessionCommandError.rejected(
            "output 1 (\(folder.file("a.mkv"))) is being split; wait for the event outputSplit")
        #expect(throws: rejected) { try sending.session.perform(.splitOutput(output: 1)) }
        #expect(throws: rejected) { try sending.session.perform(.startOutput(output: 1)) }
        let events = sending.session.subscribe()
        try sending.send(until: "the next file has begun") { try sending.member(1).life.part == 2 }
        try sending.send(frames: 10)
        try sending.session.finish()
        var seen: [SessionEvent.Kind] = []
        while let event = events.next(seconds: deadlineSeconds) {
            seen.append(event.event)
            if case .stopped = event.event { break }
        }
        #expect(seen.contains(.outputSplit(output: 1, address: folder.file("a-2.mkv"))))
        #expect(sending.session.failures.isEmpty)
        #expect(sending.session.snapshot.outputs[0].part == 2)
        #expect(sending.session.snapshot.outputs[0].destination == folder.file("a-2.mkv"))
        #expect(try MediaProbe(folder.file("a-2.mkv")).videoFrames.count > 0)
    }

    @Test("a stop ends a split that waits: both files are removed, because no frame came, and the output starts again")
    func stopped() throws {
        let folder = try TestFolder()
        let sending = try splitting(folder)
        try sending.session.perform(.stopOutput(output: 1))
        try sending.send(until: "it has ended") { try sending.member(1).status.state.isOver }
        #expect(try sending.member(1).status.failure?.cause == .noMedia)
        #expect(try folder.names.isEmpty)
        #expect(try sending.session.perform(.startOutput(output: 1)) == .address(address: folder.file("a-3.mkv")))
        try sending.send(until: "it takes media") { try sending.member(1).output.deliveries.video.taken > 5 }
        let failure = #expect(throws: SessionFailure.self) { try sending.session.finish() }
        #expect(failure?.code == "noMedia")
        #expect(try sending.member(1).life.part == 2)
        #expect(try sending.member(1).status.state == .finished)
    }

    @Test("a removal ends a split that waits")
    func removed() throws {
        let folder = try TestFolder()
        let sending = try splitting(folder)
        try sending.session.perform(.removeOutput(output: 1))
        #expect(!(try folder.names.contains("a-2.mkv")))
        try sending.send(frames: 5)
        try sending.session.finish()
        #expect(sending.session.failures.isEmpty)
        #expect(sending.session.snapshot.outputs.map(\.state) == ["finished", "finished"])
    }

    @Test("the end of the session ends a split that waits")
    func ended() throws {
        let folder = try TestFolder()
        let sending = try splitting(folder)
        try sending.session.finish()
        #expect(sending.session.failures.isEmpty)
        #expect(try folder.names.isEmpty)
        #expect(throws: SessionCommandError.notSending) { try sending.session.perform(.splitOutput(output: 1)) }
    }

    @Test("a split whose file cannot be opened is rejected with the cause, and the file goes on")
    func unopenable() throws {
        let folder = try TestFolder()
        #expect(mkdir(folder.file("x"), 0o777) == 0)
        let sending = try SendingSession([folder.file("x/a.mkv")])
        try sending.send(frames: 10)
        #expect(rename(folder.file("x"), folder.file("y")) == 0)
        let error = #expect(throws: SessionCommandError.self) {
            try sending.session.perform(.splitOutput(output: 1))
        }
        #expect(error?.description.contains("a-2.mkv") == true, "\(error.map { "\($0)" } ?? "")")
        #expect(error?.description.contains("No such file or directory") == true, "\(error.map { "\($0)" } ?? "")")
        #expect(try sending.member(1).life.state == .running)
        try sending.send(frames: 30)
        #expect(rename(folder.file("y"), folder.file("x")) == 0)
        #expect(try sending.session.perform(.splitOutput(output: 1)) == .address(address: folder.file("x/a-3.mkv")))
        try sending.send(until: "the next file has begun") { try sending.member(1).life.part == 2 }
        try sending.session.finish()
        #expect(sending.session.failures.isEmpty)
        let counts = try ["a.mkv", "a-3.mkv"].map { try MediaProbe(folder.file("x/\($0)")).videoFrames.count }
        let status = try sending.member(1).status
        #expect(counts.reduce(0, +) == status.totalFrames - status.skippedFrames)
        #expect(status.skippedFrames == status.framesBeforeStart)
    }

    @Test("a file is split and stopped as soon as its next part has begun: the parts have every unit of the whole file")
    func again() throws {
        let folder = try TestFolder()
        let kinds = ["mkv", "ts"]
        let sending = try SendingSession(
            kinds.map { folder.file("a.\($0)") } + kinds.map { folder.file("whole.\($0)") })
        for part in 2...5 {
            for number in 1...2 { try sending.session.perform(.splitOutput(output: number)) }
            try sending.send(until: "part \(part) has begun") {
                try (1...2).allSatisfy { try sending.member($0).life.part == part }
            }
        }
        // The former part may not have all of its audio yet.
        for number in 1...2 { try sending.session.perform(.stopOutput(output: number)) }
        try sending.send(until: "they are stopped") {
            try (1...2).allSatisfy { try sending.member($0).status.state == .stopped }
        }
        try sending.send(frames: 5)
        try sending.session.finish()
        #expect(sending.session.failures.isEmpty)
        for kind in kinds {
            let parts = try (1...5).map { try PacketHashes(folder.file($0 == 1 ? "a.\(kind)" : "a-\($0).\(kind)")) }
            let whole = try PacketHashes(folder.file("whole.\(kind)"))
            let (video, audio) = (parts.flatMap(\.video), parts.flatMap(\.audio))
            #expect(video.count < whole.video.count)
            #expect(audio.count < whole.audio.count)
            #expect(video[...] == whole.video.prefix(video.count), "\(kind)")
            #expect(audio[...] == whole.audio.prefix(audio.count), "\(kind)")
            for part in parts { #expect(!part.video.isEmpty && !part.audio.isEmpty, "\(kind)") }
        }
    }

    @Test("a next file that fails before it begins is given up: its failure is reported, and the former file goes on")
    func failed() throws {
        let folder = try TestFolder()
        let sending = try splitting(folder)
        let events = sending.session.subscribe()
        let next = try #require(try sending.member(1).split?.next)
        next.abort(OutputFailure(.storageFull, "no space is left"))
        #expect(next.waitUntilOver(seconds: deadlineSeconds))
        #expect(try sending.member(1).life.state == .running)
        #expect(try sending.member(1).split == nil)
        try sending.send(until: "the former file takes media") {
            try sending.member(1).output.deliveries.video.taken > 5
        }
        #expect(try sending.session.perform(.splitOutput(output: 1)) == .address(address: folder.file("a-3.mkv")))
        try sending.send(until: "the next file has begun") { try sending.member(1).life.part == 2 }
        #expect(throws: SessionFailure.self) { try sending.session.finish() }
        #expect(sending.session.failures.map(\.code) == ["storageFull"])
        var ended: [String] = []
        while let event = events.next(seconds: deadlineSeconds) {
            if case .outputPartEnded(1, let address, let change) = event.event {
                ended.append("\(address): \(change.state)")
            }
            if case .outputChanged(1, folder.file("a-2.mkv"), _) = event.event { Issue.record("\(event)") }
            if case .stopped = event.event { break }
        }
        #expect(ended == [folder.file("a-2.mkv: failed"), folder.file("a.mkv: finished")])
        #expect(try MediaProbe(folder.file("a.mkv")).videoFrames.count > 5)
    }

    @Test("only regular files are split")
    func others() throws {
        let folder = try TestFolder()
        let fifo = folder.file("pipe.mkv")
        #expect(mkfifo(fifo, 0o600) == 0)
        let addresses = ["null:", folder.file("hls/a.m3u8"), "udp://127.0.0.1:9", fifo]
        let sending = try SendingSession(addresses)
        for (number, address) in zip(1..., addresses.prefix(3)) {
            #expect(
                throws: SessionCommandError.rejected(
                    "output \(number) (\(address)) is not a regular file; restartOutput begins a new connection")
            ) {
                try sending.session.perform(.splitOutput(output: number))
            }
        }
        #expect(throws: SessionCommandError.self) { try sending.session.perform(.splitOutput(output: 4)) }
        #expect(throws: SessionCommandError.unknownOutput(5)) { try sending.session.perform(.splitOutput(output: 5)) }
        try sending.session.perform(.stopOutput(output: 4))
        try sending.session.finish()
    }
}
