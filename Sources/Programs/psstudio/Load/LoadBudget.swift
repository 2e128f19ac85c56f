import ArgumentParser
import StudioCore

typealias LoadBudget = Budget<LoadQuantity>

/// What a budget of `psstudio load` limits.
enum LoadQuantity: String, BudgetQuantity {
    case connectP50 = "max-connect-p50"
    case connectP90 = "max-connect-p90"
    case connectP99 = "max-connect-p99"
    case connect = "max-connect"
    case outage = "max-outage"
    case reconnects = "max-reconnects"
    case loss = "max-loss"
    case failed = "max-failed"

    var isMinimum: Bool { false }

    func text(_ value: Double) -> String {
        switch self {
        case .connectP50, .connectP90, .connectP99, .connect, .outage: NumberText.milliseconds(value)
        case .loss: NumberText.number(value, decimals: 2) + " %"
        case .reconnects, .failed: NumberText.number(value, decimals: 0)
        }
    }
}

/// The budgets of `psstudio load`.
struct LoadBudgetOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Maximum median of the times of connecting.", valueName: "time"))
    var maxConnectP50: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum of the times of connecting, without the longest tenth.", valueName: "time"))
    var maxConnectP90: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum of the times of connecting, without the longest hundredth.", valueName: "time"))
    var maxConnectP99: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum time of connecting.", valueName: "time"))
    var maxConnect: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum time between a lost connection and the next one.", valueName: "time"))
    var maxOutage: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum number of reconnections, of all publishers together.", valueName: "count"))
    var maxReconnects: CountArgument?

    @Option(help: ArgumentHelp("Maximum share of frames that any publisher loses: 0, 0.5, 1%.", valueName: "percent"))
    var maxLoss: PercentArgument?

    @Option(help: ArgumentHelp("Maximum number of publishers that fail.", valueName: "count"))
    var maxFailed: CountArgument?

    var all: [LoadBudget] {
        LoadBudget.all([
            .connectP50: maxConnectP50, .connectP90: maxConnectP90, .connectP99: maxConnectP99, .connect: maxConnect,
            .outage: maxOutage, .reconnects: maxReconnects, .loss: maxLoss, .failed: maxFailed,
        ])
    }
}

extension LoadReport {
    /// The measured value of a quantity. Without a connection nothing was measured; without an outage it is 0.
    func measured(_ quantity: LoadQuantity) -> Double? {
        switch quantity {
        case .connectP50: connectMilliseconds?.p50
        case .connectP90: connectMilliseconds?.p90
        case .connectP99: connectMilliseconds?.p99
        case .connect: connectMilliseconds?.worst
        case .outage: connected == 0 ? nil : outageMilliseconds?.worst ?? 0
        case .reconnects: Double(reconnects)
        case .loss: lossPercent?.worst
        case .failed: Double(failed + publishers - started)
        }
    }
}
