import ArgumentParser
import StudioCore

/// The limit of a budget, in the unit of its quantity.
protocol LimitArgument: ExpressibleByArgument {
    var limit: Double { get }
}

extension Budget {
    /// The budgets whose options were given.
    static func all(_ arguments: KeyValuePairs<Quantity, (any LimitArgument)?>) -> [Budget] {
        arguments.compactMap { quantity, argument in argument.map { Budget(quantity, $0.limit) } }
    }
}

extension Double: LimitArgument {
    var limit: Double { self }
}

/// A time limit in milliseconds, which may be zero: `20ms`, `0`.
struct TimeLimitArgument: LimitArgument {
    let limit: Double

    init?(argument: String) {
        guard let time = MediaTime(duration: argument) else { return nil }
        limit = time.seconds * 1000
    }
}

/// A number of frames or samples.
struct CountArgument: LimitArgument {
    let limit: Double

    init?(argument: String) {
        guard let count = UInt32(argument) else { return nil }
        limit = Double(count)
    }
}

/// `20` or `20ppm`.
struct PartsPerMillionArgument: LimitArgument {
    let limit: Double

    init?(argument: String) {
        let digits = argument.lowercased().hasSuffix("ppm") ? argument.dropLast(3) : argument[...]
        guard let value = Double(digits), value.isFinite, value >= 0 else { return nil }
        limit = value
    }
}

/// A share in percent: `0`, `0.5`, `1%`.
struct PercentArgument: LimitArgument {
    let limit: Double

    init?(argument: String) {
        let digits = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
        guard let value = Double(digits), (0...100).contains(value) else { return nil }
        limit = value
    }
}
