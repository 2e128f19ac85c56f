import GStreamer
import Glibc
import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs

/// Maps pipeline errors to causes that users can act on, without secrets.
struct FailureTests {
    private static let rtmp = "rtmp://user:pa55word@host/live/s3cr3t?token=t0k3n"

    private func failure(
        _ domain: GStreamerError.Domain, code: Int32 = 0, source: String, at text: String, wasLive: Bool = false,
        tls: TLSHandshake.Failure? = nil
    ) throws -> OutputFailure {
        let message = "Could not open s3cr3t with pa55word and t0k3n"
        let driver = try OutputRegistry.standard.driver(for: text)
        let error = GStreamerError(domain, code: code, source: source, message: message)
        guard text == Self.rtmp else { return driver.failure(error, wasLive: wasLive) }
        return OutputFailure(ofRTMP: error, at: driver.address, wasLive: wasLive, tls: tls)
    }

    @Test(
        "TLS: the handshake of the probe decides",
        arguments: [
            (TLSHandshake.Failure.unavailable, OutputFailure.Cause.encryptionMissing),
            (.certificate([.otherHost]), .certificateRefused), (.protocolMismatch, .rejected),
        ])
    func handshake(_ tls: TLSHandshake.Failure, _ cause: OutputFailure.Cause) throws {
        #expect(try failure(.resource, source: "sink", at: Self.rtmp, tls: tls).cause == cause)
    }

    @Test("Domain, code and element determine the cause; the text does not")
    func mapping() throws {
        #expect(try failure(.resource, source: "sink", at: Self.rtmp).cause == .rejected)
        #expect(try failure(.resource, source: "sink", at: Self.rtmp, wasLive: true).cause == .disconnected)
        #expect(try failure(.stream, source: "mux", at: Self.rtmp).cause == .pipeline)
        #expect(try failure(.stream, source: "mux", at: "a.mkv").cause == .pipeline)
        #expect(try failure(.descriptorLimit, source: "pipeline", at: "a.mkv").cause == .descriptorLimit)
        #expect(try failure(.descriptorLimit, source: "pipeline", at: Self.rtmp).cause == .descriptorLimit)
    }

    @Test(
        "Writing: errno determines the cause",
        arguments: [
            (ENOSPC, OutputFailure.Cause.storageFull), (EDQUOT, .storageFull), (EFBIG, .storageFull),
            (EPIPE, .readerGone), (EIO, .notWritable),
            (ByteWriter.removed, .removed),
        ])
    func writing(_ error: Int32, _ cause: OutputFailure.Cause) {
        #expect(OutputFailure(writingError: error).cause == cause)
    }

    @Test("The failure contains no secret of the destination, whatever the element's message")
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

    @Test("The connection check distinguishes a closed port from a server that does not respond")
    func serverProbe() throws {
        let port = "\(try unusedPort())"
        #expect(Self.cause(ServerProbe.answer(host: "127.0.0.1", port: port, seconds: 5)) == .refused)
        let server = try HostileServer(.silent)
        #expect(ServerProbe.answer(host: "127.0.0.1", port: "\(server.port)", seconds: 5) == .reached(nil))
    }

    private static func cause(_ answer: ServerProbe.Answer?) -> OutputFailure.Cause? {
        guard case .failed(let failure)? = answer else { return nil }
        return failure.cause
    }

    @Test("each fault of a certificate has its own text and remedy")
    func certificates() throws {
        let texts = try CertificateFault.allCases.map { fault in
            "\(try failure(.resource, source: "sink", at: Self.rtmp, tls: .certificate([fault])))"
        }
        #expect(Set(texts).count == CertificateFault.allCases.count)
        #expect(texts.allSatisfy { $0.hasPrefix("the server's certificate is not trusted: it") })
        #expect(texts.filter { $0.contains("--tls-ca") }.count == 1)
        let both = try failure(
            .resource, source: "sink", at: Self.rtmp, tls: .certificate([.unknownAuthority, .expired]))
        #expect("\(both)".contains("its authority is unknown and it has expired; --tls-ca FILE"))
    }

