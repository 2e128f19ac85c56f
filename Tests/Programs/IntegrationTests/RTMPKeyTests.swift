import Foundation
import StudioTestSupport
import Testing

extension RealTime {
    /// What a server gets as application and stream, and what it is asked for with odd keys.
    struct RTMPKeyTests {
        private static let common = [
            "start", "--width", "320", "--height", "180", "--duration", "1s", "--json",
        ]

        private func run(
            _ server: StrictRTMPServer, _ path: String, _ more: [String] = [], environment: [String: String] = [:]
        ) throws -> StudioProgram.Outcome {
            try StudioProgram.run(
                Self.common + ["--out", "rtmp://127.0.0.1:\(server.port)/\(path)"] + more, environment: environment)
        }

        @Test(
            "A key from a file or a variable arrives whole",
            arguments: ["a/b", "k?x=1/2&y", "two words", "%20=%2F", "/lead", "ünï"])
        func separateKey(_ key: String) throws {
            let (server, folder) = (try StrictRTMPServer(), try TestFolder())
            let file = try folder.write("key.txt", "\u{FEFF}\(key)\r\nsecond line\r\n")
            for outcome in [
                try run(server, "live/eu/", ["--stream-key-file", file]),
                try run(server, "live/eu/", environment: ["PSSTUDIO_STREAM_KEY": key]),
            ] {
                #expect(outcome.exitCode == 0, "\(outcome.errors)")
                #expect(try outcome.summary.outputs.first?.outputTotalFrames ?? 0 > 0)
                #expect(!outcome.errors.contains(key))
            }
            #expect(server.publications.count == 2)
            for publication in server.publications {
                #expect(publication.application == "live/eu")
                #expect(publication.stream == key)
                #expect(publication.address == "rtmp://127.0.0.1:\(server.port)/live/eu")
                #expect(publication.mediaCount > 30)
            }
            #expect(server.problems == [])
        }

        @Test(
            "Slashes in a query do not end the application; a single path part is the application",
            arguments: [
                ("live/key?sig=a/b", "live", "key?sig=a/b"), ("stream?user=me&pass=a/b", "stream?user=me&pass=a/b", ""),
                ("stream", "stream", ""),
            ])
        func addresses(_ path: String, _ application: String, _ stream: String) throws {
            let server = try StrictRTMPServer()
            let outcome = try run(server, path)
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let publication = try #require(server.publications.first)
            #expect(publication.application == application)
            #expect(publication.stream == stream)
            #expect(publication.mediaCount > 30)
        }

        @Test("A key file that has no key is a usage error, without any part of it")
        func invalid() throws {
            let folder = try TestFolder()
            for (bytes, reason) in [
                (Data("\n".utf8), "is empty"), (Data([0xFF, 0xFE, 0x6B, 0]), "is not UTF-8 text"),
                (Data("S3CRET\u{7}".utf8), "has a control character in its first line"),
                (Data(repeating: 0x6B, count: 5000), "has a first line of more than 4096 bytes"),
            ] {
                let path = folder.file("key")
                try bytes.write(to: URL(fileURLWithPath: path))
                let outcome = try StudioProgram.run(
                    Self.common + ["--out", "rtmp://127.0.0.1/live/", "--stream-key-file", path])
                #expect(outcome.exitCode == 2)
                #expect(outcome.errors.contains("the stream key file \(reason)"), "\(outcome.errors)")
                #expect(!outcome.errors.contains("S3CRET"))
            }
            let variable = try StudioProgram.run(
                Self.common + ["--out", "rtmp://127.0.0.1/live/"], environment: ["PSSTUDIO_STREAM_KEY": "S3CRET\u{7}"])
            #expect(variable.exitCode == 2)
            #expect(variable.errors.contains("PSSTUDIO_STREAM_KEY has a control character"), "\(variable.errors)")
        }
    }
}
