import Checksums
import Compression
import RuleList
import StudioCore
import StudioEngine
import StudioPage
import StudioScenario
import StudioServer

/// The lists that the server returns as they are; made when they are first asked for.
enum ServerDocuments {
    static let rules = list { ListedRule.all }
    static let scenarios = list {
        try ReadyScenario.all.map { try Item(Scenario(bytes: $0.bytes, name: $0.name)) }
    }

    /// The OpenAPI document.
    static let description = Array(OpenAPIDocument(snapshot: SessionSchema.snapshotSchema).json.utf8)

    /// A file of the control page.
    static func page(_ file: PageFile) -> PageContent {
        switch file {
        case .document: document
        case .style: style
        case .script: script
        }
    }

    private static let document = content(PageFiles.document)
    private static let style = content(PageFiles.style)
    private static let script = content(PageFiles.studio)

    private static func content(_ text: String) -> PageContent {
        let bytes = Array(text.utf8)
        let digest = SHA256.hash(bytes).map { NumberText.hexadecimal($0, digits: 2) }.joined()
        return PageContent(bytes: bytes, compressed: Gzip.compress(bytes), tag: "\"\(digest)\"")
    }

    private struct Item: Encodable {
        let name: String
        let summary: String

        init(_ scenario: Scenario) { (name, summary) = (scenario.name, scenario.summary) }
    }

    private struct Document<Item: Encodable>: Encodable {
        let itemCount: Int
        let items: [Item]
    }

    private static func list<Item: Encodable>(_ items: () throws -> [Item]) -> [UInt8] {
        do {
            let items = try items()
            return try JSONLineEncoder().line(Document(itemCount: items.count, items: items))
        } catch {
            // Ready scenarios are valid, and texts and integers can always be written.
            assertionFailure("\(error)")
            return Array("{}\n".utf8)
        }
    }
}
