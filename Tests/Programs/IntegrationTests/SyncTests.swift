import StudioTestSupport
import Testing

extension RealTime {
    /// The flash and beep of the pattern coincide at every destination.
    struct SyncTests {
        /// Seconds: FLV and Matroska have time stamps in milliseconds.
        private static let tolerance = 0.003
        /// Seconds of an AAC frame: the first frame of a file fades in, because its predecessor is missing.
        private static let frame = 1024.0 / 48_000

        /// Seconds. A session measures its units at their arrival: a first frame that the machine delays shifts its track.
        /// The producer counts 40 ms and more as a delay.
        private static let liveTolerance = 0.040

        @Test("Flash and beep are equally far apart in MP4, MKV and at the server")
        func everywhere() throws {
            let server = try RTMPServer()
            let folder = try TestFolder()
            let outcome = try StudioProgram.run([
                "start", "--width", "640", "--height", "360", "--duration", "5s", "--out", folder.file("a.mp4"),
                "--out", folder.file("a.mkv"), "--out", server.url(), "--json",
            ])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let summary = try outcome.summary
            let recordings = try server.recordings
            #expect(recordings.count == 1)
            let skipped = try #require(summary.outputs.last).outputSkippedFrames
            let reference = try SyncMeasurement(folder.file("a.mp4")).offsets
            for path in [folder.file("a.mp4"), folder.file("a.mkv")] + recordings {
                let sync = try SyncMeasurement(path)
                // The server starts at the first key frame after its response.
                let expected = path.hasSuffix(".flv") ? 5 - (skipped + 29) / 30 : 5
                #expect(sync.flashes.count == expected, "\(path): \(sync.flashes)")
                #expect(sync.beeps.count == expected, "\(path): \(sync.beeps)")
                // All outputs end with the same second.
                for (flash, (offset, wanted)) in zip(sync.flashes, zip(sync.offsets, reference.suffix(expected))) {
                    if flash >= Self.frame {
                        #expect(abs(offset - wanted) <= Self.tolerance, "\(path): \(offset) s at \(flash) s")
                        if summary.delays == 0 { #expect(abs(offset) < Self.liveTolerance, "\(path)") }
                    }
                }
            }
        }

        @Test("In real time, the first frame is shown as long as the others", arguments: ["a.mp4", "a.ts"])
        func firstInterval(_ name: String) throws {
            let folder = try TestFolder()
            let outcome = try StudioProgram.run([
                "start", "--width", "320", "--height", "180", "--duration", "1s", "--out", folder.file(name), "--json",
            ])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            let times = try MediaProbe(folder.file(name)).videoFrames.map(\.time)
            // A machine that delays the first frame by more than 40 ms delays the session, and counts it.
            if try outcome.summary.delays == 0 { #expect(abs(times[1] - times[0] - 1.0 / 30) < 0.0002, "\(times)") }
        }

        private func check(_ sync: SyncMeasurement, _ path: String) {
            for (flash, offset) in zip(sync.flashes, sync.offsets) {
                if flash < Self.frame {
                    #expect((-Self.tolerance..<Self.frame).contains(offset), "\(path): \(offset) s at \(flash) s")
                } else {
                    #expect(abs(offset) <= Self.tolerance, "\(path): \(offset) s at \(flash) s")
                }
            }
        }

        @Test("Flash and beep start each second and are at most 3 ms apart with --fast", arguments: ["30", "29.97"])
        func fast(_ rate: String) throws {
            let folder = try TestFolder()
            let outcome = try StudioProgram.run([
                "start", "--fast", "--width", "320", "--height", "180", "--fps", rate, "--duration", "10s", "--out",
                folder.file("a.mp4"), "--out", folder.file("a.mkv"), "--out", folder.file("a.flv"),
            ])
            #expect(outcome.exitCode == 0, "\(outcome.errors)")
            for name in ["a.mp4", "a.mkv", "a.flv"] {
                let sync = try SyncMeasurement(folder.file(name))
                #expect(sync.flashes.count == 10)
                #expect(sync.beeps.count == 10)
                check(sync, name)
                for (second, flash) in sync.flashes.sorted().enumerated() {
                    // The first frame of each second, at most one interval late.
                    #expect((-0.002..<0.036).contains(flash - Double(second)), "\(name)")
                }
            }
        }
    }
}
