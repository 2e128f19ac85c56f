import Testing

@testable import StudioServer

@Suite
struct MetricsTests {
    private func session(_ snapshot: String) throws -> Metrics.Session {
        try #require(Metrics.session(Array("{\"snapshot\":\(snapshot)}".utf8)[...]))
    }

    private func text(_ sessions: [(id: String, state: Metrics.Session?)]) -> String {
        let metrics = Metrics(version: "1.2.3", sessions, now: 1_700_000_000, clients: [("http", 0)])
        return String(decoding: metrics.text, as: UTF8.self)
    }

    @Test("without a session, there are only the server's own metrics")
    func empty() {
        #expect(
            text([]) == """
                # HELP psstudio_build_info The version of the server.
                # TYPE psstudio_build_info gauge
                psstudio_build_info{version="1.2.3"} 1
                # HELP psstudio_sessions Running sessions.
                # TYPE psstudio_sessions gauge
                psstudio_sessions 0
                # HELP psstudio_control_clients Clients of the server that follow events or levels.
                # TYPE psstudio_control_clients gauge
                psstudio_control_clients{protocol="http"} 0

                """)
    }

    @Test("the figures of the server have the names that clients of Prometheus share")
    func process() throws {
        let stat = "1 (a) b (c) S 1 1 1 0 -1 0 0 0 0 0 150 50 0 0 20 0 4 0 2000 4096 3 0"
        let usage = try #require(ProcessUsage(stat: stat, ticksPerSecond: 100, pageBytes: 4096))
        let figures = ProcessFigures(
            usage, bootTime: 1_700_000_000, openDescriptors: 9, descriptorLimit: 1024)
        let metrics = Metrics(
            version: "1", [], now: 0, clients: [("http", 3), ("obs-websocket", 2)], process: figures)
        let all = String(decoding: metrics.text, as: UTF8.self)
        let lines = all.split(separator: "\n").map(String.init)
        for line in [
            "psstudio_control_clients{protocol=\"http\"} 3",
            "psstudio_control_clients{protocol=\"obs-websocket\"} 2", "process_cpu_seconds_total 2.0",
            "process_resident_memory_bytes 12288", "process_virtual_memory_bytes 4096", "process_open_fds 9",
            "process_max_fds 1024", "process_start_time_seconds 1700000020.0",
        ] { #expect(lines.contains(line), "\(line) in:\n\(all)") }
        #expect(checkForm(lines) > 8)
        let own = try #require(ProcessFigures.current)
        #expect(own.openDescriptors >= 3 && own.openDescriptors <= own.descriptorLimit)
        #expect(own.usage.residentBytes > 1 << 20)
        for text in ["", "1 a S", "1 (a) S 1 1"] {
            #expect(ProcessUsage(stat: text, ticksPerSecond: 100, pageBytes: 4096) == nil)
        }
    }

    @Test("ends are counted by reason, also before the first one")
    func ends() throws {
        let metrics = Metrics(
            version: "1", [], now: 0, clients: [("http", 0)], ends: ["lost": 0, "eos": 3, "error:storageFull": 1])
        let lines = String(decoding: metrics.text, as: UTF8.self).split(separator: "\n").map(String.init)
        let series = lines.filter { $0.hasPrefix("psstudio_sessions_ended_total") }
        #expect(
            series == [
                #"psstudio_sessions_ended_total{reason="eos"} 3"#,
                #"psstudio_sessions_ended_total{reason="error:storageFull"} 1"#,
                #"psstudio_sessions_ended_total{reason="lost"} 0"#,
            ])
        #expect(checkForm(lines) == 4)
    }

    @Test("sessions and outputs have their labels, and families are not interrupted")
    func sessions() throws {
        var first = try session(
            #"""
            {"state":"sending","encodedFrames":29,
            "video":{"accepted":30,"refused":2,"dropped":1,"secondsSinceLast":0.25},"audio":{"accepted":50,"refused":0,"dropped":0},
            "drops":{"late":3,"encoderOverload":1},"violations":[{"rule":"PS-SEND-005","count":2,"code":"x","message":"m"}],
            "outputs":[{"output":1,"destination":"rtmp://host/live/***","state":"live","outputActive":true,"outputBytes":1000,
            "outputCongestion":0.25,"outputQueueDuration":133,"failures":{"stalled":1,"disconnected":3},"outputTotalFrames":30,"outputSkippedFrames":1,"reconnects":2},
            {"output":2,"destination":"show.mp4","state":"failed","outputBytes":5},
            {"output":3,"destination":"show.mp4","state":"finished","isRemoved":true,"outputBytes":5}]}
            """#)
        first.peaks = [0, -20, -100]
        let second = try session(#"{"state":"idle"}"#)
        let all = text([("a", first), ("b\"\\\n", second), ("c", nil)])
        let lines = all.split(separator: "\n").map(String.init)
        let expected = [
            #"psstudio_sessions 3"#, #"psstudio_session_up{session_id="a"} 1"#,
            #"psstudio_session_up{session_id="c"} 0"#,
            #"psstudio_session_state{session_id="a",state="sending"} 1"#,
            #"psstudio_session_state{session_id="a",state="idle"} 0"#,
            #"psstudio_session_state{session_id="b\"\\\n",state="idle"} 1"#,
            #"psstudio_input_frames_total{session_id="a",media="video"} 30"#,
            #"psstudio_input_frames_total{session_id="a",media="audio"} 50"#,
            #"psstudio_frames_rejected_total{session_id="a",media="video"} 2"#,
            #"psstudio_input_last_frame_timestamp_seconds{session_id="a",media="video"} 1699999999.75"#,
            #"psstudio_encoder_frames_total{session_id="a"} 29"#,
            #"psstudio_audio_peak_ratio{session_id="a",channel="1"} 1.0"#,
            #"psstudio_audio_peak_ratio{session_id="a",channel="2"} 0.1"#,
            #"psstudio_audio_peak_ratio{session_id="a",channel="3"} 0.0"#,
            #"psstudio_output_queue_seconds{session_id="a",output="1",kind="rtmp"} 0.133"#,
            #"psstudio_output_errors_total{session_id="a",output="1",kind="rtmp",reason="disconnected"} 3"#,
            #"psstudio_output_errors_total{session_id="a",output="1",kind="rtmp",reason="stalled"} 1"#,
            #"psstudio_encoder_dropped_frames_total{session_id="a",reason="encoderOverload"} 1"#,
            #"psstudio_encoder_dropped_frames_total{session_id="a",reason="late"} 3"#,
            #"psstudio_violations_total{session_id="a",rule="PS-SEND-005"} 2"#,
            #"psstudio_output_up{session_id="a",output="1",kind="rtmp"} 1"#,
            #"psstudio_output_bytes_total{session_id="a",output="1",kind="rtmp"} 1000"#,
            #"psstudio_output_congestion_ratio{session_id="a",output="1",kind="rtmp"} 0.25"#,
            #"psstudio_output_frames_total{session_id="a",output="1",kind="rtmp"} 30"#,
            #"psstudio_output_skipped_frames_total{session_id="a",output="1",kind="rtmp"} 1"#,
            #"psstudio_output_reconnects_total{session_id="a",output="1",kind="rtmp"} 2"#,
            #"psstudio_output_failed{session_id="a",output="1",kind="rtmp"} 0"#,
        ]
        for line in expected { #expect(lines.contains(line), "\(line) in:\n\(all)") }
        #expect(lines.contains(#"psstudio_output_failed{session_id="a",output="2",kind="mp4"} 1"#))
        #expect(!lines.contains { $0.hasPrefix(#"psstudio_output_up{session_id="a",output="2""#) })
        #expect(!all.contains("host"))
        #expect(!all.contains("output=\"3\""))
        #expect(checkForm(lines) > 8)
    }

    /// Each family has HELP and TYPE once, before its series, which follow each other; counters end in `_total`.
    ///
    /// - Returns: the number of families.
    private func checkForm(_ lines: [String]) -> Int {
        var seen: Set<String> = []
        var current = ""
        for line in lines {
            let words = line.split(separator: " ")
            if line.hasPrefix("# HELP ") {
                current = String(words[2])
                #expect(seen.insert(current).inserted, "\(current)")
            } else if line.hasPrefix("# TYPE ") {
                #expect(String(words[2]) == current)
                #expect((words[3] == "counter") == current.hasSuffix("_total"), "\(current)")
            } else {
                #expect(line.prefix { $0 != "{" && $0 != " " } == current)
            }
        }
        return seen.count
    }

    @Test(
        "an output's kind is its scheme or its suffix, never a part of its address",
        arguments: [
            ("rtmp://host/live/***", "rtmp"), ("RTMPS://host/a/***", "rtmps"), ("srt://host:9000", "srt"),
            ("null:", "null"),
            ("mkv:-", "mkv"), ("-", "y4m"), ("show.mp4", "mp4"), ("/a/b.c/show.MKV", "mkv"), ("/a.b/show", "other"),
            ("", "other"), ("show.", "other"), ("a.verylongsuffix", "other"), ("live/index.m3u8", "m3u8"),
        ])
    func kinds(destination: String, kind: String) {
        #expect(Metrics.kind(of: destination) == kind)
    }

    @Test("a snapshot of another form is none")
    func malformed() {
        for text in ["{}", "[]", "{\"snapshot\":1}", "{\"snapshot\":{}}", "{\"snapshot\":{\"state\":1}}"] {
            #expect(Metrics.session(Array(text.utf8)[...]) == nil)
        }
    }
}
