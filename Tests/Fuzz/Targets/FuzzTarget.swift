/// A reader of foreign bytes, as a fuzzer calls it: whatever they are, it returns.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The header and the frames of y4m, from a pipe and from a file.
    case y4m
    /// The header and the samples of WAV, from a pipe and from a file.
    case wav
    /// Media for `psstudio probe`, which GStreamer demuxes and decodes.
    case probe

    /// Reads the bytes; what is refused is fine.
    ///
    /// - Throws: where the surroundings fail, not the input.
    package func run(_ bytes: [UInt8]) throws {
        switch self {
        case .y4m, .wav: try SourceFuzzing.run(self, bytes)
        case .probe: try ProbeFuzzing.run(bytes)
        }
    }

    /// Inputs are no longer than this, so that the whole of one fits into a pipe.
    package static let longestInput = 60_000
}
