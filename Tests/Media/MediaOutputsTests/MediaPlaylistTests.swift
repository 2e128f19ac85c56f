import StudioCore
import StudioRuntime
import StudioTestSupport
import Testing

@testable import MediaOutputs

@Suite("HLS: playlist and cuts")
struct MediaPlaylistTests {
    private func segment(_ number: Int, seconds: Double = 2) -> MediaPlaylist.Segment {
        MediaPlaylist.Segment(name: "s\(number).ts", duration: .seconds(seconds))
    }

    /// 2026-11-29T02:28:52.123Z
    private static let start = WallTime(nanoseconds: 1_795_919_332_123_456_789)

    @Test("the text of a live and of an ended playlist")
    func text() {
        var playlist = MediaPlaylist(window: .latest(2), targetSeconds: 2)
        playlist.begin(at: Self.start)
        for number in 0..<3 { #expect(playlist.append(segment(number, seconds: 2.002)) == []) }
        let live = """
            #EXTM3U
            #EXT-X-VERSION:3
            #EXT-X-TARGETDURATION:2
            #EXT-X-MEDIA-SEQUENCE:0
            #EXT-X-INDEPENDENT-SEGMENTS
            #EXT-X-PROGRAM-DATE-TIME:2026-11-29T02:28:52.123Z
            #EXTINF:2.002000,
            s0.ts
            #EXT-X-PROGRAM-DATE-TIME:2026-11-29T02:28:54.125Z
            #EXTINF:2.002000,
            s1.ts
            #EXT-X-PROGRAM-DATE-TIME:2026-11-29T02:28:56.127Z
            #EXTINF:2.002000,
            s2.ts

            """
        #expect(playlist.text == live, "three target durations")
        #expect(playlist.append(segment(3, seconds: 2.05)) == [])
        playlist.end()
        #expect(playlist.mediaSequence == 1)
        #expect(
            playlist.text.hasPrefix("#EXTM3U\n#EXT-X-VERSION:3\n#EXT-X-TARGETDURATION:2\n#EXT-X-MEDIA-SEQUENCE:1\n"))
        #expect(playlist.text.hasSuffix("#EXTINF:2.050000,\ns3.ts\n#EXT-X-ENDLIST\n"))
    }

    @Test("head, lines and end are the text, in every version", arguments: [HLSWindow.all, .latest(3)])
    func parts(_ window: HLSWindow) {
        var playlist = MediaPlaylist(window: window, targetSeconds: 2)
        var text = playlist.head
        var rewritten = 0
        for number in 0..<50 {
            if number == 20 {
                playlist.continueAfterStop()
                playlist.begin(at: Self.start)
                text = playlist.text
            }
            let head = playlist.head
            _ = playlist.append(segment(number))
            if number == 19 || number == 49 { playlist.end() }
            text += playlist.lastLines
            if playlist.head != head {
                rewritten += 1
                text = playlist.text
            }
            #expect(playlist.text == text)
        }
        #expect(rewritten == (window == .all ? 0 : 47))
    }

