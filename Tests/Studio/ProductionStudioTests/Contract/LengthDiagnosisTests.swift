import StudioCore
import Testing

@testable import ProductionStudio

@Suite("LengthDiagnosis")
struct LengthDiagnosisTests {
    private func message(_ bytes: Int, _ width: Int, _ height: Int) -> String {
        let error = LengthDiagnosis(byteCount: bytes, width: width, height: height).error
        #expect(error.rule == .videoLengthWrong)
        #expect(error.hint == "send tight Y, U and V planes")
        return error.message
    }

    @Test("PS-SEND-006 GStreamer's padding at 404x710 is named with its numbers")
    func gstreamerPadding() {
        #expect(
            message(431_680, 404, 710)
                == "got 431680 bytes, expected 430260 for 404x710 I420: "
                + "chroma rows padded from 202 to 204 bytes, GStreamer's layout")
    }

    @Test(
        "padded rows are named with both strides",
        arguments: [
            // FFmpeg and libyuv align rows to 16, 32 or 64 bytes.
            (16, "luma rows padded from 404 to 416 bytes, chroma rows padded from 202 to 208 bytes"),
            (32, "luma rows padded from 404 to 416 bytes, chroma rows padded from 202 to 224 bytes"),
            (64, "luma rows padded from 404 to 448 bytes, chroma rows padded from 202 to 256 bytes"),
            (256, "luma rows padded from 404 to 512 bytes, chroma rows padded from 202 to 256 bytes"),
        ])
    func padding(_ alignment: Int, cause: String) {
        func up(_ value: Int) -> Int { (value + alignment - 1) / alignment * alignment }
        let bytes = up(404) * 710 + 2 * up(202) * 355
        #expect(message(bytes, 404, 710).hasSuffix(": \(cause)"))
    }

    @Test(
        "PS-SEND-006 a padded height is named with both numbers of rows",
        arguments: [
            (768, 432, 768 * 448 * 3 / 2, "the frame has 448 rows of 768 bytes; copy only 432"),
            (384, 216, 384 * 224 * 3 / 2, "the frame has 224 rows of 384 bytes; copy only 216"),
            (1920, 1080, 1920 * 1088 * 3 / 2, "the frame has 1088 rows of 1920 bytes; copy only 1080"),
            (854, 470, 864 * 480 + 432 * 480, "the frame has 480 rows of 864 bytes; copy only 470 of 854 bytes"),
            (
                1280, 720, 1280 * 720 + 2 * 640 * 368,
                "the chroma planes have 368 rows of 640 bytes; copy only 360"
            ),
            (
                640, 350, 640 * 352 + 2 * 320 * 192,
                "the frame has 352 rows of 640 bytes, the chroma planes have 192; copy only 350, and 175"
            ),
        ])
    func paddedHeight(_ width: Int, _ height: Int, _ bytes: Int, cause: String) {
        #expect(message(bytes, width, height).hasSuffix(": \(cause)"))
    }

    @Test(
        "the lengths of other formats are named",
        arguments: [
            (1920 * 1080 * 4, "32-bit RGBA or BGRA"), (1920 * 1080 * 3, "24-bit RGB, I444 or 10-bit I420"),
            (1920 * 1080 * 2, "4:2:2 (YUY2, UYVY or I422)"), (1920 * 1080, "the luma plane alone"),
            (1280 * 720 * 3 / 2, "a 1280x720 I420 frame"), (3840 * 2160 * 3 / 2, "a 3840x2160 I420 frame"),
            (1922 * 1080 * 3 / 2, "a 1922x1080 I420 frame"), (1920 * 1078 * 3 / 2, "a 1920x1078 I420 frame"),
        ])
    func formats(_ bytes: Int, name: String) {
        #expect(message(bytes, 1920, 1080).hasSuffix(": this is the length of \(name)"))
    }

    @Test("an unknown length is reported without a cause")
    func unknown() {
        #expect(message(2_000_003, 1920, 1080) == "got 2000003 bytes, expected 3110400 for 1920x1080 I420")
    }

    @Test("a difference of a few bytes is reported as such")
    func difference() {
        #expect(message(345_600 - 4096, 640, 360).hasSuffix(": 4096 bytes too short"))
        #expect(message(345_600 + 17, 640, 360).hasSuffix(": 17 bytes too long"))
        #expect(message(345_600 + 4097, 640, 360).hasSuffix("for 640x360 I420"))
    }
}
