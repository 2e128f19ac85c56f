import ArgumentParser
import StudioCore
import StudioProbe

/// The budgets of `psstudio probe`.
struct ProbeBudgetOptions: ParsableArguments {
    @Option(help: ArgumentHelp("Maximum A/V offset in either direction.", valueName: "time"))
    var maxOffset: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum drift of audio against video: 20, 20ppm.", valueName: "ppm"))
    var maxDrift: PartsPerMillionArgument?

    @Option(help: ArgumentHelp("Maximum number of missing frames.", valueName: "count"))
    var maxMissing: CountArgument?

    @Option(help: ArgumentHelp("Maximum number of repeated frames.", valueName: "count"))
    var maxRepeated: CountArgument?

    @Option(help: ArgumentHelp("Maximum number of frames that arrive after a later one.", valueName: "count"))
    var maxOutOfOrder: CountArgument?

    @Option(help: ArgumentHelp("Maximum duration of a freeze; shorter than 500ms is not a freeze.", valueName: "time"))
    var maxFrozen: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum number of damaged or unreadable frames.", valueName: "count"))
    var maxDamaged: CountArgument?

    @Option(help: ArgumentHelp("Maximum duration of an audio gap or repetition.", valueName: "time"))
    var maxGap: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum number of clipped samples.", valueName: "count"))
    var maxClipped: CountArgument?

    @Option(help: ArgumentHelp("Maximum mean luma error of the card, in 8-bit steps.", valueName: "steps"))
    var maxLumaError: Double?

    @Option(help: ArgumentHelp("Maximum mean chroma error of the card, in 8-bit steps.", valueName: "steps"))
    var maxChromaError: Double?

    @Option(help: ArgumentHelp("Maximum interval between key frames.", valueName: "time"))
    var maxKeyFrameInterval: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum delay of live frames.", valueName: "time"))
    var maxDelay: TimeLimitArgument?

    @Option(help: ArgumentHelp("Maximum time from opening the source to the first frame.", valueName: "time"))
    var maxFirstFrame: TimeLimitArgument?

    @Option(
        help: ArgumentHelp(
            "Number of frames from the start of the session that must all have arrived.", valueName: "count"))
    var expectFrames: CountArgument?

    @Flag(help: "Treat every finding as a missed budget.")
    var strict = false

    var all: [ProbeBudget] {
        ProbeBudget.all([
            .offset: maxOffset, .frozen: maxFrozen, .gap: maxGap, .keyFrameInterval: maxKeyFrameInterval,
            .delay: maxDelay, .firstFrame: maxFirstFrame, .missing: maxMissing, .repeated: maxRepeated,
            .outOfOrder: maxOutOfOrder, .damaged: maxDamaged, .clipped: maxClipped, .frames: expectFrames,
            .drift: maxDrift, .lumaError: maxLumaError, .chromaError: maxChromaError,
        ])
    }

    func validate() throws {
        for error in [maxLumaError, maxChromaError].compactMap(\.self) where !(0...255).contains(error) {
            throw ValidationError("an error must be 0 to 255 steps, not \(error)")
        }
    }
}
