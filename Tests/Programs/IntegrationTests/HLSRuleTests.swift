import Foundation
import StudioTestSupport
import Testing

extension RealTime {
    /// Rules of RFC 8216bis (HTTP Live Streaming, second edition) and of Apple's HLS authoring specification, on every version of
    /// two playlists: one lists all segments, one the latest; both stop in the middle and are appended to.
    struct HLSRuleTests {
        enum Rule: String, CaseIterable, CustomTestStringConvertible {
            case encoding = "RFC 4.1, 4.4.1.1: UTF-8 without a byte order mark or control characters, from #EXTM3U on"
            case version = "RFC 4.4.1.2, 8: one EXT-X-VERSION, at least 3 for decimal durations"
            case target = "RFC 4.4.3.1: one EXT-X-TARGETDURATION, which never changes and no rounded duration exceeds"
            case sequence = "RFC 4.4.3.2, 6.2.2: a segment keeps its media sequence number while others are removed"
            case length = "RFC 6.2.2: no segment is removed from less than three target durations"
            case event = "RFC 4.4.3.5: a playlist of type EVENT is only appended to"
            case end = "RFC 4.4.3.4: EXT-X-ENDLIST is the last line of an ended playlist, and is in no other version"
            case discontinuity = "RFC 4.4.3.3, 4.4.4.3: a discontinuity is marked, and stays counted when it is removed"
            case independent = "RFC 3.2, 4.4.2.1, Apple: tables and a key frame begin each segment"
            case date = "RFC 4.4.4.6, Apple: each segment has its date, and dates follow the durations"
            case duration = "RFC 4.4.4.1: each duration is that of the segment's frames"
            case complete = "RFC 6.2.1, 6.2.2: a listed segment is there, also for players with the version before"

            var testDescription: String { rawValue }
        }

        /// A segment of one version of a playlist.
        struct Segment: Hashable {
            let name: String
            let duration: Double
            let date: Date?
            let sequence: Int
            let discontinuity: Int
        }

        /// One version of a playlist.
        struct Version {
            let bytes: Data
            let lines: [String]
            private(set) var segments: [Segment] = []
            /// Which of its segments, and of those of the version before, were not there when it was read.
            let absent: [String]

            init(_ bytes: Data, after former: Version?, in folder: String) throws {
                self.bytes = bytes
                lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
                let names = lines.filter { !$0.hasPrefix("#") } + (former?.segments.map(\.name) ?? [])
                absent = names.filter { TestFolder.size(of: "\(folder)/\($0)") == 0 }
                var (duration, date) = (Double?.none, Date?.none)
                var sequence = try #require(Int(value("EXT-X-MEDIA-SEQUENCE") ?? "0"))
                var discontinuity = try #require(Int(value("EXT-X-DISCONTINUITY-SEQUENCE") ?? "0"))
                for line in lines {
                    if line == "#EXT-X-DISCONTINUITY" { discontinuity += 1 }
                    if line.hasPrefix("#EXTINF:") { duration = Double(line.dropFirst(8).dropLast()) }
                    if line.hasPrefix("#EXT-X-PROGRAM-DATE-TIME:") {
                        date = try Date.ISO8601FormatStyle(includingFractionalSeconds: true).parse(
                            String(line.dropFirst(25)))
                    }
                    guard !line.hasPrefix("#") else { continue }
                    segments.append(
                        Segment(
                            name: line, duration: try #require(duration), date: date, sequence: sequence,
                            discontinuity: discontinuity))
                    (duration, date) = (nil, nil)
                    sequence += 1
                }
            }

            func values(_ tag: String) -> [String] {
                lines.filter { $0.hasPrefix("#\(tag):") }.map { String($0.dropFirst(tag.count + 2)) }
            }
            func value(_ tag: String) -> String? { values(tag).first }
            var target: Int { value("EXT-X-TARGETDURATION").flatMap { Int($0) } ?? 0 }
            var isEnded: Bool { lines.contains("#EXT-X-ENDLIST") }
        }

        /// The playlists of one session, each with all versions that were seen.
        final class Recording: Sendable {
            let folder: TestFolder
            let all: [Version]
            let latest: [Version]

            init() throws {
                let folder = try TestFolder()
                let scenario = """
                    version: 1
                    steps:
                      - {after: 250 frames, stopOutput: {output: 1}}
                      - {after: 280 frames, startOutput: {output: 1, append: true}}

                    """
                let source = ["start", "--width", "320", "--height", "180", "--video", "coded:", "--audio", "coded:"]
                let names = ["all.m3u8", "latest.m3u8"]
                let programs = try ["all", "3"].enumerated().map { index, window in
                    try StudioProgram(
                        source + [
                            "--duration", "26s", "--preset", "ultrafast", "--hls-window", window, "--out",
                            folder.file(names[index]), "--scenario", try folder.write("steps.yaml", scenario),
                        ])
                }
                var versions: [[Version]] = [[], []]
                func read() throws {
                    for (index, name) in names.enumerated() {
                        guard let bytes = try? folder.read(name), bytes != versions[index].last?.bytes else { continue }
                        versions[index].append(
                            try Version(bytes, after: versions[index].last, in: folder.path))
                    }
                }
                try waitUntil("both sessions have ended", seconds: 90) {
                    try read()
                    return programs.allSatisfy { !$0.process.isRunning }
                }
                try read()
                for program in programs {
                    let outcome = try program.finish()
                    #expect(outcome.exitCode == 0, "\(outcome.errors)")
                }
                (self.folder, all, latest) = (folder, versions[0], versions[1])
            }
        }

