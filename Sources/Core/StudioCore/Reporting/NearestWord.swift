/// Finds the word that a user probably meant.
package enum NearestWord {
    /// The nearest of `words`; `nil` when none is similar.
    package static func of(_ text: String, in words: [String]) -> String? {
        let limit = text.count < 3 ? 0 : max(1, text.count / 3)
        let ranked = words.map { ($0, distance(Array(text.lowercased()), Array($0.lowercased()))) }
        guard let best = ranked.min(by: { $0.1 < $1.1 }), best.1 <= limit else { return nil }
        return best.0
    }

    /// The number of characters to insert, remove or replace, and of neighbours to swap.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        guard left.count <= 64, right.count <= 64 else { return .max }
        var (before, row) = ([Int](), Array(0...right.count))
        for (index, character) in left.enumerated() {
            var next = [index + 1]
            for column in right.indices {
                var cost = min(
                    row[column + 1] + 1, next[column] + 1, row[column] + (character == right[column] ? 0 : 1))
                if index > 0, column > 0, character == right[column - 1], left[index - 1] == right[column] {
                    cost = min(cost, before[column - 1] + 1)
                }
                next.append(cost)
            }
            (before, row) = (row, next)
        }
        return row[right.count]
    }
}
