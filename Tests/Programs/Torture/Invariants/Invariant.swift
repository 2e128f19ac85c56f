/// A condition that holds after every session, whatever happened in it.
struct Invariant: Sendable {
    /// The name printed for a violation.
    let name: String
    /// Returns the violations.
    let check: @Sendable (SessionRecord) throws -> [String]

    static let all = ending + accounting + streams + files + coded + privacy + controlling

    /// The violations, one line each.
    static func violations(of record: SessionRecord) -> [String] {
        all.flatMap { invariant in
            do {
                return try invariant.check(record).map { "\(invariant.name): \($0)" }
            } catch {
                return ["\(invariant.name): cannot be checked: \(error)"]
            }
        }
    }
}
