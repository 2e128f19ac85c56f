/// A parser of untrusted bytes, as a fuzzer calls it: it returns for all inputs.
package enum FuzzTarget: String, CaseIterable, Sendable {
    /// The header and the frames of y4m, from a pipe and from a file.
    case y4m
    /// WAV, from a pipe and from a file, which GStreamer decodes.
    case wav
    /// Media for `psstudio probe`, which GStreamer demuxes and decodes.
    case probe
    /// A scenario.
    case scenario
    /// A trace for `psstudio verify`.
    case trace
    /// The bytes of a client of a control socket.
    case control
    /// The messages of a client of obs-websocket.
    case obs
    /// The bytes of an RTMP server.
    case rtmp

    /// Parses the bytes; an error about them is a valid outcome.
    ///
    /// - Throws: if the environment fails, not the input.
    package func run(_ bytes: [UInt8]) throws {
        switch self {
        case .y4m, .wav: try SourceFuzzing.run(self, bytes)
        case .probe: try ProbeFuzzing.run(bytes)
        case .scenario: try ScenarioFuzzing.run(bytes)
        case .trace: try TraceFuzzing.run(bytes)
        case .control: try ControlFuzzing.run(bytes)
        case .obs: try OBSFuzzing.run(bytes)
        case .rtmp: try RTMPFuzzing.run(bytes)
        }
    }

    /// The maximum length of an input: all of it fits into a pipe.
    package static let longestInput = 60_000
}
