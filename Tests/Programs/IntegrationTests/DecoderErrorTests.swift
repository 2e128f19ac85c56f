import Foundation
import StudioTestSupport
import Testing

/// Files whose demuxer or decoder fails while the stream is being found.
@Suite(.endToEnd)
struct DecoderErrorTests {
    private static let corpus = PackageFolder.url("Tests/Programs/Fuzz/corpus/probe").path

    /// Many at once: on a loaded machine the error and the stream come at the same moment, and the error was lost. The
    /// program then waited for 20 s.
    @Test("The error is reported, and not that no data came", arguments: ["corrupt-index.mp4", "damaged.avi"])
    func errors(_ name: String) throws {
        let arguments = ["start", "--fast", "--video", "\(Self.corpus)/\(name)", "--out", "null:", "--json"]
        for _ in 0..<4 {
            let programs = try (0..<8).map { _ in try StudioProgram(arguments) }
            for program in programs {
                let outcome = try program.finish()
                #expect(outcome.exitCode == 5, "\(outcome.errors)")
                #expect(!outcome.errors.contains("delivered no data"), "\(outcome.errors)")
                #expect(outcome.errors.contains(name), "\(outcome.errors)")
            }
        }
    }
}
