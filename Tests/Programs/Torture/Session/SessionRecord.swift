import Foundation
import StudioTestSupport

/// Observations of a session.
struct SessionRecord: Sendable {
    /// One program of the session.
    struct Ending: Sendable {
        var status: ChildProcess.Status?
        var output = Data()
        var errors = ""
        /// The state of the threads when the program was killed for exceeding its time.
        var hang: String?
        var childCommands: Set<String> = []
        var survivors: [String] = []
        var summary: SessionSummary?
        var summaryError: String?

        /// The exit code, as a shell reports it.
        var exitCode: Int32? { status?.code }

        var wasKilled: Bool { if case .killed? = status { true } else { false } }
    }

    let plan: TorturePlan
    let folder: String
    var endings: [Ending] = []
    var command = ""
    var seconds = 0.0
    var bound = 0.0
    /// Signals sent while the program itself was running.
    var deliveredSignals: [Int32] = []
    /// Bytes received by readers, by output number.
    var received: [Int: StreamReader.Received] = [:]
    /// Recordings of RTMP servers, by output number.
    var recordings: [Int: [String]] = [:]
    /// Streams that SRT peers received, by output number.
    var arrivals: [Int: [SRTPeers.Arrival]] = [:]
    /// The number of datagrams received, by output number.
    var datagrams: [Int: Int] = [:]
    /// What the controllers have seen.
    var controllers = Controllers.Observations()
    /// Contents of foreign files and of sources.
    var foreign: [String: Data] = [:]
    /// Files in the folder that the harness created or expects.
    var expectedNames: Set<String> = []
    /// Parts of the plan that the harness could not perform.
    var omissions: [String] = []

    func path(_ name: String) -> String { folder + "/" + name }

    /// The file in which a reader stores its data.
    func receivedPath(_ index: Int) -> String { path("received\(index)") }

    var progress: String? {
        FileManager.default.contents(atPath: path(TorturePlan.progressName)).map { String(decoding: $0, as: UTF8.self) }
    }
}
