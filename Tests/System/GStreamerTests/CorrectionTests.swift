import Foundation
import GStreamer
import StudioTestSupport
import Testing

/// The rows of the corrections, and which of them are on.
struct CorrectionTests {
    /// The Swift files in a folder of the package.
    private static func sources(in folder: String) throws -> [URL] {
        let root = PackageFolder.url(folder)
        let files = try #require(FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil))
        return files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    }

    @Test("each row names a test that exists")
    func tests() throws {
        let files = Dictionary(grouping: try Self.sources(in: "Tests")) { $0.deletingPathExtension().lastPathComponent }
        for correction in Correction.all {
            let parts = correction.test.split(separator: ".").map(String.init)
            try #require(parts.count == 2, "\(correction.name): \(correction.test)")
            let texts = try (files[parts[0]] ?? []).map { try String(contentsOf: $0, encoding: .utf8) }
            #expect(texts.contains { $0.contains("func \(parts[1])(") }, "\(correction.name): \(correction.test)")
        }
    }

    @Test("each row of the folder is in the list, once, with a sentence and a version")
    func rows() throws {
        let texts = try Self.sources(in: "Sources/System/GStreamer/Corrections").map {
            try String(contentsOf: $0, encoding: .utf8)
        }
        let declared = texts.flatMap { $0.matches(of: /package static let \w+ = Correction\(\s*"([a-z0-9-]+)"/) }
        #expect(declared.count > 30)
        #expect(declared.map { String($0.1) }.sorted() == Correction.all.map(\.name).sorted())
        #expect(Set(Correction.all.map(\.name)).count == Correction.all.count)
        for correction in Correction.all {
            #expect(correction.fault.hasSuffix("."), "\(correction.name)")
            #expect(!correction.element.isEmpty && !correction.versions.isEmpty, "\(correction.name)")
            #expect(correction.report?.hasPrefix("https://") ?? true, "\(correction.name)")
            #expect(Set(correction.versions).isDisjoint(with: correction.fixedVersions), "\(correction.name)")
        }
    }

    @Test("a correction is off only where its test passed without it, unless the variable says otherwise")
    func versions() {
        let correction = Correction(
            "name", of: "element", "It fails.", versions: ["1.22.0"], fixedVersions: ["1.26.2"], test: "A.b")
        for (version, isNeeded) in [("1.22.0", true), ("1.26.2", false), ("1.26.3", true), ("1.26", true)] {
            #expect(correction.isOn(.needed, with: version) == isNeeded, "\(version)")
            #expect(correction.isOn(.all, with: version))
            #expect(!correction.isOn(.none, with: version))
            #expect(!correction.isOn(.without(["other", "name"]), with: version))
            #expect(correction.isOn(.without(["other"]), with: version))
        }
    }

    @Test("the variable is all, none, or names of corrections; anything else is an error that quotes it")
    func choices() throws {
        #expect(try CorrectionChoice(nil) == .needed)
        #expect(try CorrectionChoice("all") == .all)
        #expect(try CorrectionChoice("none") == CorrectionChoice.none)
        #expect(try CorrectionChoice("-deep-png") == .without(["deep-png"]))
        #expect(try CorrectionChoice("-deep-png,-crop") == .without(["deep-png", "crop"]))
        for text in ["", "needed", "None", "deep-png", "-", "-deep", "-deep-png,", "-deep-png,crop", "all,-crop"] {
            let error = #expect(throws: CorrectionChoice.ParseError.self) { try CorrectionChoice(text) }
            let expected = "expected all, none, or names such as -deep-png,-palette"
            #expect(error?.description == "PSSTUDIO_CORRECTIONS: '\(text)' is invalid; \(expected)")
        }
    }
}
