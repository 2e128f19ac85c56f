import Foundation
import FuzzTargets
import StudioTestSupport
import Testing

/// Replays the fuzzers' seed inputs and the inputs that once found a bug.
struct CorpusTests {
    private static let corpus = PackageFolder.url("Tests/Programs/Fuzz/corpus")

    private static func inputs(_ target: FuzzTarget) throws -> [URL] {
        let folder = corpus.appendingPathComponent(target.rawValue)
        return try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .sorted { $0.path < $1.path }
    }

    @Test("Every input of the corpus is parsed or rejected", arguments: FuzzTarget.allCases)
    func replay(_ target: FuzzTarget) throws {
        let inputs = try Self.inputs(target)
        #expect(inputs.count >= 3)
        for input in inputs {
            let bytes = [UInt8](try Data(contentsOf: input))
            #expect(bytes.count <= FuzzTarget.longestInput, "\(input.lastPathComponent)")
            try target.run(bytes)
        }
    }
}
