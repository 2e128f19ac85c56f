import StudioCore
import Testing

@testable import ProgramConsole

@Suite("The line of --version")
struct ProgramVersionTests {
    @Test("it has version, commit, date and the version of GStreamer")
    func known() {
        let line = ProgramVersion.line(of: "psstudio", commit: "538f738e", date: "2026-11-28", gstreamer: "1.22.0")
        #expect(line == "psstudio \(release) (commit 538f738e of 2026-11-28, GStreamer 1.22.0)")
    }

    @Test("without git the commit is unknown")
    func unknown() {
        let line = ProgramVersion.line(of: "psstudio-server", commit: "", date: "", gstreamer: "1.26.2")
        #expect(line.hasPrefix("psstudio-server "))
        #expect(line.hasSuffix(" (unknown commit, GStreamer 1.26.2)"))
    }
}
