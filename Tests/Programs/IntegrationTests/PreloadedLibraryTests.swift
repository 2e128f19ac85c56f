import ProgramConsole
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

    @Test("the library is found in the dynamic loader's folders, and in the build folder of the program")
    func otherPlaces() throws {
        let program = "/src/.build/release/psstudio"
        let searched = try PreloadedLibrary.value(
            program: program, in: "/a::/b", before: nil, exists: { $0 == "/b/libmeetingsdk.so.1" })
        #expect(searched == "/b/libmeetingsdk.so.1")
        let built = try PreloadedLibrary.value(
            program: program, in: nil, before: nil, exists: { $0 == "/src/.build/release/libmeetingsdk.so" })
        #expect(built == "/src/.build/release/libmeetingsdk.so")
    }

    @Test("a missing library is an error that names the places where it was expected")
    func missing() throws {
        do throws(CommandFailure) {
            _ = try PreloadedLibrary.value(program: "/opt/bin/psstudio", in: "/a", before: nil, exists: { _ in false })
            Issue.record("a library was found")
        } catch {
            #expect(error.reason == .usage)
            for text in ["cannot find libmeetingsdk.so.1", "/opt/lib/", "LD_LIBRARY_PATH", "make install"] {
                #expect(error.message.contains(text))
            }
        }
    }
}