    @Test(
        "the first bytes of a server tell its protocol",
        arguments: [
            ([3], 0, RTMPGreeting.rtmp), ([3, 0, 0], 0, .rtmp), ([0x15, 3, 1, 0, 2], 0, .tls), ([0x16, 3, 3], 0, .tls),
            (Array("HTTP/1.1 400 Bad".utf8), 0, .http), (Array("<!DOCTYPE HTML>".utf8), 0, .http),
            (Array("SSH-2.0-OpenSSH\r\n".utf8), 0, .other("SSH-2.0-OpenSSH")), ([0x15, 9], 0, .other("")),
            ([7, 7], 0, .other("")), ([], 0, .closed), ([], ECONNRESET, .reset), ([], EAGAIN, nil),
        ] as [([UInt8], Int32, RTMPGreeting?)])
    func greetings(_ bytes: [UInt8], _ error: Int32, _ greeting: RTMPGreeting?) throws {
        #expect(RTMPGreeting(bytes, error: error) == greeting)
        guard let failure = greeting?.failure else { return }
        #expect(failure.cause == .rejected)
        #expect(!"\(failure)".contains("stream key"))
        let error = GStreamerError(.resource, source: "sink", message: "")
        let address = try OutputRegistry.standard.driver(for: Self.rtmp).address
        #expect(OutputFailure(ofRTMP: error, at: address, wasLive: false, tls: nil, greeting: greeting) == failure)
        #expect(
            OutputFailure(ofRTMP: error, at: address, wasLive: true, tls: nil, greeting: greeting).cause
                == .disconnected)
    }

    @Test("A file is created exclusively, or truncated if allowed")
    func files() throws {
        let folder = try TestFolder()
        let path = folder.file("a.mp4")
        let writer = try #require(try OutputFile.open(path, overwrites: false)).writer
        #expect([1, 2, 3].withUnsafeBytes { writer.write($0) } == 0)
        #expect(#expect(throws: OutputFailure.self) { try OutputFile.open(path, overwrites: false) }?.cause == .exists)
        #expect(TestFolder.size(of: path) == 24)
        let inUse = #expect(throws: OutputFailure.self) { try OutputFile.open(path, overwrites: true) }
        #expect(inUse == OutputFailure(.inUse, "the file is written by this process already"))
        #expect(TestFolder.size(of: path) == 24)
        #expect(writer.finish() == 0)
        _ = try OutputFile.open(path, overwrites: true)?.writer
        #expect(TestFolder.size(of: path) == 0)
    }

    @Test("A file without frames is removed, another one is kept")
    func emptyFiles() throws {
        let folder = try TestFolder()
        let path = try folder.write("a.mp4", "x")
        OutputFile.removeIfEmpty(path)
        #expect(try folder.names == ["a.mp4"])
        _ = try OutputFile.open(path, overwrites: true)?.writer
        OutputFile.removeIfEmpty(path)
        #expect(try folder.names.isEmpty)
    }

    @Test("A failed open is reported with the system's message")
    func notOpened() throws {
        let folder = try TestFolder()
        let none = #expect(throws: OutputFailure.self) {
            try OutputFile.open(folder.file("none/a.mp4"), overwrites: false)
        }
        #expect(none == OutputFailure(.notWritable, "cannot write the file: No such file or directory"))
        let directory = #expect(throws: OutputFailure.self) { try OutputFile.open(folder.path, overwrites: true) }
        #expect(directory == OutputFailure(.notWritable, "cannot write the file: Is a directory"))
    }

    @Test("A FIFO is opened without blocking, with and without a reader")
    func fifo() throws {
        let folder = try TestFolder()
        let path = folder.file("a.mkv")
        try #require(mkfifo(path, 0o600) == 0)
        #expect(try OutputFile.open(path, overwrites: false) == nil)
        let reader = open(path, O_RDONLY | O_NONBLOCK)
        defer { close(reader) }
        #expect(try OutputFile.open(path, overwrites: false)?.writer.isSeekable == false)
    }
}
