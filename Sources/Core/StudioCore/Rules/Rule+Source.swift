extension Rule {
    /// The source with its addresses as Markdown links, whose texts are the names of the hosts.
    package var linkedSource: String {
        source.split(separator: " ", omittingEmptySubsequences: false).map { word in
            guard word.hasPrefix("https://") else { return String(word) }
            let address = word.prefix { !"),;".contains($0) }.trimmingSuffix { ".:".contains($0) }
            let host = address.dropFirst("https://".count).prefix { $0 != "/" }
            return "[\(host)](\(address))" + word.dropFirst(address.count)
        }
        .joined(separator: " ")
    }

    /// What is missing in the source: the place that a documented rule rests on, the report of an observed one or the package
    /// that a test asks, and for a chosen one what would decide it.
    package var sourceFault: String? {
        switch mark {
        case .documented:
            namesPlace ? nil : "the source of a documented rule names no page and heading, nor a header and symbol"
        case .observed:
            source.hasPrefix("https://") || askedPackage != nil
                ? nil
                : "the source of an observed rule begins neither with an address nor with a package that a test asks"
        case .chosen:
            source.contains("would decide") ? nil : "the source of a chosen rule does not say what would decide it"
        case .inferred, .own: nil
        }
    }

    /// The package that a test asks, where the source begins with one: `sdk 1.2.3, make test-answers: …`.
    package var askedPackage: (name: String, version: String, target: String)? {
        guard let end = source.firstRange(of: ": ")?.lowerBound else { return nil }
        let parts = source[..<end].split(separator: " ", omittingEmptySubsequences: false)
        guard parts.count == 4, parts[1].hasSuffix(","), parts[2] == "make", parts[3].hasPrefix("test-") else {
            return nil
        }
        let version = parts[1].dropLast()
        guard version.contains("."), version.allSatisfy({ $0 == "." || $0.isNumber }) else { return nil }
        return (String(parts[0]), String(version), String(parts[3]))
    }

    /// `sdk_def.h: Error`, or `Guide, Sending`, or an address and a heading.
    private var namesPlace: Bool {
        if let header = source.firstRange(of: ".h: ") { return header.upperBound < source.endIndex }
        return source.contains(", ") && source.first?.isUppercase == true || source.contains("https://")
    }
}

extension Substring {
    fileprivate func trimmingSuffix(while isTrimmed: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isTrimmed(last) { text = text.dropLast() }
        return text
    }
}
