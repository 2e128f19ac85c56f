import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("Probing what comes little by little")
struct ProbePipeTests {
    /// Writes to a FIFO on a thread of its own, and keeps it open until it is told to close.
    private final class Writer: Sendable {
        private let mayClose = Signal()
        private let worker: Worker

        init(_ path: String, _ bytes: [UInt8]) throws {
            signal(SIGPIPE, SIG_IGN)
            worker = try Worker("writer") { [mayClose] in
                let descriptor = open(path, O_WRONLY | O_CLOEXEC)
                guard descriptor >= 0 else { return }
                defer { close(descriptor) }
                var rest = bytes[...]
                while !rest.isEmpty {
                    let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
                    guard count > 0 else { break }
                    rest = rest.dropFirst(count)
                }
                _ = mayClose.wait()
            }
        }

        /// Ends it; false when it hangs.
        func end() -> Bool {
            mayClose.send()
            return worker.join(seconds: deadlineSeconds)
        }
    }

    private func bytes(_ files: CodedFiles, _ name: String = "show.mkv") throws -> [UInt8] {
        _ = try files.encode(name)
        return Array(try files.folder.read(name))
    }

    @Test("a pipe is read as the file that goes through it")
    func pipe() throws {
        let files = try CodedFiles(seconds: 2)
        let bytes = try bytes(files)
        let pipe = try files.makePipe()
        let writer = try Writer(pipe, bytes)
        let ended = Signal()
        let worker = try Worker("end") { if writer.end() { ended.send() } }
        let report = try probe(pipe)
        #expect(report.pictures?.count == 60 && report.findings == [] && report.interruption == nil)
        #expect(report.run?.identity == "0000002a")
        #expect(ended.wait() && worker.join(seconds: deadlineSeconds))
    }

    @Test("a pipe without a writer is given up when the patience is over")
    func noWriter() throws {
        let files = try CodedFiles(seconds: 1)
        let pipe = try files.makePipe()
        let error = #expect(throws: ProbeError.self) { try probe(pipe) { $0.patience = .milliseconds(300) } }
        #expect(error?.description == "nothing came from \(pipe) for 0.3 s")
    }

    @Test("a writer that says nothing is given up, too")
    func silentWriter() throws {
        let files = try CodedFiles(seconds: 1)
        let pipe = try files.makePipe()
        let writer = try Writer(pipe, [])
        let error = #expect(throws: ProbeError.self) { try probe(pipe) { $0.patience = .milliseconds(300) } }
        #expect(error?.description == "nothing came from \(pipe) for 0.3 s")
        #expect(writer.end())
    }

    @Test("a source that falls silent in the middle is reported, with that as its interruption")
    func silenceLater() throws {
        let files = try CodedFiles(seconds: 3)
        let bytes = try bytes(files)
        let pipe = try files.makePipe()
        let writer = try Writer(pipe, Array(bytes.prefix(bytes.count / 2)))
        let report = try probe(pipe) { $0.patience = .seconds(3) }
        #expect(report.interruption == "nothing came from \(pipe) for 3.0 s")
        #expect(report.findings.map(\.kind) == [.interrupted])
        let count = try #require(report.pictures).count
        #expect(count > 10 && count < 90)
        #expect(writer.end())
    }

    @Test("a port that nobody sends to is given up")
    func silentPort() throws {
        let port = try unusedPort()
        let error = #expect(throws: ProbeError.self) {
            try probe("udp://127.0.0.1:\(port)") { $0.patience = .milliseconds(300) }
        }
        #expect(error?.description == "nothing came from udp://127.0.0.1:\(port) for 0.3 s")
    }

    @Test("a probe that is stopped reports what it has measured until then")
    func stop() throws {
        let files = try CodedFiles(seconds: 3)
        let bytes = try bytes(files)
        let pipe = try files.makePipe()
        let writer = try Writer(pipe, Array(bytes.prefix(bytes.count * 2 / 3)))
        var options = Probe.Options()
        options.patience = .seconds(deadlineSeconds)
        let probe = try Probe(ProbeSource(pipe), options: options)
        #expect(probe.progress == (0, 0))
        let reports = Recorder<ProbeReport?>()
        let worker = try Worker("probe") { reports.record(try? probe.run()) }  // An error is recorded as no report.
        try waitUntil("pictures come") { probe.progress.readable >= 5 }
        probe.stop()
        #expect(reports.wait(count: 1) && worker.join(seconds: deadlineSeconds))
        let report = try #require(reports.all.compactMap(\.self).first)
        #expect(report.interruption == nil && report.findings == [])
        #expect(report.pictures?.count == probe.progress.pictures && report.pictures?.readable ?? 0 >= 5)
        #expect(writer.end())
    }

    @Test("a probe that is stopped before anything came reports nothing")
    func stopEarly() throws {
        let files = try CodedFiles(seconds: 1)
        let probe = try Probe(ProbeSource(try files.makePipe()))
        probe.stop()
        let report = try probe.run()
        #expect(!report.hasMarks && report.pictures == nil && report.sound == nil && report.streams.isEmpty)
        #expect(report.interruption == nil)
    }
}
