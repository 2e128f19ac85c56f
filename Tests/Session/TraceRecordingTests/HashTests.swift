import MediaHashing
import StudioCore
import StudioTestSupport
import Testing

@testable import TraceRecording

@Suite("Hashes and black frames")
struct HashTests {
    private func hash(_ text: String) -> String {
        Array(text.utf8).withUnsafeBytes { NumberText.hexadecimal(SampleHash.hash(of: $0), digits: 16) }
    }

    /// The values that `xxhsum -H3` prints.
    @Test("the hash is XXH3 with 64 bits")
    func vectors() {
        #expect(hash("") == "2d06800538d394c2")
        #expect(hash("a") == "e6c632b61e964e1f")
        #expect(hash("abc") == "78af5f94892f3950")
    }

    @Test("frames with equal planes have equal hashes, with and without padding", arguments: [2, 4, 6, 10, 404])
    func layouts(width: Int) throws {
        var random = SeededRandom(seed: UInt64(width))
        let (tight, padded) = (
            I420Layout.tight(width: width, height: 6), I420Layout.gstreamer(width: width, height: 6)
        )
        let planes = (0..<tight.byteCount).map { _ in UInt8.random(in: .min ... .max, using: &random) }
        var hashes: Set<UInt64?> = [planes.withUnsafeBytes { SampleHash.hash(of: $0, FrameLayout(tight)) }]
        for filler in [0, 255] as [UInt8] {
            var frame = [UInt8](repeating: filler, count: padded.byteCount)
            frame.withUnsafeMutableBytes { target in
                planes.withUnsafeBytes { source in
                    if let source = source.baseAddress, let target = target.baseAddress {
                        padded.copy(from: source, in: tight, to: target)
                    }
                }
            }
            hashes.insert(frame.withUnsafeBytes { SampleHash.hash(of: $0, FrameLayout(padded)) })
        }
        #expect(hashes == [planes.withUnsafeBytes { SampleHash.hash(of: $0) }])
    }

    @Test(
        "black is near the black level and near grey",
        arguments: [
            (0, 128, VideoRange.full, true), (8, 128, .full, true), (9, 128, .full, false), (16, 128, .limited, true),
            (24, 128, .limited, true), (25, 128, .limited, false), (0, 0, .full, false), (0, 122, .full, true),
            (0, 121, .full, false), (0, 134, .full, true), (0, 135, .full, false), (128, 128, .full, false),
            (255, 128, .full, false),
        ] as [(UInt8, UInt8, VideoRange, Bool)])
    func black(luma: UInt8, chroma: UInt8, range: VideoRange, isBlack: Bool) {
        let layout = I420Layout.tight(width: 64, height: 36)
        let planes =
            [UInt8](repeating: luma, count: 64 * 36) + [UInt8](repeating: chroma, count: 64 * 36 / 2)
        #expect(planes.withUnsafeBytes { BlackCheck.isBlack($0, layout, range) } == isBlack)
    }
}
