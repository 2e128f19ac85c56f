import StudioCore
import Testing

@testable import OBSWebSocket

/// The events of a stream and of a recording, in the order of OBS.
struct OutputEventsTests {
    private typealias State = OutputEvents.State
    private typealias Phase = OutputEvents.Phase

    /// What may follow an event, as clients of OBS expect it; `nil` is the beginning.
    private static func successors(of state: State?) -> Set<State> {
        switch state {
        case nil, .stopped: [.starting]
        case .starting: [.started, .stopping, .stopped]
        case .started, .reconnected: [.reconnecting, .stopping, .stopped]
        case .reconnecting: [.reconnected, .stopping, .stopped]
        case .stopping: [.stopped]
        }
    }

    /// What a client that knows the last event believes.
    private static func belief(_ state: State?) -> Phase {
        switch state {
        case nil, .stopped: .idle
        case .starting: .starting
        case .started, .reconnected: .active
        case .reconnecting: .reconnecting
        case .stopping: .stopping
        }
    }

    @Test("all sequences of six phases give events in the order of OBS, and clients know the phase")
    func exhaustive() {
        var checked = 0
        func check(_ events: OutputEvents, _ last: State?, depth: Int) {
            checked += 1
            guard depth > 0 else { return }
            for next in Phase.allCases {
                var (events, last) = (events, last)
                let before = events.phase
                for state in events.move(to: next) {
                    #expect(Self.successors(of: last).contains(state), "\(String(describing: last)) → \(state)")
                    last = state
                }
                // A first connection that is retried is starting; an end that was reported is the end.
                let expected: Phase =
                    switch (before, next) {
                    case (.idle, .reconnecting), (.starting, .reconnecting), (.stopping, .reconnecting): .starting
                    case (.idle, .stopping): .idle
                    default: next
                    }
                #expect(events.phase == expected)
                #expect(Self.belief(last) == expected)
                check(events, last, depth: depth - 1)
            }
        }
        check(OutputEvents(), nil, depth: 6)
        #expect(
            checked == (0...6).reduce(0) { sum, power in sum + (0..<power).reduce(1) { product, _ in product * 5 } })
    }

    @Test("only STARTED and RECONNECTED are active")
    func active() {
        #expect(State.allCases.filter(\.isActive) == [.started, .reconnected])
        #expect(State.started.word == "OBS_WEBSOCKET_OUTPUT_STARTED")
    }

    @Test("all states of outputs are known, and the running ones are those that can be stopped")
    func states() {
        let failure = OutputFailure(.disconnected, "gone")
        let states: [OutputState] = [
            .waiting, .connecting, .awaitingReader, .listening, .live, .stalled,
            .retrying(attempt: 1, at: .zero, failure),
            .finishing, .finished, .stopped, .failed(failure),
        ]
        #expect(states.map(\.phase) == OutputPhase.allCases)
        for state in states {
            let output = ShowOutput(1, "show.mp4", state.phase)
            #expect(output.isRunning == (!state.isOver && state != .finishing), "\(state.name)")
        }
    }

    @Test(
        "an output has the kind of its redacted address",
        arguments: [
            ("show.mp4", "File 3", .record, "psstudio_file_output"),
            ("/a/b/show.mkv", "File 3", .record, "psstudio_file_output"),
            ("web/live.M3U8", "HLS 3", .stream, "psstudio_hls_output"),
            ("rtmp://host/live/***", "RTMP 3", .stream, "psstudio_rtmp_output"),
            ("RTMPS://host/live/***", "RTMP 3", .stream, "psstudio_rtmp_output"),
            ("srt://host:9000?***", "SRT 3", .stream, "psstudio_srt_output"),
            ("udp://239.0.0.1:5000", "UDP 3", .stream, "psstudio_udp_output"),
            ("whip://host/***", "Server 3", .stream, "psstudio_server_output"),
            ("pipeline:mine.pipeline", "Pipeline 3", .other, "psstudio_pipeline_output"),
            ("-", "Standard output 3", .other, "psstudio_standard_output_output"),
            ("mkv:-", "Standard output 3", .other, "psstudio_standard_output_output"),
            ("null:", "Null 3", .other, "psstudio_null_output"),
        ] as [(String, String, ShowOutput.Group, String)])
    func kinds(_ address: String, _ name: String, _ group: ShowOutput.Group, _ kind: String) {
        let output = ShowOutput(3, address)
        #expect(output.name == name)
        #expect(output.group == group)
        #expect(output.kind.outputKind == kind)
        // Companion has actions of its own for these, and offers no buttons.
        #expect(!["ffmpeg_muxer", "ffmpeg_output", "replay_buffer", "rtmp_output"].contains(kind))
    }
}
