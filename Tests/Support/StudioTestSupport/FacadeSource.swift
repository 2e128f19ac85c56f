import Foundation

/// What the sources of a facade declare.
package struct FacadeSource {
    private let lines: [Substring]

    /// - Parameter folder: of the module, in the package. Its folders count.
    package init(_ folder: String) throws {
        let url = PackageFolder.url(folder)
        let files = try FileManager.default.subpathsOfDirectory(atPath: url.path).filter { $0.hasSuffix(".swift") }
        lines = try files.sorted().flatMap { file in
            try PackageFolder.text("\(folder)/\(file)").split(separator: "\n")
        }
    }

    private static func words(_ line: Substring) -> [String] {
        line.split { !($0.isLetter || $0.isNumber || $0 == "_") }.map(String.init)
    }

    /// Types, constants, methods and properties, by their base names.
    package func names() -> Set<String> {
        let kinds: Set<String> = ["class", "struct", "protocol", "func", "let", "var"]
        var names: Set<String> = []
        for line in lines {
            let words = Self.words(line)
            guard ["public", "open", "func"].contains(words.first) else { continue }
            // `class func shared`: the last kind is the one that the name follows.
            guard let index = words.prefix(4).lastIndex(where: kinds.contains), index + 1 < words.count else {
                continue
            }
            names.insert(words[index + 1])
        }
        return names
    }

    /// The type that a line at the margin declares or extends.
    private struct Owner {
        let name: String
        var isProtocol = false
        var isExtension = false

        init?(_ line: Substring) {
            let words = FacadeSource.words(line)
            if words.first == "extension", words.count > 1 {
                (name, isExtension) = (words[1], true)
                return
            }
            guard ["open", "public"].contains(words.first),
                let kind = words.prefix(3).firstIndex(where: { $0 == "class" || $0 == "protocol" }),
                kind + 1 < words.count
            else { return nil }
            (name, isProtocol) = (words[kind + 1], words[kind] == "protocol")
        }
    }

    /// The public classes and protocols with their members, as Swift names them. Extensions of classes count.
    package func members() -> [String: Set<String>] {
        let owners = lines.compactMap { $0.hasPrefix(" ") ? nil : Owner($0) }
        let classes = Set(owners.filter { !$0.isExtension && !$0.isProtocol }.map(\.name))
        var members: [String: Set<String>] = [:]
        var owner: Owner?
        var pending = ""
        for line in lines {
            if !pending.isEmpty {
                pending += " " + line.drop { $0 == " " }
            } else if !line.hasPrefix(" ") {
                guard line != "{", line != "}", !line.hasPrefix("//") else { continue }
                owner = Owner(line).flatMap { !$0.isExtension || classes.contains($0.name) ? $0 : nil }
                if let owner { members[owner.name] = members[owner.name] ?? [] }
                continue
            } else {
                guard let owner, Self.isMember(line.dropFirst(4), of: owner) else { continue }
                pending = String(line.dropFirst(4))
            }
            guard pending.count(where: { $0 == "(" }) == pending.count(where: { $0 == ")" }) else { continue }
            if let owner { members[owner.name, default: []].insert(Self.name(of: pending)) }
            pending = ""
        }
        return members
    }

    private static func isMember(_ text: Substring, of owner: Owner) -> Bool {
        let words = words(text)
        if owner.isProtocol, ["func", "var"].contains(words.first) { return text.first?.isLetter == true }
        guard text.first?.isLetter == true, ["open", "public"].contains(words.first) else { return false }
        return words.prefix(4).contains { ["func", "var", "let"].contains($0) } && !words.prefix(4).contains("override")
    }

    /// `enterFullScreen(_:firstMonitor:dualMonitor:)` of a declaration, `delegate` of a property.
    private static func name(of declaration: String) -> String {
        let words = words(declaration[...])
        guard let index = words.firstIndex(where: { ["func", "var", "let"].contains($0) }), index + 1 < words.count
        else { return "" }
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
