import Foundation
import MeetingClient
import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing

/// What holds until an authentication has succeeded. The C++ library decides it: its tests are in `Tests/Programs/MeetingSDK`.
struct AuthenticationRuleTests {
    private static let rules = RuleCatalogue.meetingClient.rules.filter { $0.id.rawValue.hasPrefix("ZM-AUTH-") }

    @Test(
        """
        A call that the C++ library rejects before an authentication is a violation with the code of its rule: ZM-AUTH-003,
        ZM-AUTH-004, ZM-AUTH-005, ZM-AUTH-006, ZM-AUTH-007, ZM-AUTH-008, ZM-AUTH-009, ZM-AUTH-010, ZM-AUTH-011, ZM-AUTH-012,
        ZM-AUTH-013, ZM-AUTH-014, ZM-AUTH-015, ZM-AUTH-016, ZM-AUTH-017, ZM-AUTH-021, ZM-AUTH-022, ZM-AUTH-023, ZM-AUTH-024
        """)
    func rejections() throws {
        let rejecting = Self.rules.filter { $0.code != .success }
        #expect(rejecting.count == 19)
        let (library, test) = try (Self.library(), PackageFolder.text(Self.test))
        for rule in rejecting {
            let fixture = try ClientFixture()
            let reject = { () throws(StudioError) in
                try fixture.client.reject(StudioError(rule, "it is early", hint: "wait"))
            }
            #expect(fixture.rule(reject) == rule.id)
            #expect(fixture.client.violations.map(\.error.code) == [rule.code])
            #expect(fixture.warnings == [])
            // The library rejects with it, and its test expects this code.
            #expect(library.contains("\"\(rule.id)\""))
            #expect(test.contains("{\"\(rule.id)\", \"\(rule.code)\"}"))
        }
    }

    @Test(
        """
        What is null, false or 0 before an authentication is no violation: ZM-AUTH-001, ZM-AUTH-002, ZM-AUTH-018, ZM-AUTH-019,
        ZM-AUTH-020, ZM-AUTH-025
        """)
    func answers() throws {
        let silent = Self.rules.filter { $0.code == .success }
        #expect(silent.count == 6)
        let test = try PackageFolder.text(Self.test)
        for rule in silent { #expect(test.contains(rule.id.rawValue)) }
        // Only a null pointer, which ends a client that does not look, has a line.
        let library = try Self.library()
        #expect(silent.filter { library.contains("\"\($0.id)\"") }.map(\.id) == ["ZM-AUTH-001", "ZM-AUTH-002"])
    }

    @Test("A rule without a code is reported, and the call succeeds")
    func reports() throws {
        let fixture = try ClientFixture()
        try fixture.client.reject(StudioError(.clientUninitialisedInside, "it is inside"))
        #expect(fixture.warnings == ["ZM-ENTRY-006"])
    }

    @Test("A package that a rule names as its source is asked by the script that the rule names")
    func packages() throws {
        let packages = RuleCatalogue.meetingClient.rules.filter { $0.mark == .observed }.compactMap(\.askedPackage)
        #expect(packages.count == Self.rules.count + 1)
        let makefile = try PackageFolder.text("Makefile")
        for package in packages {
            #expect(makefile.contains("\n\(package.target): "))
            let script = try PackageFolder.text("scripts/\(package.target).sh")
            #expect(script.contains("\npackage=\(package.name)==\(package.version)\n"))
        }
    }

    private static let test = "Tests/Programs/MeetingSDK/before_authentication.cpp"

    private static func library() throws -> String {
        let folder = PackageFolder.url("Sources/Programs/MeetingSDK/library")
        let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?.allObjects ?? []
        return try files.compactMap { $0 as? URL }.filter { ["h", "cpp"].contains($0.pathExtension) }
            .map { try String(contentsOf: $0, encoding: .utf8) }.joined()
    }
}
