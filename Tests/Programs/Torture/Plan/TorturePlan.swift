/// The plan of one session of the torture test, derived from a seed only.
struct TorturePlan: Hashable, Sendable {
    let seed: UInt64
    var video = VideoPlan.pattern
    var audio = AudioPlan.standard
    var size = FrameSize(width: 320, height: 180)
    /// Frames per second as `--fps` parses it.
    var rate = "30"
    var isFast = false
    /// Milliseconds of media.
    var duration = 2000
    var outputs: [OutputPlan] = []
    var signals: [TimedSignal] = []
    var pauses: [Pause] = []
    var limits = Limits()
    var folder = FolderPlan.plain
    var errors = ErrorsPlan.file
    /// The scenario; `nil` for none.
    var scenario: ScenarioPlan?
    /// The arguments about slates and the end of the source; empty for most plans.
    var slateArguments: [String] = []
    /// The clients of the control socket; without any, there is no socket.
    var controllers: [ControllerPlan] = []
    /// Whether `--progress FILE` is used.
    var hasProgress = true
    /// Seconds.
    var finishTimeout = 60
    /// Whether all RTMP servers listen on the same port, each on an address of its own.
    var sharesPort = false

    /// A signal, and its time.
    struct TimedSignal: Hashable, Sendable {
        /// Milliseconds since the program was started.
        let at: Int
        let signal: Int32
    }

    /// SIGSTOP, and SIGCONT later.
    struct Pause: Hashable, Sendable {
        /// Milliseconds since the program was started.
        let at: Int
        let milliseconds: Int
    }

    /// Limits of the process.
    struct Limits: Hashable, Sendable {
        var openFiles: Int?
        var fileKibibytes: Int?
    }

    /// Events in the folder.
    enum FolderPlan: Hashable, Sendable {
        case plain
        /// The first file exists and `--force` is not given.
        case existingFile
        /// The progress file exists and `--force` is not given.
        case existingProgress
        /// A file with the name of the first output appears after this many milliseconds.
        case lateFile(at: Int)
        /// A second session with the same command line.
        case twin
    }

    /// The type of standard error.
    enum ErrorsPlan: String, Hashable, Sendable, CaseIterable {
        case file
        /// A full pipe without reads.
        case unread
        case closed
    }

    /// Frames per second.
    var framesPerSecond: Double { Double(rate) ?? 30 }

    /// The number of frames of the whole duration.
    var frames: Int { max(1, Int((Double(duration) / 1000 * framesPerSecond).rounded())) }

    var seconds: Double { Double(duration) / 1000 }

    /// `--json` requires standard output.
    var hasSummary: Bool { !outputs.contains(where: \.usesStandardOutput) }

    /// Whether both tracks are coded, so that a probe can check the received media.
    var isCoded: Bool { video == .coded && audio == .coded }

    var hasAudio: Bool { audio != .none }

    /// Whether existing files are overwritten: some that the program writes exist, or a scenario tries to write to one.
    var hasForce: Bool {
        scenario?.needsForce == true
            || outputs.contains { output in
                switch output {
                case .fifo, .fullDevice: true
                default: false
                }
            }
    }

    /// The number of simultaneous programs.
    var copies: Int { folder == .twin ? 2 : 1 }
}
