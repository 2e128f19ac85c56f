/// A quantity that a budget limits. The raw value is the name of its option on the command line.
public protocol BudgetQuantity: RawRepresentable<String>, Hashable, Sendable, CaseIterable, Encodable {
    /// Whether the measured value must reach the limit. Otherwise it must not exceed the limit.
    var isMinimum: Bool { get }

    /// A value with its unit, for people.
    func text(_ value: Double) -> String
}

/// A limit for a measured value: what a user accepts in a report.
public struct Budget<Quantity: BudgetQuantity>: Hashable, Sendable {
    /// The limited quantity.
    public let quantity: Quantity
    /// The limit, in the unit of the quantity.
    public let limit: Double

    /// Creates a limit. An infinite limit becomes the largest finite number, NaN becomes 0.
    public init(_ quantity: Quantity, _ limit: Double) {
        self.quantity = quantity
        let farthest = Double.greatestFiniteMagnitude
        self.limit = limit.isNaN ? 0 : max(-farthest, min(farthest, limit))
    }

    /// Compares the limit with the measured value. A value that could not be measured misses the budget.
    package func judge(measured: Double?) -> Result {
        let isMet = measured.map { quantity.isMinimum ? $0 >= limit : $0 <= limit } ?? false
        return Result(name: quantity, limit: limit, measured: measured, isMet: isMet)
    }

    /// The result of a budget.
    public struct Result: Hashable, Sendable, Encodable, CustomStringConvertible {
        /// The limited quantity.
        public let name: Quantity
        /// The limit, in the unit of the quantity.
        public let limit: Double
        /// The measured value; `nil` when it could not be measured, which misses the budget.
        @Nullable public internal(set) var measured: Double?
        /// Whether the limit was kept.
        public let isMet: Bool

        /// One line.
        public var description: String {
            let asked = "--\(name.rawValue) \(name.text(limit))"
            guard let measured else { return "\(asked): not measured" }
            return "\(asked): \(isMet ? "met" : "missed") (measured \(name.text(measured)))"
        }
    }
}
