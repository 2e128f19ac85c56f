import Foundation
import StudioTestSupport
import Testing

extension RealTime {
    /// RTMP over TLS, through stunnel in front of nginx.
    struct RTMPSTests {
        private let common = [
            "start", "--fast", "--width", "320", "--height", "180", "--video", "coded:1f3a9c02", "--duration", "4s",
            "--json",
        ]

        @Test("A server with a trusted certificate authority receives everything; a probe over TLS works, too")
        func trusted() throws {
            let (server, folder) = (try RTMPServer(), try TestFolder())
            let terminator = try TLSTerminator(to: server.port)
            let trust = ["--tls-ca", terminator.authority]
            let outcome = try StudioProgram.run(
                common + ["--out", terminator.url("hidden"), "--out", folder.file("a.flv")] + trust)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let text = outcome.errors + outcome.outputText
            #expect(!text.contains("hidden"))
            #expect(text.contains("rtmps://localhost:\(terminator.port)/live/***"))
            for path in try server.recordings + [folder.file("a.flv")] {
                let media = try ProbedMedia(path, ["--strict", "--expect-frames", "120", "--max-offset", "1ms"])
                #expect(media.exitCode == 0, "\(media.verdict)")
            }

            let arguments = common.filter { $0 != "--fast" && $0 != "--json" } + ["--duration", "20s"]
            let sender = try StudioProgram(arguments + ["--out", terminator.url("live")] + trust)
            try server.waitForRecording(2)
            let probed = try StudioProgram.run(["probe", terminator.url("live"), "--duration", "2s", "--json"] + trust)
            sender.process.signal(SIGINT)
            _ = try sender.finish()
            #expect(try probed.probed.session?.identity == "1f3a9c02", "\(probed.errors)")
            let refused = try StudioProgram.run(["probe", terminator.url("live")])
            #expect(refused.exitCode == 5, "\(refused.errors)")
            #expect(refused.errors.contains("certificate"), "\(refused.errors)")
        }

        @Test("The file of --tls-ca may have a relative path")
        func relativeAuthority() throws {
            let (server, folder) = (try RTMPServer(), try TestFolder())
            let terminator = try TLSTerminator(to: server.port)
            let authority = try Data(contentsOf: URL(fileURLWithPath: terminator.authority))
            try authority.write(to: URL(fileURLWithPath: folder.file("ca.pem")))
            for path in ["ca.pem", "./ca.pem"] {
                let outcome = try StudioProgram.run(
                    common + ["--out", terminator.url(), "--tls-ca", path], in: folder.path)
                #expect(outcome.exitCode == 0, "\(outcome.errors)")
            }
        }

        @Test("An untrusted certificate is rejected immediately with a hint; the other output is complete")
        func untrusted() throws {
            let (server, folder) = (try RTMPServer(), try TestFolder())
            let terminator = try TLSTerminator(to: server.port)
            let outcome = try StudioProgram.run(common + ["--out", terminator.url(), "--out", folder.file("a.mp4")])
            try checkRefusal(outcome)
            #expect(try MediaProbe(folder.file("a.mp4")).videoFrames.count == 120)
            #expect(try server.recordings.isEmpty)
        }

        @Test("Certificates for another host name or from another authority are rejected")
        func wrongName() throws {
            let server = try RTMPServer()
            let terminator = try TLSTerminator(to: server.port, for: "DNS:elsewhere.example")
            try checkRefusal(
                try StudioProgram.run(common + ["--out", terminator.url(), "--tls-ca", terminator.authority]),
                "it belongs to another host; check the host name\n")
            let other = try TLSTerminator(to: server.port)
            try checkRefusal(try StudioProgram.run(common + ["--out", other.url(), "--tls-ca", terminator.authority]))
        }

        @Test("An expired certificate is named as such")
        func expired() throws {
            let server = try RTMPServer()
            let terminator = try TLSTerminator(to: server.port, days: -1)
            try checkRefusal(
                try StudioProgram.run(common + ["--out", terminator.url(), "--tls-ca", terminator.authority]),
                "it has expired; renew it on the server, or check the clock of this machine\n")
        }

        private func checkRefusal(
            _ outcome: StudioProgram.Outcome,
            _ fault: String = "its authority is unknown; --tls-ca FILE adds a private certificate authority\n"
        ) throws {
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(outcome.errors.contains("the server's certificate is not trusted: \(fault)"), "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.first)
            #expect(output.cause == "certificateRefused")
            #expect(output.state == "failed")
            #expect(output.reconnects == 0)
        }

        @Test("A server without TLS is reported as not responding")
        func plainServer() throws {
            let server = try RTMPServer()
            let url = server.url().replacing("rtmp://", with: "rtmps://")
            let outcome = try StudioProgram.run(
                ["start", "--width", "320", "--height", "180", "--duration", "7s", "--json", "--out", url])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.cause == "connectTimedOut", "\(outcome.errors)")
        }

        @Test("A server with TLS is named as such at an address without TLS, although it only closes the connection")
        func plainAddress() throws {
            let server = try RTMPServer()
            let terminator = try TLSTerminator(to: server.port)
            let url = terminator.url().replacing("rtmps://", with: "rtmp://")
            let outcome = try StudioProgram.run(common + ["--out", url])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(outcome.errors.contains(": the server expects TLS; use rtmps://\n"), "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.cause == "rejected")
        }

        @Test("--tls-ca requires a file with certificates")
        func badAuthority() throws {
            let folder = try TestFolder()
            for path in [folder.file("none.pem"), try folder.write("text.pem", "no certificate\n"), folder.path] {
                for command in [["start", "--out", "null:"], ["probe", "rtmps://localhost:1/live/key"]] {
                    let outcome = try StudioProgram.run(command + ["--tls-ca", path])
                    #expect(outcome.exitCode == 2, "\(path): \(outcome.errors)")
                    #expect(outcome.errors.contains(path), "\(path): \(outcome.errors)")
                }
            }
        }
    }
}
