package import StudioCore

extension RuleCatalogue {
    /// What is wrong with the catalogue, one fault a line: identifiers that are not numbered without gaps, rules without a
    /// statement or a source, sources that do not say what a rule rests on, marks that no rule has, and rules that no test
    /// names.
    ///
    /// - Parameters:
    ///   - prefix: the prefix of the interface's identifiers.
    ///   - chapters: the chapters, sorted by name; `nil` for any.
    ///   - names: the display names of the tests, which contain the identifiers.
    package func faults(prefix: String, chapters: [String]? = nil, testedBy names: [Substring]) -> [String] {
        let untested = rules.filter { rule in !names.contains { $0.contains(rule.id.rawValue) } }
        let unused = [Rule.Mark.documented, .inferred, .chosen].filter { mark in !rules.contains { $0.mark == mark } }
        return faultsOfIdentifiers(prefix, chapters) + faultsOfTexts + faultsOfSources
            + unused.map { "no rule is \($0.rawValue)" } + untested.map { "\($0.id): no test names it" }
    }

    private func faultsOfIdentifiers(_ prefix: String, _ chapters: [String]?) -> [String] {
        var faults: [String] = []
        var numbers: [String: [Int]] = [:]
        for rule in rules {
            let parts = rule.id.rawValue.split(separator: "-")
            guard parts.count == 3, parts[0] == prefix, parts[2].count == 3, let number = Int(parts[2]) else {
                faults.append("\(rule.id): expected \(prefix)-CHAPTER-001")
                continue
            }
            numbers[String(parts[1]), default: []].append(number)
        }
        if let chapters, numbers.keys.sorted() != chapters {
            faults.append("chapters \(numbers.keys.sorted()), expected \(chapters)")
        }
        for (chapter, numbers) in numbers.sorted(by: { $0.key < $1.key }) where numbers != Array(1...numbers.count) {
            faults.append("\(chapter): numbers \(numbers), expected 1 to \(numbers.count)")
        }
        return faults
    }

    private var faultsOfSources: [String] {
        rules.compactMap { rule in rule.sourceFault.map { "\(rule.id): \($0)" } }
    }

    private var faultsOfTexts: [String] {
        rules.flatMap { rule in
            (rule.statement.hasSuffix(".") ? [] : ["\(rule.id): the statement is no sentence"])
                + (rule.source.isEmpty ? ["\(rule.id): there is no source"] : [])
        }
    }
}
