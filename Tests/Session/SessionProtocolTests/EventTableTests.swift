import Foundation
import StudioCore
import StudioTestSupport
import Testing

@testable import SessionProtocol

/// The names of events.
struct EventTableTests {
    @Test("every case of the enumeration has an example")
    func complete() throws {
        let source = try String(
            contentsOf: PackageFolder.url("Sources/Session/SessionProtocol/Events/SessionEvent.swift"), encoding: .utf8)
        let cases = source.split(separator: "\n").filter { $0.hasPrefix("        case ") }
        let names = cases.map { String($0.dropFirst(13).prefix { $0.isLetter }) }
        let reasons = SessionEvent.DropReason.allCases.map(\.rawValue)
        #expect(SessionEvent.Kind.examples.map(\.row.name) == names.filter { !reasons.contains($0) })
    }

    @Test("the name of the table is the one on the wire", arguments: SessionEvent.Kind.examples)
    func wire(_ event: SessionEvent.Kind) throws {
        let fields = try JSON(decoding: JSONLineEncoder().bytes(event)).fields
        #expect(fields?.map(\.0) == [event.row.name])
    }
}
