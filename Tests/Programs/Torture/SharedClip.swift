import Foundation
import StudioTestSupport

/// A media file with audio that all sessions share.
enum SharedClip {
    static let size = FrameSize(width: 320, height: 180)

    /// Creates it: 4 s of H.264 and AAC at 30 fps.
    static func make(at path: String) throws {
        try Tool.run(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-f", "lavfi", "-i", "testsrc2=s=\(size.width)x\(size.height):r=30:d=4",
                "-f", "lavfi", "-i", "sine=f=440:r=48000:d=4", "-pix_fmt", "yuv420p", "-c:v", "libx264", "-preset",
                "ultrafast", "-c:a", "aac", "-shortest", "-y", path,
            ])
    }
}
