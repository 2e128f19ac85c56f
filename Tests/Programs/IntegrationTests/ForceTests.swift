import Foundation
import Glibc
import StudioTestSupport
import Testing

/// `--force` on what is not an ordinary file, for outputs, recordings and reports.
@Suite(.endToEnd)
struct ForceTests {
    private static let source = ["start", "--fast", "--width", "64", "--height", "36", "--duration", "1s", "--force"]

    private func trace(_ folder: TestFolder) throws -> String {
        let path = folder.file("trace.jsonl")
        let outcome = try StudioProgram.run(Self.source + ["--out", "null:", "--trace", path])
        try #require(outcome.exitCode == 0, "\(outcome.errors)")
        return path
    }

    private func status(_ path: String) throws -> stat {
        var status = stat()
        try #require(lstat(path, &status) == 0)
        return status
    }

    @Test("Reports are written to devices and FIFOs, and do not replace them", arguments: ["--html", "--junit"])
    func reports(_ option: String) throws {
        let folder = try TestFolder()
        let trace = try trace(folder)
        // The node of a device may be created and lost here: this test does not need the real one.
        let device = folder.file("null")
        let hasDevice = mknod(device, S_IFCHR | 0o600, 0x103) == 0
        try #require(mkfifo(folder.file("fifo"), 0o600) == 0)
        let reader = try ChildProcess("cp", [folder.file("fifo"), folder.file("got")])
        // Opens only together with a reader.
        let writer = open(folder.file("fifo"), O_WRONLY | O_CLOEXEC)
        let fifo = try StudioProgram.run(["verify", trace, option, folder.file("fifo"), "--force"])
        #expect(close(writer) == 0)
        #expect(fifo.exitCode == 0, "\(fifo.errors)")
        #expect(try status(folder.file("fifo")).st_mode & S_IFMT == S_IFIFO)
        #expect(try reader.wait() == .exited(0))
        #expect(TestFolder.size(of: folder.file("got")) > 100)
        guard hasDevice else { return }
        for more in [["--force"], []] {
            let outcome = try StudioProgram.run(["verify", trace, option, device] + more)
            // A container may not permit the use of devices.
            if outcome.exitCode != 0 { #expect(outcome.errors.contains("cannot write"), "\(outcome.errors)") }
            #expect(try status(device).st_mode & S_IFMT == S_IFCHR)
        }
    }

    @Test("Reports and outputs follow links, and create the target of one that leads nowhere")
    func links() throws {
        let folder = try TestFolder()
        let trace = try trace(folder)
        for (name, target) in [("page.html", "real.html"), ("a.mp4", "real.mp4"), ("a.mkv", "real.mkv")] {
            try FileManager.default.createSymbolicLink(atPath: folder.file(name), withDestinationPath: target)
        }
        for round in 1...2 {
            let more = round == 1 ? [] : ["--force"]
            let report = try StudioProgram.run(["verify", trace, "--html", folder.file("page.html")] + more)
            #expect(report.exitCode == 0, "\(report.errors)")
            let outcome = try StudioProgram.run(
                Self.source.dropLast() + ["--out", folder.file("a.mp4"), "--out", folder.file("a.mkv")] + more)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
        }
        for (name, target) in [("page.html", "real.html"), ("a.mp4", "real.mp4"), ("a.mkv", "real.mkv")] {
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: folder.file(name)) == target)
            #expect(try status(folder.file(target)).st_mode & S_IFMT == S_IFREG)
            #expect(TestFolder.size(of: folder.file(target)) > 100)
        }
        #expect(try MediaProbe(folder.file("real.mp4")).videoFrames.count == 30)
    }

    @Test("An MP4 file keeps owner and mode, and stays fragmented with a reason when it has two names")
    func owner() throws {
        let folder = try TestFolder()
        let (path, linked) = (try folder.write("a.mp4", "old"), try folder.write("b.mp4", "old"))
        let mayChange = chown(path, 12_345, 23_456) == 0
        #expect(chmod(path, 0o640) == 0)
        #expect(link(linked, folder.file("c.mp4")) == 0)
        let outcome = try StudioProgram.run(Self.source + ["--out", path, "--out", linked])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(outcome.errors.count(of: "stays fragmented") == 1, "\(outcome.errors)")
        #expect(outcome.errors.contains("b.mp4: the file is complete but stays fragmented: it has 2 names"))
        let kept = try status(path)
        #expect(kept.st_mode & 0o777 == 0o640)
        if mayChange {
            #expect(kept.st_uid == 12_345)
            #expect(kept.st_gid == 23_456)
        }
        #expect(try status(linked).st_ino == status(folder.file("c.mp4")).st_ino)
        #expect(try MediaProbe(folder.file("c.mp4")).videoFrames.count == 30)
    }

    @Test("psstudio exec does not overwrite a file that the command created in place of a report")
    func exec() throws {
        let folder = try TestFolder()
        let page = folder.file("page.html")
        let session = try ([StudioProgram.path] + Self.source.dropLast() + ["--out", "null:", "--quiet"])
            .map { "'\($0)'" }.joined(separator: " ")
        let outcome = try StudioProgram.run(
            ["exec", "--html", page, "--", "sh", "-c", "\(session); echo precious > '\(page)'"])
        #expect(outcome.exitCode == 6, "\(outcome.errors)")
        #expect(outcome.errors.contains("exists; --force overwrites it"), "\(outcome.errors)")
        #expect(try folder.read("page.html") == Data("precious\n".utf8))
    }

    @Test("A recording that cannot begin does not remove what it was to be written to")
    func receive() throws {
        let folder = try TestFolder()
        let path = folder.file("Kim.wav")
        try #require(mkfifo(path, 0o600) == 0)
        let reader = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        defer { close(reader) }
        let outcome = try StudioProgram.run(
            [
                "receive", "--fast", "--force", "--participant", "Kim=\(folder.file("none.mkv"))", "--folder",
                folder.path,
            ])
        #expect(outcome.exitCode == 5, "\(outcome.errors)")
        #expect(try status(path).st_mode & S_IFMT == S_IFIFO)
    }
}