    @Test("a playlist that goes on has a discontinuity, which stays counted when its segment is not listed any more")
    func discontinuity() {
        var playlist = MediaPlaylist(window: .latest(3), targetSeconds: 1)
        playlist.begin(at: Self.start)
        for number in 0..<3 { _ = playlist.append(segment(number)) }
        playlist.end()
        playlist.continueAfterStop()
        #expect(!playlist.text.contains("#EXT-X-ENDLIST"))
        // The clock was set back meanwhile.
        playlist.begin(at: WallTime(nanoseconds: 0))
        _ = playlist.append(segment(3))
        #expect(playlist.segments.map(\.isDiscontinuous) == [false, false, true])
        #expect(
            playlist.lastLines == """
                #EXT-X-DISCONTINUITY
                #EXT-X-PROGRAM-DATE-TIME:2026-11-29T02:28:58.123Z
                #EXTINF:2.000000,
                s3.ts

                """)
        for number in 4..<6 { _ = playlist.append(segment(number)) }
        #expect(playlist.segments.map(\.isDiscontinuous) == [true, false, false])
        #expect(!playlist.head.contains("#EXT-X-DISCONTINUITY-SEQUENCE"))
        _ = playlist.append(segment(6))
        #expect(playlist.head.contains("#EXT-X-MEDIA-SEQUENCE:4\n#EXT-X-DISCONTINUITY-SEQUENCE:1\n"))
        #expect(!playlist.text.contains("#EXT-X-DISCONTINUITY\n"))
        var empty = MediaPlaylist(window: .all, targetSeconds: 2)
        empty.continueAfterStop()
        _ = empty.append(segment(0))
        #expect(empty.segments.map(\.isDiscontinuous) == [false], "there is no segment before it")
    }

    @Test("names are percent-encoded references, and segments are named so that nothing is encoded")
    func names() {
        var playlist = MediaPlaylist(window: .all, targetSeconds: 2)
        let names = ["show #1.ts", "12:30.ts", "#a?.ts", "100%.ts", "a%20b.ts", "ü\n.ts", "plain-1.2_x~.ts"]
        for name in names { _ = playlist.append(MediaPlaylist.Segment(name: name, duration: .seconds(2))) }
        let lines = playlist.text.split(separator: "\n").filter { !$0.hasPrefix("#EXT") }
        let encoded = [
            "show%20%231.ts", "12%3A30.ts", "%23a%3F.ts", "100%25.ts", "a%2520b.ts", "%C3%BC%0A.ts", "plain-1.2_x~.ts",
        ]
        #expect(lines.map(String.init) == encoded)
        #expect(
            names.map(SegmentName.stem) == [
                "show__1.ts", "12_30.ts", "_a_.ts", "100_.ts", "a_20b.ts", "__.ts", "plain-1.2_x~.ts",
            ])
    }

    @Test("a stream with a single frame lasts one interval of the declared rate, or of 30 per second")
    func singleFrame() {
        for (rate, nanoseconds) in [(Rate(5, over: 1), 200_000_000), (nil, 33_333_333)] as [(Rate?, Int64)] {
            var rule = SegmentRule(frameRate: rate)
            #expect(rule.frame(at: 90_000, isKeyFrame: true) == .begin)
            #expect(rule.remainder.nanoseconds == nanoseconds)
        }
    }

    @Test("six segments are listed; one that left is removed a window later")
    func window() {
        var playlist = MediaPlaylist(window: .standard, targetSeconds: 3)
        for number in 0..<100 {
            let removed = playlist.append(segment(number))
            #expect(removed == (number >= 12 ? ["s\(number - 12).ts"] : []))
            #expect(playlist.segments.map(\.name) == (max(0, number - 5)...number).map { "s\($0).ts" })
            #expect(playlist.mediaSequence == max(0, number - 5))
            #expect(playlist.segmentCount == number + 1)
        }
    }

    @Test("a complete playlist lists and keeps all segments")
    func all() {
        var playlist = MediaPlaylist(window: .all, targetSeconds: 3)
        for number in 0..<100 { #expect(playlist.append(segment(number)) == []) }
        #expect(playlist.segments.count == 100)
        #expect(playlist.mediaSequence == 0)
        #expect(playlist.text.contains("#EXT-X-PLAYLIST-TYPE:EVENT\n"))
    }

    @Test("with segments of any duration, the rules of the standard hold", arguments: 0..<50)
    func random(_ seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let count = Int.random(in: 1...8, using: &random)
        var playlist = MediaPlaylist(window: .latest(count), targetSeconds: 3)
        var removed: [String] = []
        var target = 3
        for number in 0..<200 {
            let seconds = Double(Int.random(in: 1...60, using: &random)) / 10
            removed += playlist.append(segment(number, seconds: seconds))
            target = max(target, Int(seconds.rounded()))
            #expect(playlist.targetSeconds == target)
            #expect(playlist.segments.allSatisfy { Int($0.duration.seconds.rounded()) <= target })
            #expect(playlist.segments.last?.name == "s\(number).ts")
            #expect(playlist.segments.count >= min(count, number + 1))
            let listed = playlist.segments.reduce(0) { $0 + $1.duration.seconds }
            #expect(playlist.mediaSequence == 0 || listed >= Double(3 * target) - 6)
            // Names are consecutive, and a removed segment is not listed.
            #expect(playlist.segments.first?.name == "s\(playlist.mediaSequence).ts")
            #expect(removed == (0..<removed.count).map { "s\($0).ts" })
            #expect(removed.count <= playlist.mediaSequence)
        }
    }

    @Test(
        "the window is all or a number of segments",
        arguments: [
            ("all", HLSWindow.all), ("1", .latest(1)), ("6", .latest(6)), ("100000", .latest(100_000)), ("0", nil),
            ("-1", nil), ("100001", nil), ("six", nil), ("", nil), ("6s", nil),
        ])
    func window(_ text: String, _ window: HLSWindow?) {
        #expect(HLSWindow(text) == window)
    }

    // MARK: Cuts

    @Test("a segment begins at a key frame and is cut at the next one after a second")
    func cuts() {
        var rule = SegmentRule()
        #expect(rule.remainder == .zero)
        #expect(rule.frame(at: 0, isKeyFrame: false) == .stay)
        #expect(rule.frame(at: 3000, isKeyFrame: true) == .begin)
        #expect(rule.frame(at: 6000, isKeyFrame: false) == .stay)
        #expect(rule.frame(at: 3000 + 89_999, isKeyFrame: true) == .stay)
        #expect(rule.frame(at: 3000 + 90_000, isKeyFrame: false) == .stay)
        #expect(rule.frame(at: 3000 + 180_000, isKeyFrame: true) == .cut(.seconds(2)))
        #expect(rule.frame(at: 3000 + 183_000, isKeyFrame: false) == .stay)
        #expect(rule.remainder == MediaTime(nanoseconds: 66_666_666))
        #expect(rule.frame(at: 3000 + 270_000, isKeyFrame: true) == .cut(.seconds(1)))
    }

    @Test("time stamps may wrap around")
    func wrap() {
        var rule = SegmentRule()
        let start: UInt64 = (1 << 33) - 90_000
        #expect(rule.frame(at: start, isKeyFrame: true) == .begin)
        #expect(rule.frame(at: 87_000, isKeyFrame: false) == .stay)
        #expect(rule.frame(at: 90_000, isKeyFrame: true) == .cut(.seconds(2)))
    }

    @Test("the target duration covers a key frame that was requested just before the minimum")
    func target() {
        #expect(SegmentRule.targetSeconds(frameRate: nil) == 3)
        #expect(SegmentRule.targetSeconds(frameRate: .thirty) == 3)
        #expect(SegmentRule.targetSeconds(frameRate: Rate(parsing: "1/5")) == 6)
    }
}
