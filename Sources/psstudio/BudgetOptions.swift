import ArgumentParser
import StudioCore
import StudioProbe

/// The limits that `psstudio probe` takes.
struct BudgetOptions: ParsableArguments {
    @Option(help: ArgumentHelp("How far sound and picture may be apart, to either side.", valueName: "time"))
    var maxOffset: TimeLimitArgument?

    @Option(help: ArgumentHelp("How much faster or slower the sound may run: 20, 20ppm.", valueName: "ppm"))
    var maxDrift: PartsPerMillionArgument?

    @Option(help: ArgumentHelp("Pictures that may be missing.", valueName: "count"))
    var maxMissing: CountArgument?

    @Option(help: ArgumentHelp("Pictures that may come again.", valueName: "count"))
    var maxRepeated: CountArgument?

    @Option(help: ArgumentHelp("Pictures that may come behind a later one.", valueName: "count"))
    var maxOutOfOrder: CountArgument?

    @Option(help: ArgumentHelp("How long one picture may stay; below 500ms none is frozen.", valueName: "time"))
    var maxFrozen: TimeLimitArgument?

    @Option(help: ArgumentHelp("Pictures that may be damaged or unreadable.", valueName: "count"))
    var maxDamaged: CountArgument?

    @Option(help: ArgumentHelp("The longest gap or repetition in the sound.", valueName: "time"))
    var maxGap: TimeLimitArgument?

    @Option(help: ArgumentHelp("Samples that may be clipped.", valueName: "count"))
    var maxClipped: CountArgument?

    @Option(help: ArgumentHelp("Mean error of the card's luma, in 8-bit steps.", valueName: "steps"))
    var maxLumaError: Double?

    @Option(help: ArgumentHelp("Mean error of the card's chroma, in 8-bit steps.", valueName: "steps"))
    var maxChromaError: Double?

    @Option(help: ArgumentHelp("The longest distance of key frames.", valueName: "time"))
    var maxKeyDistance: TimeLimitArgument?

    @Option(help: ArgumentHelp("How late live pictures may arrive after they were due.", valueName: "time"))
    var maxDelay: TimeLimitArgument?

    @Option(help: ArgumentHelp("How long the first picture may take from the opening on.", valueName: "time"))
    var maxFirstFrame: TimeLimitArgument?

    @Option(help: ArgumentHelp("How many of the run's first pictures must have come.", valueName: "count"))
    var expectPictures: CountArgument?

    @Flag(help: "Take every finding for a missed budget.")
    var strict = false

    var all: [Budget] {
        let times: [(Budget.Kind, TimeLimitArgument?)] = [
            (.offset, maxOffset), (.frozen, maxFrozen), (.gap, maxGap), (.keyDistance, maxKeyDistance),
            (.delay, maxDelay), (.firstFrame, maxFirstFrame),
        ]
        let counts: [(Budget.Kind, CountArgument?)] = [
            (.missing, maxMissing), (.repeated, maxRepeated), (.outOfOrder, maxOutOfOrder), (.damaged, maxDamaged),
            (.clipped, maxClipped), (.pictures, expectPictures),
        ]
        let numbers: [(Budget.Kind, Double?)] = [
            (.drift, maxDrift?.value), (.lumaError, maxLumaError), (.chromaError, maxChromaError),
        ]
        return times.compactMap { kind, time in time.map { Budget(kind, $0.milliseconds) } }
            + counts.compactMap { kind, count in count.map { Budget(kind, Double($0.value)) } }
            + numbers.compactMap { kind, value in value.map { Budget(kind, $0) } }
    }

    func validate() throws {
        for error in [maxLumaError, maxChromaError].compactMap(\.self) where !(0...255).contains(error) {
            throw ValidationError("an error is 0 to 255 steps, not \(error)")
        }
    }
}

/// A number of pictures or samples.
struct CountArgument: ExpressibleByArgument {
    let value: UInt32

    init?(argument: String) {
        guard let value = UInt32(argument) else { return nil }
        self.value = value
    }
}

/// `20` or `20ppm`.
struct PartsPerMillionArgument: ExpressibleByArgument {
    let value: Double

    init?(argument: String) {
        let digits = argument.lowercased().hasSuffix("ppm") ? argument.dropLast(3) : argument[...]
        guard let value = Double(digits), value.isFinite, value >= 0 else { return nil }
        self.value = value
    }
}
