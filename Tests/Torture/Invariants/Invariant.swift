/// Something that holds after every session, whatever happened in it.
struct Invariant: Sendable {
    /// As it is printed when it is broken.
    let name: String
    /// What breaks it; nothing when it holds.
    let check: @Sendable (SessionRecord) throws -> [String]

    static let all = ending + accounting + files + coded + privacy

    /// What is broken, one line each.
    static func violations(of record: SessionRecord) -> [String] {
        all.flatMap { invariant in
            do {
                return try invariant.check(record).map { "\(invariant.name): \($0)" }
            } catch {
                return ["\(invariant.name): it cannot be checked: \(error)"]
            }
        }
    }
}
