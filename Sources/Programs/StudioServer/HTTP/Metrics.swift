import FoundationEssentials
import Glibc
import SessionClient

/// The state of sessions in the text format of Prometheus.
///
/// Each session has the label `session_id`, each output its number. No label contains an address.
package struct Metrics: Sendable {
    /// The snapshot of a session, as far as metrics need it. Fields that an older session does not have are missing.
    struct Session: Decodable, Sendable {
        struct Media: Decodable, Sendable {
            let accepted: Int
            let refused: Int
            let dropped: Int
            let secondsSinceLast: Double?
        }

        struct Output: Decodable, Sendable {
            let output: Int
            let destination: String?
            let state: String?
            let isRemoved: Bool?
            let outputActive: Bool?
            let outputBytes: Int?
            let outputCongestion: Double?
            let outputQueueDuration: Int?
            let outputTotalFrames: Int?
            let outputSkippedFrames: Int?
            let reconnects: Int?
            let failures: [String: Int]?
        }

        struct Violation: Decodable, Sendable {
            let rule: String
            let count: Int
        }

        let state: String
        let video: Media?
        let audio: Media?
        let drops: [String: Int]?
        let encodedFrames: Int?
        let repeatedFrames: Int?
        let slateFrames: Int?
        let skippedSourceFrames: Int?
        let repeatedSourceFrames: Int?
        let delays: Int?
        let violations: [Violation]?
        let outputs: [Output]?
        /// The peaks of the audio channels in dBFS, which are no part of the snapshot; `nil` without audio.
        var peaks: [Double]?
    }

    /// The media type of the format, exactly as Prometheus expects it.
    static let type = "text/plain; version=0.0.4; charset=utf-8"

    /// The states of a session, so that each has a series from the beginning.
    private static let states = [
        "idle", "opening", "starting", "connecting", "sending", "stopping", "finishing", "finished",
    ]

    /// Parts of the text, each with all series of one name.
    private var families: [String] = []

    /// - Parameters:
    ///   - version: the version of the server.
    ///   - all: the identifiers of sessions with their snapshots, in order; `nil` for one that does not answer.
    ///   - now: seconds since 1970.
    ///   - clients: the number of clients by protocol: those with an event stream, and those of obs-websocket.
    ///   - ends: how many sessions have ended, by reason.
    ///   - process: what the system says of the server; `nil` when that is not known.
    init(
        version: String, _ all: [(id: String, state: Session?)], now: Double, clients: [(protocol: String, count: Int)],
        ends: [String: Int] = [:], process: ProcessFigures? = nil
    ) {
        let sessions = all.compactMap { id, state in state.map { (id: id, state: $0) } }
        add("psstudio_build_info", "gauge", "The version of the server.", [([("version", version)], "1")])
        add("psstudio_sessions", "gauge", "Running sessions.", [([], "\(all.count)")])
        add(
            "psstudio_sessions_ended_total", "counter", "Sessions that have ended since the start of the server.",
            ends.sorted { $0.key < $1.key }.map { ([("reason", $0.key)], "\($0.value)") })
        add(
            "psstudio_session_up", "gauge", "1 for a session that answers.",
            all.map { ([("session_id", $0.id)], $0.state == nil ? "0" : "1") })
        add("psstudio_session_state", "gauge", "1 for the state of the session, 0 for all others.", of: sessions) {
            id, session in
            Self.states.map { ([id, ("state", $0)], session.state == $0 ? "1" : "0") }
        }
        addMedia(sessions, now)
        addAudioPeaks(sessions)
        addOutputs(sessions)
        add(
            "psstudio_control_clients", "gauge", "Clients of the server that follow events or levels.",
            clients.map { ([("protocol", $0.protocol)], "\($0.count)") })
        if let process { add(process) }
    }

    /// Under the names that clients of Prometheus share.
    private mutating func add(_ process: ProcessFigures) {
        func add(_ name: String, _ type: String, _ help: String, _ value: String) {
            self.add("process_" + name, type, help, [([], value)])
        }
        add("cpu_seconds_total", "counter", "Processor time of the server.", "\(process.usage.processorSeconds)")
        add("resident_memory_bytes", "gauge", "Resident memory of the server.", "\(process.usage.residentBytes)")
        add("virtual_memory_bytes", "gauge", "Virtual memory of the server.", "\(process.usage.virtualBytes)")
        add("open_fds", "gauge", "Open file descriptors of the server.", "\(process.openDescriptors)")
        add("max_fds", "gauge", "The limit of file descriptors of the server.", "\(process.descriptorLimit)")
        add("start_time_seconds", "gauge", "When the server was started, since 1970.", "\(process.startTime)")
    }

    /// The body.
    var text: [UInt8] { Array(families.joined().utf8) }

    // MARK: Families

    private typealias Label = (name: String, value: String)
    private typealias Series = (labels: [Label], value: String)
    private typealias Sessions = [(id: String, state: Session)]

    private mutating func addMedia(_ sessions: Sessions, _ now: Double) {
        func units(
            _ name: String, _ type: String, _ help: String, _ value: (Session.Media) -> String?
        ) {
            add(name, type, help, of: sessions) { id, session in
                [("video", session.video), ("audio", session.audio)].compactMap { name, media in
                    media.flatMap(value).map { ([id, ("media", name)], $0) }
                }
            }
        }
        units("psstudio_input_frames_total", "counter", "Accepted frames and audio blocks.") { "\($0.accepted)" }
        units("psstudio_frames_rejected_total", "counter", "Rejected frames and audio blocks.") { "\($0.refused)" }
        units(
            "psstudio_input_last_frame_timestamp_seconds", "gauge",
            "When the last frame or audio block was accepted, since 1970."
        ) { $0.secondsSinceLast.map { Self.rounded(now - $0) } }
        func count(_ name: String, _ help: String, _ value: (Session) -> Int?) {
            add(name, "counter", help, of: sessions) { id, session in value(session).map { [([id], "\($0)")] } ?? [] }
        }
        count("psstudio_encoder_frames_total", "Encoded frames.", \.encodedFrames)
        add(
            "psstudio_encoder_dropped_frames_total", "counter",
            "Frames and audio blocks that were dropped before the outputs.",
            of: sessions
        ) { id, session in
            (session.drops ?? [:]).sorted { $0.key < $1.key }.map { ([id, ("reason", $0.key)], "\($0.value)") }
        }
        count("psstudio_repeated_frames_total", "Frames that replace missing ones.", \.repeatedFrames)
        count("psstudio_slate_frames_total", "Frames of slates.", \.slateFrames)
        count(
            "psstudio_source_skipped_frames_total",
            "Frames of sources that were not sent because of their frame rate.", \.skippedSourceFrames)
        count(
            "psstudio_source_repeated_frames_total",
            "Repetitions of frames of sources because of their frame rate.", \.repeatedSourceFrames)
        count("psstudio_delays_total", "How often the inputs or the machine were late.", \.delays)
        add("psstudio_violations_total", "counter", "Violations of rules.", of: sessions) { id, session in
            (session.violations ?? []).map { ([id, ("rule", $0.rule)], "\($0.count)") }
        }
    }

    private mutating func addAudioPeaks(_ sessions: Sessions) {
        add(
            "psstudio_audio_peak_ratio", "gauge",
            "The peak of an audio channel during the scrape; 1 is the largest sample.",
            of: sessions
        ) { id, session in
            (session.peaks ?? []).enumerated().map { index, level in
                ([id, ("channel", "\(index + 1)")], Self.rounded(level > Self.silence ? pow(10, level / 20) : 0))
            }
        }
    }

    /// The level of silence in dBFS.
    private static let silence = -100.0

    private static func rounded(_ value: Double) -> String { "\((value * 1e4).rounded() / 1e4)" }

    private mutating func addOutputs(_ sessions: Sessions) {
        func series(_ name: String, _ type: String, _ help: String, _ values: (Session.Output) -> [Series]) {
            add(name, type, help, of: sessions) { id, session in
                // A removed output has no series any more.
                (session.outputs ?? []).filter { $0.isRemoved != true }.flatMap { output in
                    values(output).map { (Self.labels(id, output) + $0.labels, $0.value) }
                }
            }
        }
        func outputs<Value>(
            _ name: String, _ type: String, _ help: String, _ value: (Session.Output) -> Value?
        ) {
            series(name, type, help) { output in value(output).map { [([], "\($0)")] } ?? [] }
        }
        outputs("psstudio_output_up", "gauge", "1 while the peer takes media.") { $0.outputActive.map { $0 ? 1 : 0 } }
        outputs("psstudio_output_bytes_total", "counter", "Bytes that the peer has taken.", \.outputBytes)
        outputs("psstudio_output_congestion_ratio", "gauge", "The fill level of the queue, 0 to 1.", \.outputCongestion)
        outputs("psstudio_output_queue_seconds", "gauge", "The duration of the media in the queue.") {
            $0.outputQueueDuration.map { Double($0) / 1000 }
        }
        series("psstudio_output_errors_total", "counter", "Failures and lost connections, by cause.") { output in
            (output.failures ?? [:]).sorted { $0.key < $1.key }.map { ([("reason", $0.key)], "\($0.value)") }
        }
        outputs(
            "psstudio_output_frames_total", "counter", "Frames that were offered to the output.", \.outputTotalFrames)
        outputs(
            "psstudio_output_skipped_frames_total", "counter", "Frames that the output has lost.",
            \.outputSkippedFrames)
        outputs("psstudio_output_reconnects_total", "counter", "Reconnections that became live.", \.reconnects)
        outputs("psstudio_output_failed", "gauge", "1 when the output has given up.") {
            $0.state.map { $0 == "failed" ? 1 : 0 }
        }
    }

    private static func labels(_ id: Label, _ output: Session.Output) -> [Label] {
        [id, ("output", "\(output.output)"), ("kind", kind(of: output.destination ?? ""))]
    }

    /// What an output is: the scheme of its address, or the suffix of its file.
    ///
    /// - Parameter destination: a redacted address.
    package static func kind(of destination: String) -> String {
        if destination == "-" { return "y4m" }
        if let colon = destination.firstIndex(of: ":") {
            let scheme = destination[..<colon]
            let isScheme = scheme.utf8.allSatisfy { (97...122).contains($0 | 32) || (48...57).contains($0) }
            if !scheme.isEmpty, isScheme { return scheme.lowercased() }
        }
        let name = destination.split(separator: "/").last ?? ""
        guard let dot = name.lastIndex(of: "."), name.index(after: dot) < name.endIndex else { return "other" }
        let suffix = name[name.index(after: dot)...].lowercased()
        return suffix.utf8.count <= 8 && suffix.utf8.allSatisfy { $0 < 128 } ? suffix : "other"
    }

    // MARK: Text

    private mutating func add(
        _ name: String, _ type: String, _ help: String, of sessions: Sessions, _ series: (Label, Session) -> [Series]
    ) {
        add(name, type, help, sessions.flatMap { series(("session_id", $0.id), $0.state) })
    }

    /// A family without a series is left out: Prometheus knows it when it has one.
    private mutating func add(_ name: String, _ type: String, _ help: String, _ series: [Series]) {
        guard !series.isEmpty else { return }
        var text = "# HELP \(name) \(help)\n# TYPE \(name) \(type)\n"
        for (labels, value) in series {
            let pairs = labels.map { "\($0.name)=\"\(Self.escaped($0.value))\"" }.joined(separator: ",")
            text += pairs.isEmpty ? "\(name) \(value)\n" : "\(name){\(pairs)} \(value)\n"
        }
        families.append(text)
    }

    private static func escaped(_ value: String) -> String {
        value.map { character in
            switch character {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: String(character)
            }
        }.joined()
    }
}

extension Metrics {
    /// The state of a session in its reply to a request for the snapshot; `nil` for another form.
    static func session(_ reply: ArraySlice<UInt8>) -> Session? {
        guard let snapshot = JSONText.members(of: reply)?["snapshot"] else { return nil }
        return try? JSONDecoder().decode(Session.self, from: Data(snapshot))
    }
}
