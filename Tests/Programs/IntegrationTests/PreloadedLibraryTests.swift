import StudioTestSupport
import Testing

@testable import psstudio

/// The library that `psstudio exec --preload-meeting-sdk` loads.
@Suite(.endToEnd)
struct PreloadedLibraryTests {
    @Test("the library is beside the program, in the folder of the prefix or of Debian, before others")
    func places() throws {
        let plain = "/opt/psstudio/lib/libmeetingsdk.so.1"
        let debian = "/usr/lib/x86_64-linux-gnu/libmeetingsdk.so.1"
        let alone = try PreloadedLibrary.value(
            program: "/opt/psstudio/bin/psstudio", before: nil, exists: { $0 == plain })
        #expect(alone == plain)
        let first = try PreloadedLibrary.value(
            program: "/usr/bin/psstudio", before: "a.so:b.so", exists: { $0 == debian })
        #expect(first == debian + ":a.so:b.so")
        let empty = try PreloadedLibrary.value(program: "/usr/bin/psstudio", before: "", exists: { $0 == debian })
        #expect(empty == debian)
    }

    @Test("a missing library ends the command before it starts, with its expected path")
    func missing() throws {
        // The build folder has no library of that name.
        let outcome = try StudioProgram.run(["exec", "--preload-meeting-sdk", "--", "echo", "started"])
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("cannot find libmeetingsdk.so.1 beside /"))
        #expect(outcome.errors.contains("install it with make install"))
    }
}
