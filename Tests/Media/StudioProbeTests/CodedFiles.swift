import CodedMedia
import Foundation
import Glibc
import StudioCore
import StudioTestSupport

@testable import StudioProbe

/// A folder with raw coded video and audio, which ffmpeg encodes.
struct CodedFiles {
    static let identity: UInt32 = 0x2A
    static let (width, height) = (320, 192)
    let folder: TestFolder

    /// - Parameter seconds: the duration of 30 fps video and stereo audio.
    init(seconds: Int) throws {
        folder = try TestFolder()
        guard
            let session = CodedSession(identity: Self.identity, width: Self.width, height: Self.height, rate: .thirty),
            let audio = CodedAudioWriter(.program, frameRate: .thirty)
        else { throw TestFailure("the session is invalid") }
        var writer = CodedFrameWriter(session, layout: .tight(width: Self.width, height: Self.height), range: .limited)
        var bytes = [UInt8](repeating: 0, count: writer.layout.byteCount)
        var video = Data()
        for number in 0..<UInt32(seconds * 30) {
            bytes.withUnsafeMutableBytes { writer.draw(number, into: $0) }
            video += bytes
        }
        var samples = [Int16](repeating: 0, count: seconds * 48_000 * 2)
        samples.withUnsafeMutableBufferPointer { audio.write(from: 0, into: $0) }
        _ = try folder.write("video", video)
        _ = try folder.write("audio", samples.withUnsafeBytes { Array($0) })
    }

    /// Encodes video and audio into a file, limited range BT.709 and PCM unless the arguments say otherwise.
    func encode(_ name: String, inputs: [String] = ["video", "audio"], _ arguments: [String] = []) throws -> String {
        let size = "\(Self.width)x\(Self.height)"
        let forms = [
            "video": ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", size, "-r", "30"],
            "audio": ["-f", "s16le", "-ar", "48000", "-ac", "2"],
        ]
        let files = inputs.flatMap { (forms[$0] ?? []) + ["-i", folder.file($0)] }
        let coding = [
            "-c:v", "libx264", "-preset", "ultrafast", "-g", "30", "-color_range", "tv", "-colorspace", "bt709", "-c:a",
            "pcm_s16le",
        ]
        try Tool.run("ffmpeg", ["-nostdin", "-v", "error"] + files + coding + arguments + ["-y", folder.file(name)])
        return folder.file(name)
    }

    /// A FIFO in the folder.
    func makePipe(_ name: String = "pipe") throws -> String {
        guard mkfifo(folder.file(name), 0o600) == 0 else { throw TestFailure("no FIFO can be made") }
        return folder.file(name)
    }
}

/// Probes a source to its end.
func probe(_ text: String, _ change: (inout Probe.Options) -> Void = { _ in }) throws -> ProbeReport {
    var options = Probe.Options()
    options.timeout = .seconds(deadlineSeconds)
    change(&options)
    return try Probe(ProbeSource(text), options: options).run()
}
