import Foundation
import StudioTestSupport

/// What was seen of a session.
struct SessionRecord: Sendable {
    /// One program of the session.
    struct Ending: Sendable {
        var status: ChildProcess.Status?
        var output = Data()
        var errors = ""
        /// What the threads did when it was killed for its time.
        var hang: String?
        var childCommands: Set<String> = []
        var survivors: [String] = []
        var summary: SessionSummary?
        var summaryError: String?

        /// As a shell tells it.
        var exitCode: Int32? {
            switch status {
            case .exited(let code): code
            case .killed(let signal): 128 + signal
            case nil: nil
            }
        }

        var wasKilled: Bool { if case .killed? = status { true } else { false } }
    }

    let plan: TorturePlan
    let interface: ProgramInterface
    let folder: String
    var endings: [Ending] = []
    var command = ""
    var seconds = 0.0
    var bound = 0.0
    /// Signals that were sent while the program itself ran.
    var deliveredSignals: [Int32] = []
    /// Bytes that readers got, by the number of the output.
    var received: [Int: StreamReader.Received] = [:]
    /// What RTMP servers recorded, by the number of the output.
    var recordings: [Int: [String]] = [:]
    /// Contents of files that are none of the program's.
    var foreign: [String: Data] = [:]
    /// Files of the folder that the harness made or expects.
    var expectedNames: Set<String> = []
    /// What kept the harness from doing what the plan says.
    var omissions: [String] = []

    func path(_ name: String) -> String { folder + "/" + name }

    /// Where a reader keeps what it gets.
    func receivedPath(_ index: Int) -> String { path("received\(index)") }

    var progress: String? {
        FileManager.default.contents(atPath: path(TorturePlan.progressName)).map { String(decoding: $0, as: UTF8.self) }
    }
}