        private static let recording = Result { try Recording() }

        @Test(arguments: Rule.allCases)
        func rule(_ rule: Rule) throws {
            let recording = try Self.recording.get()
            #expect(recording.all.count > 10 && recording.latest.count > 10)
            for versions in [recording.all, recording.latest] { try check(rule, versions, recording.folder) }
        }

        private func check(_ rule: Rule, _ versions: [Version], _ folder: TestFolder) throws {
            let last = try #require(versions.last)
            let pairs = zip(versions, versions.dropFirst())
            switch rule {
            case .encoding:
                for version in versions {
                    #expect(version.bytes.starts(with: Data("#EXTM3U\n".utf8)))
                    #expect(version.bytes.allSatisfy { $0 == 10 || (32..<127).contains($0) })
                }
            case .version:
                for version in versions { #expect(version.values("EXT-X-VERSION") == ["3"]) }
            case .target:
                for version in versions {
                    #expect(version.values("EXT-X-TARGETDURATION") == ["\(last.target)"])
                    #expect(version.segments.allSatisfy { Int($0.duration.rounded()) <= version.target })
                }
            case .sequence:
                let numbers = Dictionary(grouping: versions.flatMap(\.segments), by: \.name)
                    .mapValues { Set($0.map(\.sequence)) }
                #expect(numbers.values.allSatisfy { $0.count == 1 })
                for (one, next) in pairs {
                    #expect(try #require(next.segments.first).sequence >= one.segments.first?.sequence ?? 0)
                }
            case .length:
                for (one, next) in pairs where one.segments.first != next.segments.first {
                    let left = next.segments.reduce(0) { $0 + $1.duration }
                    #expect(left >= Double(3 * next.target) - 0.001)
                }
            case .event:
                for (one, next) in pairs where one.value("EXT-X-PLAYLIST-TYPE") == "EVENT" {
                    let lines = one.lines.filter { $0 != "#EXT-X-ENDLIST" }
                    #expect(next.lines.prefix(lines.count) == lines[...])
                }
            case .end:
                #expect(last.lines.last == "#EXT-X-ENDLIST")
                for version in versions where version.isEnded { #expect(version.lines.last == "#EXT-X-ENDLIST") }
                let ended = versions.filter(\.isEnded)
                #expect(ended.count <= 2, "once before the output goes on")
            default: try checkMedia(rule, versions, folder)
            }
        }

        private func checkMedia(_ rule: Rule, _ versions: [Version], _ folder: TestFolder) throws {
            let segments = versions.flatMap(\.segments)
            let kept = Set(segments.map(\.name)).filter { TestFolder.size(of: folder.file($0)) > 0 }.sorted()
            switch rule {
            case .discontinuity:
                let numbers = Dictionary(grouping: segments, by: \.name).mapValues { Set($0.map(\.discontinuity)) }
                #expect(numbers.values.allSatisfy { $0.count == 1 })
                #expect(Set(segments.map(\.discontinuity)) == [0, 1])
            case .independent:
                #expect(versions.allSatisfy { $0.lines.contains("#EXT-X-INDEPENDENT-SEGMENTS") })
                for name in kept {
                    let bytes = try folder.read(name)
                    // The program association table has packet identifier 0.
                    #expect(bytes[0] == 0x47 && bytes[1] & 0x1f == 0 && bytes[2] == 0, "\(name)")
                    #expect(try MediaProbe(folder.file(name)).videoFrames.first?.key_frame == 1, "\(name)")
                }
            case .date:
                for version in versions {
                    for (one, next) in zip(version.segments, version.segments.dropFirst()) {
                        let distance = try #require(next.date).timeIntervalSince(try #require(one.date))
                        if one.discontinuity == next.discontinuity {
                            #expect(abs(distance - one.duration) < 0.002)
                        } else {
                            #expect(distance > one.duration + 0.5)
                        }
                    }
                }
            case .duration:
                let durations = Dictionary(segments.map { ($0.name, $0.duration) }) { $1 }
                for name in kept {
                    let times = try MediaProbe(folder.file(name)).videoFrames.map(\.time).sorted()
                    let (first, last) = (try #require(times.first), try #require(times.last))
                    #expect(abs(last - first + 1 / 30 - (durations[name] ?? 0)) < 0.01, "\(name)")
                }
            default:
                let absent = versions.flatMap(\.absent)
                #expect(absent.isEmpty, "\(absent)")
            }
        }
    }
}
