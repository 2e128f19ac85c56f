import ArgumentParser
import MediaReceiving
import ProgramConsole
import SessionProtocol
import StudioCore
import StudioRuntime
import StudioScenario

/// `psstudio receive`: subscribes to the media of remote participants, and records it.
struct ReceiveCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "receive",
        abstract: "Receive the video and audio of other participants, and record it as y4m and WAV.",
        discussion: """
            A meeting has the given participants. Their media is delivered as to a
            client that receives raw data: frames of the requested size and format
            at a varying rate, the first ones one step smaller, and audio in blocks
            of 20 ms. NAME.y4m and NAME.wav are written for each received
            participant, NAME.share.y4m and NAME.share.wav for a shared screen, and
            mixed.wav with --mixed. y4m begins with the first frame of the requested
            size. Frames that are smaller, or not I420, are counted but not written.

              psstudio receive --participant Ada=clip.mp4 --participant Bob \\
                --size 360 --mixed --duration 10s --folder recording
              psstudio receive --participant Ada=coded: --hold 8 --duration 5s --json

            --scenario takes the participants from a scenario, whose steps publish,
            mute, stall, resize and so on. Those who join later are received, too.

              psstudio receive --scenario meeting.yaml --duration 10s --fast

            \(ExitReason.help)
            """)

    @Option(
        name: .customLong("participant"),
        help: ArgumentHelp(
            "A participant with a media file or coded:, or a name alone for a test pattern; repeatable.",
            valueName: "name=source"))
    var participants: [ParticipantArgument] = []

    @Option(
        name: .customLong("share"),
        help: ArgumentHelp(
            "A participant's shared screen with a media file or coded:, or a name alone; repeatable.",
            valueName: "name=source"))
    var shares: [ParticipantArgument] = []

    @OptionGroup
    var meeting: ScenarioOptions

    @Option(
        name: .customLong("user"),
        help: ArgumentHelp("Receive only this participant; repeatable (default: all).", valueName: "name"))
    var users: [String] = []

    @Option(help: "Maximum height of received frames.")
    var size: ReceivedHeight = .native

    @Option(help: "Format of received frames.")
    var format: PixelFormat = .i420

    @Option(help: "Range of received frames (default: as published).")
    var range: VideoRange?

    @Option(help: "What a busy subscriber gets: the newest frame, no frame (late), or a queue of 4 frames.")
    var policy: PolicyArgument = .newest

    @Option(help: ArgumentHelp("Frames that each subscriber may hold.", valueName: "count"))
    var budget = 8

    @Option(help: ArgumentHelp("Keep the last frames of each participant, to exhaust the budget.", valueName: "count"))
    var hold = 0

    @Option(help: ArgumentHelp("Frame rate of the y4m files.", valueName: "rate"))
    var fps = Rate.thirty

    @Flag(help: "Record the mix of all participants.")
    var mixed = false

    @Flag(help: "Receive audio only while a participant makes sound; the files still contain the silence.")
    var sparse = false

    @Flag(help: "Deliver the rate and size of the source, instead of 15 to 25 fps and smaller first frames.")
    var exact = false

    @Flag(help: "Loop media files.")
    var loop = false

    @Option(help: ArgumentHelp("Duration (default: to the end of all media files).", valueName: "time"))
    var duration: MediaTime?

    @Flag(help: "Run on a manual clock: as fast as possible, and repeatable with --seed.")
    var fast = false

    @Option(
        help: ArgumentHelp("Folder for the files, created if missing (default: the current one).", valueName: "folder"))
    var folder = "."

    @Option(
        help: ArgumentHelp(
            "Write one line of JSON per callback; with --fast and --seed, the same lines each time.", valueName: "file")
    )
    var log: String?

    @Flag(help: "Write no files.")
    var noFiles = false

    @Flag(help: "Print one JSON object with the statistics and the seed on standard output, instead of text.")
    var json = false

    @Flag(name: .shortAndLong, help: "Overwrite existing files.")
    var force = false

    /// Called after parsing: errors of parsing hide all values, because they may be keys.
    private func check(_ scenario: Scenario?) throws {
        try checkScenario(scenario)
        let names = scenario?.names ?? participants.map(\.name)
        if let twice = names.first(where: { name in names.count { $0 == name } > 1 }) {
            throw ValidationError("two participants have the name '\(twice)'")
        }
        for share in scenario?.sharing ?? shares.map(\.name) {
            guard names.contains(share) else {
                throw ValidationError(
                    "--share '\(share)' is not a --participant; expected one of: \(names.joined(separator: ", "))")
            }
            if names.contains("\(share).share") {
                throw ValidationError("'\(share).share' is the name of the files of --share \(share)")
            }
        }
        if let twice = shares.map(\.name).first(where: { name in shares.count { $0.name == name } > 1 }) {
            throw ValidationError("'\(twice)' shares two screens")
        }
        if mixed, names.contains("mixed") { throw ValidationError("'mixed' is the name of the file of --mixed") }
        if let unknown = users.first(where: { !names.contains($0) }) {
            throw ValidationError(
                "--user '\(unknown)' is not a --participant; expected one of: \(names.joined(separator: ", "))")
        }
        guard (1...1000).contains(budget) else { throw ValidationError("--budget must be 1 to 1000, not \(budget)") }
        guard (0...1000).contains(hold) else { throw ValidationError("--hold must be 0 to 1000, not \(hold)") }
        let isEndless = loop || (participants + shares).contains { $0.source?.hasPrefix("coded:") ?? true }
        if isEndless, duration == nil { throw ValidationError("a source that never ends needs --duration") }
    }

    /// A meeting comes from a scenario or from options.
    private func checkScenario(_ scenario: Scenario?) throws {
        guard let scenario else {
            guard participants.isEmpty else { return }
            throw ValidationError("receive needs --participant NAME or NAME=SOURCE, or --scenario")
        }
        let others = [
            ("--participant", !participants.isEmpty), ("--share", !shares.isEmpty), ("--exact", exact),
            ("--loop", loop),
        ]
        if let other = others.first(where: { $0.1 }) {
            throw ValidationError("\(other.0) does not apply with --scenario, which has its own participants")
        }
        guard !scenario.names.isEmpty else {
            throw ValidationError("\(scenario.name): the meeting has no participants")
        }
        if let name = scenario.names.first(where: { !ParticipantArgument.isValid($0) }) {
            throw ValidationError("\(scenario.name): '\(name)' cannot be a file name; rename the participant")
        }
        if duration == nil { throw ValidationError("--scenario needs --duration") }
    }

    func run() throws {
        let scenario = try meeting.loadScenario()
        if let scenario { try checked { try scenario.requireNoOutputs(of: "psstudio receive has no outputs") } }
        try check(scenario)
        let count = scenario.map { $0.names.count + $0.sharing.count } ?? participants.count + shares.count
        if let shortage = SystemLimits.shortage(outputs: count) {
            throw CommandFailure(message: shortage, reason: .output, code: "limits")
        }
        let files = try noFiles ? nil : RecordingFiles(folder, overwrites: force)
        let session: ReceiveSession
        do {
            session = try ReceiveSession(self, scenario, files)
        } catch {
            files?.removeEmpty()
            throw error as? CommandFailure ?? .source("\(error)")
        }
        let report = session.run()
        for message in report.messages { Console(level: .note).report(.note, message) }
        if json { report.print() } else { StandardOutput.write(report.text) }
        throw ExitCode(report.exitCode)
    }
}
