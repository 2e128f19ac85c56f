import ProductionStudio
import StudioCore
import StudioTestSupport
import Testing
import ZoomSDKNames

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

@Suite("Documentation")
struct DocumentationTests {
    private func text(_ path: String) throws -> String {
        let data = try #require(
            FileManager.default.contents(atPath: PackageFolder.url(path).path), "\(path) is missing")
        return String(decoding: data, as: UTF8.self)
    }

    @Test("the generated pages match the code; scripts/docs.sh regenerates them")
    func pagesMatchCode() throws {
        #expect(try text("docs/rules.md") == RulesPage.markdown)
        #expect(try text("Sources/Studio/ProductionStudio/ProductionStudio.docc/Rules.md") == RulesPage.markdown)
        #expect(
            try text("Sources/Studio/ProductionStudio/ProductionStudio.docc/VendorNames.md") == VendorNames.markdown)
        #expect(try text("Sources/Interfaces/ZoomMeeting/ZoomSDK/ZoomSDK.docc/Symbols.md") == SymbolTable.markdown)
    }

    @Test("every rule is listed for a vendor name, and at most once for each")
    func rulesAreBehindNames() {
        #expect(Set(VendorNames.all.flatMap(\.rules)) == Set(RuleCatalogue.productionStudio.rules))
        for name in VendorNames.all { #expect(Set(name.rules).count == name.rules.count, "\(name.vendor)") }
        #expect(Set(VendorNames.all.map(\.vendor)).count == VendorNames.all.count)
    }

    @Test("the table of symbols has every member of the facade's classes and protocols, and nothing else")
    func symbolsAreMembers() throws {
        let declared = try FacadeSource.members()
        for type in SymbolTable.all {
            let members = type.members.values.flatMap { $0 }
            #expect(Set(members).count == members.count, "\(type.name) lists a member twice")
            let missing = declared[type.name, default: []].subtracting(members)
            #expect(missing == [], "not in the table of \(type.name)")
            let unknown = Set(members).subtracting(declared[type.name, default: []])
            #expect(unknown == [], "not declared by \(type.name)")
        }
        let listed = Set(SymbolTable.all.map(\.name))
        #expect(listed.count == SymbolTable.all.count)
        #expect(Set(declared.filter { !$0.value.isEmpty }.keys).subtracting(listed).subtracting(Self.spellings) == [])
    }

    /// Protocols for the spellings of one callback: no names of the vendor.
    private static let spellings: Set<String> = [
        "ZoomSDKUserArrayReceiver", "ZoomSDKUserArrayUnwrappedReceiver", "ZoomSDKMeetingParameterReceiver",
        "ZoomSDKMeetingParameterUnwrappedReceiver", "ZoomSDKSenderReceiver", "ZoomSDKSenderUnwrappedReceiver",
        "ZoomSDKCaptionReceiver", "ZoomSDKCaptionUnwrappedReceiver",
    ]

    @Test("every symbol that known clients use exists, with its members", arguments: ClientSymbols.all)
    func clientSymbols(_ client: ClientSymbols) throws {
        let names = try FacadeSource.names()
        #expect(client.symbols.filter { !names.contains($0) } == [], "\(client.file)")
    }
}

/// What the facade's sources declare.
enum FacadeSource {
    private static let folder = PackageFolder.url("Sources/Interfaces/ZoomMeeting/ZoomSDK").path + "/"

    private static func lines() throws -> [Substring] {
        let files = try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0.hasSuffix(".swift") }
        return try files.sorted().flatMap { file in
            let data = try #require(FileManager.default.contents(atPath: folder + file))
            return String(decoding: data, as: UTF8.self).split(separator: "\n")
        }
    }

    private static func words(_ line: Substring) -> [String] {
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    /// Types, constants, methods and properties, by their base names.
    static func names() throws -> Set<String> {
        let kinds: Set<String> = ["class", "struct", "protocol", "func", "let", "var"]
        var names: Set<String> = []
        for line in try lines() {
            let words = words(line)
            guard ["public", "open", "func"].contains(words.first) else { continue }
            // `class func shared`: the last kind is the one that the name follows.
            guard let index = words.prefix(4).lastIndex(where: kinds.contains), index + 1 < words.count else {
                continue
            }
            names.insert(words[index + 1])
        }
        return names
    }

    /// The open classes and public protocols with their members, as Swift names them.
    static func members() throws -> [String: Set<String>] {
        var members: [String: Set<String>] = [:]
        var owner: String?
        var isProtocol = false
        var pending = ""
        for line in try lines() {
            if !pending.isEmpty {
                pending += " " + line.drop { $0 == " " }
            } else if !line.hasPrefix(" ") {
                let words = words(line)
                guard ["open", "public"].contains(words.first), words.count > 2 else {
                    if line != "{", line != "}" { owner = nil }
                    continue
                }
                isProtocol = words[1] == "protocol"
                owner = words[1] == "class" || isProtocol ? words[2] : nil
                if let owner { members[owner] = members[owner] ?? [] }
                continue
            } else {
                let text = line.dropFirst(4)
                guard owner != nil,
                    ["open func ", "open class func ", "open var ", "public func "].contains(where: text.hasPrefix)
                        || (isProtocol && text.hasPrefix("func "))
                else { continue }
                pending = String(text)
            }
            guard pending.filter({ $0 == "(" }).count == pending.filter({ $0 == ")" }).count else { continue }
            if let owner { members[owner, default: []].insert(name(of: pending)) }
            pending = ""
        }
        return members
    }

    /// `enterFullScreen(_:firstMonitor:dualMonitor:)` of a declaration, `delegate` of a property.
    private static func name(of declaration: String) -> String {
        let words = words(declaration[...])
        guard let index = words.firstIndex(where: { $0 == "func" || $0 == "var" }), index + 1 < words.count else {
            return ""
        }
        guard words[index] == "func", let start = declaration.firstIndex(of: "(") else { return words[index + 1] }
        var (labels, label, depth, isLabel) = ("", "", 0, true)
        scan: for character in declaration[start...] {
            switch character {
            case "(", "[": depth += 1
            case ")", "]":
                depth -= 1
                if depth == 0 { break scan }
            case "," where depth == 1: isLabel = true
            case ":" where depth == 1 && isLabel:
                labels += (label.split(separator: " ").first.map(String.init) ?? "") + ":"
                (label, isLabel) = ("", false)
            default: if isLabel, depth == 1 { label.append(character) }
            }
        }
        return "\(words[index + 1])(\(labels))"
    }
}
