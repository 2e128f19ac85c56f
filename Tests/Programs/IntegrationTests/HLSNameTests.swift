import Foundation
import StudioTestSupport
import Testing

/// Playlists with names that are no URIs: played from a web server and from files, judged by ffmpeg and by the package m3u8.
@Suite(.endToEnd)
struct HLSNameTests {
    private static let names = [
        "show #1", "what?", "100%", "a%20b", "12:30", "#live", "two words", "ünï 日本", "q'uo\"te", "a&b=c;d,e", "-dash",
        "back\\slash", "plain-1.2_x~",
    ]

    @Test("Any name of a playlist is played over HTTP and as a file", arguments: names)
    func played(_ name: String) throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run([
            "start", "--fast", "--width", "320", "--height", "180", "--duration", "3s", "--out",
            folder.file("\(name).m3u8"),
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        let text = String(decoding: try folder.read("\(name).m3u8"), as: UTF8.self)
        let references = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.map(String.init)
        #expect(references.count == 2)
        for reference in references {
            #expect(reference.wholeMatch(of: /[A-Za-z0-9._~-]+/) != nil, "\(reference)")
            #expect(try folder.names.contains(reference))
        }
        // Debian's package; it reads the playlist with the rules of RFC 8216.
        let parsed = try Tool.run(
            "/usr/bin/python3",
            [
                "-c",
                "import m3u8,sys; p=m3u8.load(sys.argv[1]); print(len(p.segments), p.is_endlist, p.target_duration)",
                folder.file("\(name).m3u8"),
            ])
        #expect(String(decoding: parsed, as: UTF8.self) == "2 True 3.0\n")
        #expect(try MediaProbe("file:" + folder.file("\(name).m3u8")).videoFrames.count == 90)
        let server = try WebServer(folder)
        let path = try #require(name.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
        #expect(try MediaProbe(server.url(path + ".m3u8")).videoFrames.count == 90)
    }

    @Test(
        "A single frame lasts as long as the frame rate says",
        arguments: [("30", 0.033333), ("24", 0.041667), ("5", 0.2)])
    func singleFrame(_ rate: String, _ seconds: Double) throws {
        let folder = try TestFolder()
        let outcome = try StudioProgram.run([
            "start", "--fast", "--width", "320", "--height", "180", "--fps", rate, "--duration", "10ms", "--no-audio",
            "--out",
            folder.file("one.m3u8"), "--json",
        ])
        #expect(outcome.exitCode == 0, "\(outcome.errors)")
        #expect(try outcome.summary.video.accepted == 1)
        let text = String(decoding: try folder.read("one.m3u8"), as: UTF8.self)
        let durations = text.split(separator: "\n").filter { $0.hasPrefix("#EXTINF:") }
            .compactMap { Double($0.dropFirst(8).dropLast()) }
        #expect(durations.count == 1)
        #expect(abs((durations.first ?? 0) - seconds) < 0.000_02, "\(durations)")
    }
}
