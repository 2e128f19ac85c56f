import Foundation
import StudioTestSupport
import Testing

@testable import MediaOutputs

/// The documentation names every kind of output.
struct OutputDocumentationTests {
    private static func text(_ path: String) throws -> String {
        try String(contentsOf: PackageFolder.url(path), encoding: .utf8)
    }

    @Test("the README's table of outputs matches the drivers; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func table() throws {
        let readme = try Self.text("README.md")
        let head = "| output | address | page |\n| --- | --- | --- |\n"
        let start = try #require(readme.range(of: head)).upperBound
        let end = try #require(readme.range(of: "\n\n", range: start..<readme.endIndex)).lowerBound
        let rows = OutputRegistry.standard.kinds.map { kind in
            let forms = kind.forms.map { "`\($0.text)`" }.joined(separator: ", ")
            let page = "docs/outputs/\(kind.page).md"
            return "| \(kind.name) | \(forms) | [\(page)](\(page)) |"
        }
        let table = rows.joined(separator: "\n")
        if ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil {
            let whole = readme.replacingCharacters(in: start..<end, with: table)
            try whole.write(to: PackageFolder.url("README.md"), atomically: true, encoding: .utf8)
        }
        #expect(try Self.text("README.md").contains(head + table + "\n\n"))
    }

    @Test("each kind has a page, which names the sources of its secret")
    func pages() throws {
        for kind in OutputRegistry.standard.kinds {
            let page = try Self.text("docs/outputs/\(kind.page).md")
            for source in [kind.secret?.option, kind.secret?.variable].compactMap(\.self) {
                #expect(page.contains(source), "\(kind.name): \(source)")
            }
        }
    }
}
