import Foundation
import Testing

@testable import OBSWebSocket

/// docs/obs-websocket.md.
struct RequestPageTests {
    private static let path = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("../../../docs/obs-websocket.md").standardizedFileURL
    private static let head = "| request | here | fields | what it does |\n| --- | --- | --- | --- |\n"

    @Test("its table of requests matches the code; PSSTUDIO_WRITE_DOCS=1 regenerates it")
    func requests() throws {
        let rows = RequestTable.all.map { row in
            let fields = row.fields.map { $0.text + ", " }.joined().dropLast(2)
            return "| `\(row.name)` | \(row.kind.word) |\(fields.isEmpty ? "" : " ")\(fields) | \(row.text) |\n"
        }
        let table = Self.head + rows.joined()
        var page = try String(contentsOf: Self.path, encoding: .utf8)
        let start = try #require(page.range(of: Self.head)?.lowerBound)
        let end = try #require(page.range(of: "\n\n", range: start..<page.endIndex)?.lowerBound)
        let written = start..<page.index(after: end)
        if ProcessInfo.processInfo.environment["PSSTUDIO_WRITE_DOCS"] != nil {
            page.replaceSubrange(written, with: table)
            try page.write(to: Self.path, atomically: true, encoding: .utf8)
        } else {
            #expect(page[written] == table)
        }
    }

    @Test("it names the refused requests with their codes")
    func refusals() throws {
        let page = try String(contentsOf: Self.path, encoding: .utf8)
        for name in RequestTable.available where name.contains("ReplayBuffer") || name.contains("Pause") {
            Issue.record("\(name) is available")
        }
        #expect(page.contains("replay buffer are 604"))
        #expect(page.contains("the studio mode is 506"))
    }
}
