import Testing

@testable import ProgramConsole

/// Where a program finds another one of psstudio.
struct SiblingProgramTests {
    @Test(
        "a sibling is beside the program, in libexec, or in bin; the first one counts",
        arguments: [
            ("/usr/bin/psstudio", ["/usr/bin/../libexec/psstudio-server"], "/usr/bin/../libexec/psstudio-server"),
            ("/b/release/psstudio", ["/b/release/psstudio-server"], "/b/release/psstudio-server"),
            ("/usr/libexec/psstudio", ["/usr/libexec/../bin/psstudio-server"], "/usr/libexec/../bin/psstudio-server"),
            ("/a/psstudio", ["/a/../libexec/psstudio-server", "/a/psstudio-server"], "/a/psstudio-server"),
            ("/psstudio", ["/psstudio-server"], "/psstudio-server"),
            ("/usr/bin/psstudio", ["/bin/psstudio-server", "/usr/psstudio-server"], nil),
            ("/usr/bin/psstudio", [], nil),
        ])
    func places(program: String, existing: [String], expected: String?) {
        let found = SiblingProgram("psstudio-server", besides: program) { existing.contains($0) }
        #expect(found?.path == expected)
    }
}
