import GStreamer
import StudioCore
import StudioTestSupport
import Testing

@testable import StudioPipelines

/// From an error of a pipeline to a cause that people can act on, and never a secret in it.
struct FailureTests {
    private static let rtmp = "rtmp://user:pa55word@host/live/s3cr3t?token=t0k3n"

    private func failure(
        _ domain: GStreamerError.Domain, code: Int32 = 0, source: String, at text: String, wasLive: Bool = false
    ) throws -> OutputFailure {
        let message = "Could not open s3cr3t with pa55word and t0k3n"
        return OutputFailure(
            GStreamerError(domain, code: code, source: source, message: message, debug: Self.rtmp),
            at: try Destination(text), wasLive: wasLive)
    }

    @Test("Domain, code and place decide; the text never does")
    func mapping() throws {
        #expect(try failure(.resource, source: "sink", at: Self.rtmp).cause == .rejected)
        #expect(try failure(.resource, source: "sink", at: Self.rtmp, wasLive: true).cause == .disconnected)
        #expect(try failure(.stream, source: "mux", at: Self.rtmp).cause == .pipeline)
        #expect(try failure(.resource, code: 14, source: "sink", at: "a.mp4").cause == .storageFull)
        #expect(try failure(.resource, code: 10, source: "sink", at: "a.mp4").cause == .notWritable)
        #expect(try failure(.stream, source: "mux", at: "a.mkv").cause == .pipeline)
        #expect(try failure(.resource, code: 10, source: "sink", at: "mkv:-").cause == .readerGone)
        #expect(try failure(.resource, code: 14, source: "sink", at: "mkv:-").cause == .storageFull)
    }

    @Test("Whatever an element says, no secret of the destination is in the failure")
    func secrets() throws {
        for source in ["sink", "mux", "video"] {
            for domain in [GStreamerError.Domain.resource, .stream, .core, .library, .other("x")] {
                for wasLive in [true, false] {
                    let text = "\(try failure(domain, source: source, at: Self.rtmp, wasLive: wasLive))"
                    for secret in ["s3cr3t", "pa55word", "t0k3n"] { #expect(!text.contains(secret), "\(text)") }
                }
            }
        }
    }

    @Test("The probe tells refused from unresolved, and asks nobody about a file")
    func serverProbe() throws {
        let closed = try Destination("rtmp://127.0.0.1:\(try unusedPort())/live/key")
        #expect(ServerProbe.failure(at: closed, seconds: 5)?.cause == .refused)
        let server = try HostileServer(.silent)
        #expect(ServerProbe.failure(at: try Destination(server.url()), seconds: 5) == nil)
        #expect(ServerProbe.failure(at: try Destination("none/a.mp4"), seconds: 5) == nil)
    }

    @Test("The probe of a file gives the system's words, and an empty one does not stay")
    func fileProbe() throws {
        let folder = try TestFolder()
        let good = try Destination(folder.file("a.mp4"))
        try FileProbe.check(good)
        #expect(try folder.names == ["a.mp4"])
        FileProbe.removeIfEmpty(good)
        #expect(try folder.names.isEmpty)
        _ = try folder.write("a.mp4", "x")
        FileProbe.removeIfEmpty(good)
        #expect(try folder.names == ["a.mp4"])
        let bad = #expect(throws: OutputFailure.self) {
            try FileProbe.check(try Destination(folder.file("none/a.mp4")))
        }
        #expect(bad?.cause == .notWritable && bad?.message.contains("No such file") == true)
    }
}
