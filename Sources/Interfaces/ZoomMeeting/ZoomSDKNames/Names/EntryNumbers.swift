package import StudioCore

// The numbers of join failures and authentication results on macOS; PS-SDK-021.
extension JoinFailure {
    private static let numbers = Dictionary(uniqueKeysWithValues: numbered.map { ($0.failure, $0.number) })
    private static let failures = Dictionary(uniqueKeysWithValues: numbered.map { ($0.number, $0.failure) })

    /// The failure with this number. A number without a name is preserved: `Failure(4711)`.
    package init(number: UInt32) {
        self = Self.failures[number] ?? JoinFailure(rawValue: "Failure(\(number))")
    }

    /// The number of this failure; that of `unknown` when it has none.
    package var number: UInt32 {
        Self.numbers[self] ?? keptNumber(in: rawValue, prefix: "Failure(") ?? 100
    }
}

extension AuthenticationResult {
    private static let numbers = Dictionary(uniqueKeysWithValues: numbered.map { ($0.result, $0.number) })
    private static let results = Dictionary(uniqueKeysWithValues: numbered.map { ($0.number, $0.result) })

    /// The result with this number. A number without a name is preserved: `Result(4711)`.
    package init(number: UInt32) {
        self = Self.results[number] ?? AuthenticationResult(rawValue: "Result(\(number))")
    }

    /// The number of this result; that of `unknown` when it has none.
    package var number: UInt32 {
        Self.numbers[self] ?? keptNumber(in: rawValue, prefix: "Result(") ?? 100
    }
}

/// The number in a name.
private func keptNumber(in name: String, prefix: String) -> UInt32? {
    guard name.hasPrefix(prefix), name.hasSuffix(")") else { return nil }
    return UInt32(name.dropFirst(prefix.count).dropLast())
}
