public import StudioCore

/// What replaces a source that delivers nothing.
public enum Slate: Hashable, Sendable {
    /// Black.
    case black
    /// The last frame of the source.
    case hold
    /// A still image, or a media file that loops without its audio.
    case file(String)

    /// Parses `black`, `hold` or a path.
    public init(_ text: String) {
        self =
            switch text {
            case "black": .black
            case "hold": .hold
            default: .file(text)
            }
    }
}

/// What is on air when the source is not.
public struct ProgramOptions: Hashable, Sendable {
    /// What follows the end of the source.
    public var atEnd = SourceEnd.stop
    /// The picture of a slate; black by default.
    public var slate = Slate.black
    /// How long a pipe or a FIFO may deliver no frame before the slate is on air; `nil` waits without a limit. A FIFO whose
    /// writer has gone then has a slate as well, and is opened again.
    public var slateAfter: MediaTime?

    /// Ends with the source.
    public init() {}

    /// How long a pipe may deliver nothing by default, when a slate was chosen.
    public static let defaultSlateAfter = MediaTime.seconds(2)
}

/// The sources of a program, as a change requests them.
package struct SourceRequest: Hashable, Sendable {
    package var video: VideoSourceOptions
    package var audio: AudioSourceOptions

    package init(video: VideoSourceOptions, audio: AudioSourceOptions) {
        (self.video, self.audio) = (video, audio)
    }

    /// The name for events and messages.
    package var name: String { video.path ?? "test pattern" }
    /// The paths of both.
    var paths: [String] { [video.path, audio.path].compactMap(\.self) }
}

/// What happened on air.
public enum ProgramEvent: Hashable, Sendable {
    /// Another source is on air, from this time of the program on.
    case sourceChanged(name: String, at: MediaTime)
    /// The slate is on air.
    case slateShown(SlateReason, at: MediaTime)
    /// The source is on air instead of the slate.
    case slateEnded(at: MediaTime)
    /// The source has failed; the program goes on.
    case sourceFailed(SourceError)
    /// Information in one line.
    case note(String)
}

/// How often the program changed.
public struct ProgramCounts: Hashable, Sendable {
    /// Sources that were put on air after the first one.
    public internal(set) var sourceChanges = 0
    /// Slates that were put on air.
    public internal(set) var slates = 0
    /// Frames of slates.
    public internal(set) var slateFrames = 0
    /// Whether a slate is on air.
    public internal(set) var isSlateOnAir = false
    /// Frames of sources that were not sent, because a later one was due in the same interval of the frame rate.
    public internal(set) var skippedSourceFrames = 0
    /// How often a frame of a source was sent again, because none was due in an interval of the frame rate.
    public internal(set) var repeatedSourceFrames = 0
}

/// Why a change of source did not come on air.
package enum ChangeFailure: Error, Hashable, Sendable {
    /// The source cannot be opened.
    case source(String)
    /// A later change replaces it.
    case superseded
    /// The program has ended.
    case over
}
