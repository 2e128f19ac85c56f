import StudioTestSupport
import Testing

extension RealTime {
    /// Outputs that come and go by a scenario; `make outputs-churn` is the long form.
    struct ScenarioOutputTests {
        @Test("A scenario adds, restarts and removes outputs of every kind; the one beside them is complete")
        func everyKind() throws {
            let (folder, server, datagrams) = (try TestFolder(), try RTMPServer(), try DatagramReceiver())
            let (listening, calling) = (try unusedPort(), try unusedPort())
            let receiver = try ChildProcess(
                "srt-live-transmit", ["-q", "srt://127.0.0.1:\(listening)?mode=listener", "file://con"])
            try waitForUDP(port: listening)
            let files = ["a.mp4", "a.mkv", "a.flv", "a.ts", "hls/index.m3u8"].map(folder.file)
            let addresses =
                files + [
                    server.url(), "srt://127.0.0.1:\(listening)", "srt://127.0.0.1:\(calling)?mode=listener",
                    "udp://127.0.0.1:\(datagrams.port)", "null:",
                ]
            // The numbers follow the order of the commands: all are added before the first is restarted. Each output has
            // three seconds, so that a busy machine opens it before the next command.
            var lines = ["version: 1", "steps:"]
            for (index, address) in addresses.enumerated() {
                lines.append("  - {after: \(3 + 3 * index) frames, addOutput: {address: '\(address)'}}")
            }
            for index in addresses.indices {
                lines.append(
                    "  - {after: \(110 + 3 * index) frames, restartOutput: {output: \(2 + index)}}")
            }
            for index in addresses.indices {
                let number = 2 + addresses.count + index
                lines.append("  - {after: \(220 + 3 * index) frames, removeOutput: {output: \(number)}}")
            }
            let outcome = try StudioProgram.run([
                "start", "--width", "320", "--height", "180", "--video", "coded:1f3a9c02", "--duration", "9s",
                "--force", "--json", "--hls-window", "all", "--out", folder.file("stays.mp4"), "--scenario",
                try folder.write("churn.yaml", lines.joined(separator: "\n")),
            ])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let summary = try outcome.summary
            let outputs = summary.outputs
            try #require(outputs.count == 1 + 2 * addresses.count, "\(outcome.errors)")
            #expect(outputs.allSatisfy { $0.state == "finished" }, "\(outcome.errors)")
            #expect(outputs[0].outputSkippedFrames == 0)
            #expect(try MediaProbe(folder.file("stays.mp4")).videoFrames.count == summary.encodedFrames)
            // A restarted file keeps what it has; the second output writes the next one.
            let added = outputs.dropFirst()
            for (name, written) in [
                ("", added.prefix(files.count)), ("-2", added.dropFirst(addresses.count).prefix(5)),
            ] {
                for (file, output) in zip(files, written) {
                    let path = output.destination
                    let dot = try #require(file.lastIndex(of: "."))
                    #expect(path == file[..<dot] + name + file[dot...])
                    let taken = output.outputTotalFrames - output.outputSkippedFrames
                    #expect(taken > 0, "\(path)")
                    #expect(try MediaProbe(path).videoFrames.count == taken, "\(path)")
                }
            }
            #expect(try server.recordings.count == 2)
            withExtendedLifetime(receiver) {}
        }
    }
}
