import Foundation
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import StudioProbe

@Suite("Probing live sources")
struct ProbePipeTests {
    /// Writes to a FIFO on a thread, and keeps it open until it is closed by the test.
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

        /// Waits for the end; false if it hangs.
        func end() -> Bool {
            mayClose.send()
            return worker.join(seconds: deadlineSeconds)
        }
    }

    private func bytes(_ files: CodedFiles, _ name: String = "show.mkv") throws -> [UInt8] {
        _ = try files.encode(name)
        return Array(try files.folder.read(name))
    }

    @Test("a pipe gives the same report as the file")
    func pipe() throws {
        let files = try CodedFiles(seconds: 2)
        let bytes = try bytes(files)
        let pipe = try files.makePipe()
        let writer = try Writer(pipe, bytes)
        let ended = Signal()
        let worker = try Worker("end") { if writer.end() { ended.send() } }
        let report = try probe(pipe)
        #expect(report.video?.count == 60)
        #expect(report.findings == [])
        #expect(report.interruption == nil)
        #expect(report.session?.identity == "0000002a")
        #expect(ended.wait())
        #expect(worker.join(seconds: deadlineSeconds))
    }

    @Test("a pipe without a writer times out")
    func noWriter() throws {
        let files = try CodedFiles(seconds: 1)
        let pipe = try files.makePipe()
        let error = #expect(throws: ProbeError.self) { try probe(pipe) { $0.timeout = .milliseconds(300) } }
        #expect(error?.description == "\(pipe): no data received for 0.3 s")
    }

    @Test("a silent writer times out")
    func silentWriter() throws {
        let files = try CodedFiles(seconds: 1)
        let pipe = try files.makePipe()
        let writer = try Writer(pipe, [])
        let error = #expect(throws: ProbeError.self) { try probe(pipe) { $0.timeout = .milliseconds(300) } }
        #expect(error?.description == "\(pipe): no data received for 0.3 s")
        #expect(writer.end())
    }

    @Test("a source that stalls is reported with the interruption")
    func silenceLater() throws {
        let files = try CodedFiles(seconds: 3)
        let bytes = try bytes(files)
        let pipe = try files.makePipe()
        let writer = try Writer(pipe, Array(bytes.prefix(bytes.count / 2)))
        let report = try probe(pipe) { $0.timeout = .seconds(3) }
        #expect(report.interruption == "\(pipe): no data received for 3.0 s")
        #expect(report.findings.map(\.kind) == [.interrupted])
        let part = try probe(try files.folder.write("part.mkv", bytes.prefix(bytes.count / 2)))
        // The last frame of a stream is complete when the next one starts, or at the end of a file.
        let count = try #require(part.video).count
        #expect((count - 1...count).contains(try #require(report.video).count))
        #expect(writer.end())
    }

    @Test("a port without a sender times out")
    func silentPort() throws {
        let port = try unusedPort()
        let error = #expect(throws: ProbeError.self) {
            try probe("udp://127.0.0.1:\(port)") { $0.timeout = .milliseconds(300) }
        }
        #expect(error?.description == "udp://127.0.0.1:\(port): no data received for 0.3 s")
    }

    @Test("a stopped probe reports its measurements so far")
    func stop() throws {
        let files = try CodedFiles(seconds: 3)
        let bytes = try bytes(files)
        let pipe = try files.makePipe()
        let writer = try Writer(pipe, Array(bytes.prefix(bytes.count * 2 / 3)))
        var options = Probe.Options()
        options.timeout = .seconds(deadlineSeconds)
        let probe = try Probe(ProbeSource(pipe), options: options)
        #expect(probe.progress == (0, 0))
        let reports = Recorder<ProbeReport?>()
        let worker = try Worker("probe") { reports.record(try? probe.run()) }  // An error is recorded as no report.
        try waitUntil("frames come") { probe.progress.readable >= 5 }
        probe.stop()
        #expect(reports.wait(count: 1))
        #expect(worker.join(seconds: deadlineSeconds))
        let report = try #require(reports.all.compactMap(\.self).first)
        #expect(report.interruption == nil)
        #expect(report.findings == [])
        #expect(report.video?.count == probe.progress.frames)
        #expect(report.video?.readable ?? 0 >= 5)
        #expect(writer.end())
    }

    @Test("a probe stopped before any data reports nothing")
    func stopEarly() throws {
        let files = try CodedFiles(seconds: 1)
        let probe = try Probe(ProbeSource(try files.makePipe()))
        probe.stop()
        let report = try probe.run()
        #expect(!report.hasMarks)
        #expect(report.video == nil)
        #expect(report.audio == nil)
        #expect(report.streams.isEmpty)
        #expect(report.interruption == nil)
    }
}
