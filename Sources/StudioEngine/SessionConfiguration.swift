import Glibc
public import MediaInputs
public import MediaOutputs
public import ProductionStudio
public import ProgramEncoding
public import StudioCore

/// What a session does, before it begins.
///
/// Values come from code; the environment gives defaults: `PSSTUDIO_ROLE`, `PSSTUDIO_SEED`, and `PSSTUDIO_OUT` with one address a
/// line.
public struct SessionConfiguration: Sendable {
    /// Who sends.
    public enum Source: Sendable {
        /// The session: test sources, files and pipes.
        case inputs(video: VideoSourceOptions, audio: AudioSourceOptions, duration: MediaTime?)
        /// The app: frames of this size and format through the session's sender, at this rate where it declares one.
        case app(VideoCapability, frameRate: Rate?)
    }

    /// Who sends.
    public var source: Source
    /// The local user's role in the meeting.
    public var role = MeetingRole.host
    /// As fast as the outputs take it, on a clock that the sender turns, instead of real time.
    public var isFast = false
    /// Whether the studio rejects what it otherwise serves and reports.
    public var isStrict = false
    /// What the studio answers; with the latency of a real meeting, or at once in a fast session, where nothing is given.
    public var responses: StudioResponses?
    /// Where to send to.
    public var outputs: [String] = []
    /// How outputs are opened and ended.
    public var outputOptions = OutputOptions()
    /// Bit/s of the video; by size where nothing is given.
    public var videoBitrate: Int?
    /// x264's speed preset.
    public var preset = EncoderSettings.Preset.veryfast
    /// The range that leaves the encoder.
    public var range = VideoRange.limited
    /// Whether outputs have an audio track.
    public var hasAudio = true
    /// The seed of delays and jitter.
    public var seed = UInt64.random(in: .min ... .max)

    /// Makes a configuration with what the environment says.
    ///
    /// - Parameters:
    ///   - source: who sends.
    ///   - variable: looks a variable up; in the environment of the process where nothing is given.
    /// - Throws: for a variable whose value means nothing.
    public init(
        _ source: Source, variable: (String) -> String? = Self.environmentVariable
    ) throws(SessionConfigurationError) {
        self.source = source
        if let text = variable("PSSTUDIO_ROLE") {
            guard let role = Self.roles[text.lowercased()] else {
                throw SessionConfigurationError(
                    "PSSTUDIO_ROLE is '\(text)'; it takes \(Self.roles.keys.sorted().joined(separator: ", "))")
            }
            self.role = role
        }
        if let text = variable("PSSTUDIO_SEED") {
            guard let seed = UInt64(text) else {
                throw SessionConfigurationError("PSSTUDIO_SEED is '\(text)'; it takes a whole number")
            }
            self.seed = seed
        }
        let addresses = variable("PSSTUDIO_OUT")?.split(whereSeparator: \.isNewline) ?? []
        outputs = addresses.map { $0.trimmingSpaces }.filter { !$0.isEmpty }
    }

    /// The roles that users name.
    package static let roles: [String: MeetingRole] = [
        "host": .host, "cohost": .coHost, "attendee": .attendee, "panelist": .panelist,
    ]

    /// A variable of the environment; `nil` where it is missing or empty.
    public static func environmentVariable(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

/// A configuration that means nothing.
public struct SessionConfigurationError: Error, Hashable, Sendable, CustomStringConvertible {
    /// One line with what is accepted.
    public let description: String

    init(_ description: String) {
        self.description = description
    }
}

extension Substring {
    fileprivate var trimmingSpaces: String {
        String(drop { $0.isWhitespace }.reversed().drop { $0.isWhitespace }.reversed())
    }
}
