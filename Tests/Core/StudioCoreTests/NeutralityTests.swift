import Foundation
import StudioTestSupport
import Testing

@Suite("The core is vendor-neutral")
struct NeutralityTests {
    /// Names of vendors and of their interfaces, in lower case.
    private static let names = [
        "zoom", "vendor", "psmode", "onstartsend", "onstopsend", "production studio", "agora", "zego",
    ]

    @Test(
        "the core contains no vendor names and no rule identifiers, not even in comments",
        arguments: ["Core/StudioCore", "Studio/StudioMeeting"])
    func names(_ module: String) throws {
        let folder = PackageFolder.url("Sources/\(module)")
        let files = try #require(FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))
        var found: [String] = []
        var count = 0
        for case let file as URL in files where file.pathExtension == "swift" {
            count += 1
            for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
                let text = line.lowercased()
                // What a violation says of a rule that is psstudio's choice.
                if text.contains("the vendor does not document this") { continue }
                guard Self.names.contains(where: text.contains) || line.contains(/\bPS-[A-Z]/) else { continue }
                found.append("\(file.lastPathComponent): \(line)")
            }
        }
        #expect(count > 4, "too few sources were found")
        #expect(found == [])
    }
}
