import Foundation
import StudioTestSupport
import Testing

extension RealTime {
    /// What an RTMP server says reaches the user, and ends the output.
    struct RTMPAnswerTests {
        private static let denied = StrictRTMPServer.Status("NetStream.Publish.Quota", "tenant S3CRET is over quota")

        private func run(
            _ server: StrictRTMPServer, seconds: Int = 3, _ more: [String] = []
        ) throws -> StudioProgram.Outcome {
            try StudioProgram.run(
                [
                    "start", "--width", "320", "--height", "180", "--duration", "\(seconds)s", "--json", "--bitrate",
                    "700k",
                    "--out", "rtmp://127.0.0.1:\(server.port)/live/S3CRET",
                ] + more)
        }

        @Test(
            "A rejection names the server's code and description, without the key",
            arguments: [
                StrictRTMPServer.Behaviour.rejectingPublication(denied), .rejectingConnection(denied),
            ])
        func rejected(_ behaviour: StrictRTMPServer.Behaviour) throws {
            let server = try StrictRTMPServer(behaviour)
            let outcome = try run(server)
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "the server rejected the stream: NetStream.Publish.Quota: tenant *** is over quota; check the application"
                ),
                "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.cause == "rejected")
            #expect(!outcome.errors.contains("S3CRET"))
            #expect(!outcome.outputText.contains("S3CRET"))
            #expect(server.problems == [])
        }

        @Test("An error in the middle of a stream ends it: what follows is lost, and the exit code is 6")
        func failing() throws {
            let server = try StrictRTMPServer(
                .failing(afterMedia: 60, .init("NetStream.Publish.BadName", "replaced by another publisher")))
            let folder = try TestFolder()
            // The file keeps the session going.
            let outcome = try run(server, seconds: 4, ["--retry", "attempts=0", "--out", folder.file("a.ts")])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "the server ended the stream: NetStream.Publish.BadName: replaced by another publisher"),
                "\(outcome.errors)")
            let output = try #require(try outcome.summary.outputs.first)
            #expect(output.cause == "rejected")
            #expect(output.outputSkippedFrames > 30, "the stream ends after about a second of four")
            #expect(output.outputSkippedFrames < output.outputTotalFrames)
            #expect(server.publications.count == 1)
        }

        @Test("A server that says why it closes is quoted")
        func closing() throws {
            let server = try StrictRTMPServer(.closing(afterMedia: 60, .init("NetStream.Publish.Idle", "maintenance")))
            let outcome = try run(server, seconds: 4, ["--retry", "attempts=0"])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(
                outcome.errors.contains("the server ended the stream: NetStream.Publish.Idle: maintenance"),
                "\(outcome.errors)")
        }

        @Test("The answers of a server behind TLS are read, too")
        func encrypted() throws {
            let server = try StrictRTMPServer(.rejectingPublication(Self.denied))
            let terminator = try TLSTerminator(to: server.port)
            let outcome = try StudioProgram.run([
                "start", "--width", "320", "--height", "180", "--duration", "3s", "--json", "--out",
                terminator.url("S3CRET"), "--tls-ca", terminator.authority,
            ])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(
                outcome.errors.contains(
                    "the server rejected the stream: NetStream.Publish.Quota: tenant *** is over quota"),
                "\(outcome.errors)")
        }

        @Test("A server of HTTP is named as such")
        func webServer() throws {
            let web = try HTTPAnswers { _ in HTTPAnswers.Answer() }
            let outcome = try StudioProgram.run([
                "start", "--width", "320", "--height", "180", "--duration", "10s", "--json", "--out",
                "rtmp://127.0.0.1:\(web.port)/live/S3CRET",
            ])
            #expect(outcome.exitCode == 6, "\(outcome.errors)")
            #expect(
                outcome.errors.contains("the server speaks HTTP, not RTMP; check the host and the port"),
                "\(outcome.errors)")
            #expect(try outcome.summary.outputs.first?.cause == "rejected")
            #expect(!outcome.errors.contains("S3CRET"))
        }

        @Test("The metadata has the rates, the sample rate and the channels")
        func metadata() throws {
            for (more, hasAudio) in [([], true), (["--no-audio"], false)] {
                let server = try StrictRTMPServer()
                let outcome = try run(server, seconds: 1, more)
                #expect(outcome.exitCode == 0, "\(outcome.errors)")
                let metadata = try #require(server.publications.first?.metadata)
                #expect(metadata["width"] == .number(320))
                #expect(metadata["height"] == .number(180))
                #expect(metadata["framerate"] == .number(30))
                #expect(metadata["videodatarate"] == .number(700))
                #expect(metadata["audiodatarate"] == (hasAudio ? .number(160) : nil))
                #expect(metadata["audiosamplerate"] == (hasAudio ? .number(48_000) : nil))
                #expect(metadata["stereo"] == (hasAudio ? .boolean(true) : nil))
                #expect(server.problems == [])
            }
        }
    }
}
