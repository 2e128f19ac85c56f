/// An output of the session, as controllers see it.
package struct ShowOutput: Hashable, Sendable {
    /// What OBS takes it for.
    package enum Group: Hashable, Sendable, CaseIterable {
        /// Outputs to the network, HLS too.
        case stream
        /// Files.
        case record
        /// Everything else: it is only commanded by its name.
        case other
    }

    /// What it writes to, in the words of its name.
    package enum Kind: String, Hashable, Sendable, CaseIterable {
        case file = "File"
        case hls = "HLS"
        case rtmp = "RTMP"
        case srt = "SRT"
        case udp = "UDP"
        case server = "Server"
        case pipeline = "Pipeline"
        case standardOutput = "Standard output"
        case null = "Null"

        /// - Parameter address: redacted.
        init(_ address: String) {
            if let end = address.firstRange(of: "://")?.lowerBound {
                self =
                    switch address[..<end].lowercased() {
                    case "rtmp", "rtmps": .rtmp
                    case "srt": .srt
                    case "udp": .udp
                    default: .server
                    }
            } else if address.hasPrefix("pipeline:") {
                self = .pipeline
            } else if address == "-" || address.hasSuffix(":-") {
                self = .standardOutput
            } else if address == "null:" {
                self = .null
            } else {
                self = address.lowercased().hasSuffix(".m3u8") ? .hls : .file
            }
        }

        var group: Group {
            switch self {
            case .hls, .rtmp, .srt, .udp, .server: .stream
            case .file: .record
            case .pipeline, .standardOutput, .null: .other
            }
        }

        /// The kind in `GetOutputList`. None is one of OBS, so that remotes offer a button for each output.
        var outputKind: String {
            "psstudio_" + rawValue.lowercased().map { $0 == " " ? "_" : String($0) }.joined() + "_output"
        }
    }

    /// The states of ``OutputState`` by name.
    package enum State: String, Hashable, Sendable, CaseIterable {
        case waiting, connecting, awaitingReader, listening, live, stalled, retrying, finishing, finished, stopped,
            failed
    }

    package let number: Int
    package let kind: Kind
    /// Redacted. That of the latest part: a file that was started again has another name.
    package internal(set) var address: String
    package internal(set) var state: State
    /// Whether it was removed. It may still write its end.
    package internal(set) var isRemoved = false

    // As of the latest snapshot.
    package internal(set) var timecode = "00:00:00.000"
    package internal(set) var duration: Int64 = 0
    package internal(set) var congestion = 0.0
    package internal(set) var bytes: UInt64 = 0
    package internal(set) var skippedFrames = 0
    package internal(set) var totalFrames = 0

    init(_ number: Int, _ address: String, _ state: State = .waiting) {
        (self.number, self.address, self.state) = (number, address, state)
        kind = Kind(address)
    }

    /// The name for controllers: unique, and the same until the session ends.
    package var name: String { "\(kind.rawValue) \(number)" }

    var group: Group { kind.group }

    /// Whether it can be stopped.
    package var isRunning: Bool {
        switch state {
        case .waiting, .connecting, .awaitingReader, .listening, .live, .stalled, .retrying: true
        case .finishing, .finished, .stopped, .failed: false
        }
    }

    /// Whether OBS would call it active: it takes media, or did before it lost its connection.
    package var isActive: Bool { state == .live || state == .stalled || state == .retrying }

    package var isReconnecting: Bool { state == .retrying }
}
