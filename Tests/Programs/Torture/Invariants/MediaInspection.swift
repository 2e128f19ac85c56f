import Foundation
import StudioTestSupport

/// The packets of a file, as reported by ffprobe.
struct MediaInspection: Sendable {
    struct Packet: Sendable {
        let seconds: Double
        let bytes: Int
    }

    private(set) var video: [Packet] = []
    private(set) var audio: [Packet] = []

    /// - Throws: if ffprobe cannot read the file.
    init(_ path: String) throws {
        let output = try Tool.run(
            "ffprobe",
            ["-v", "error", "-show_entries", "packet=codec_type,pts_time,size", "-of", "csv=p=0", path])
        for line in String(decoding: output, as: UTF8.self).split(separator: "\n") {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count >= 3 else { continue }
            let packet = Packet(seconds: Double(fields[1]) ?? .nan, bytes: Int(fields[2]) ?? 0)
            if fields[0] == "video" { video.append(packet) } else { audio.append(packet) }
        }
    }

    /// Positions at which a track's time does not increase.
    var disorder: [String] { Self.disorder("video", video) + Self.disorder("audio", audio) }

    private static func disorder(_ track: String, _ packets: [Packet]) -> [String] {
        let places = zip(packets, packets.dropFirst()).enumerated().filter { !($1.1.seconds > $1.0.seconds) }
        return places.prefix(1).map { index, pair in
            "\(track) packet \(index + 1) is at \(pair.1.seconds) s, the one before at \(pair.0.seconds) s; "
                + "\(places.count) in all"
        }
    }

    /// ffmpeg's messages when it decodes the whole file; empty if it is valid.
    static func errors(about path: String) -> String? {
        do {
            // In the file's own time base: late frames are not a whole number of intervals apart.
            let arguments =
                ["-nostdin", "-v", "error", "-xerror", "-i", path, "-fps_mode", "passthrough", "-enc_time_base", "-1"]
                + ["-f", "null", "-"]
            let errors = try Tool.runForBoth("ffmpeg", arguments).errors
            return errors.isEmpty ? nil : errors
        } catch {
            return "\(error)"
        }
    }
}

extension SessionRecord {
    /// A finished stream or file, and its entry in the summary.
    struct Finished: Sendable {
        let index: Int
        let name: String
        let path: String
        /// Nil for sessions without a summary.
        let output: SessionSummary.Output?
    }

    /// Files, FIFOs and encoded streams whose outputs have finished.
    var finished: [Finished] {
        endings.flatMap { ending -> [Finished] in
            guard ending.hang == nil else { return [] }
            if let summary = ending.summary {
                return summary.outputs.enumerated().compactMap { index, output in
                    guard output.isFinished, output.outputTotalFrames > 0 else { return nil }
                    guard plan.outputs.indices.contains(index) else { return added(index, output) }
                    return finished(index, output)
                }
            }
            return isComplete(ending) ? plan.outputs.indices.compactMap { finished($0, nil) } : []
        }
    }

    /// Whether a session without a summary has finished its outputs.
    private func isComplete(_ ending: Ending) -> Bool {
        !plan.hasSummary && ending.exitCode == 0 && deliveredSignals.isEmpty
    }

    /// A file that a step of the scenario or a controller has added.
    private func added(_ index: Int, _ output: SessionSummary.Output) -> Finished? {
        // An empty file is removed.
        guard output.frames > 0 else { return nil }
        guard
            plan.scenario?.files.contains(output.destination) == true
                || plan.controlledFiles.contains(output.destination)
        else { return nil }
        return Finished(index: index, name: output.destination, path: path(output.destination), output: output)
    }

    private func finished(_ index: Int, _ output: SessionSummary.Output?) -> Finished? {
        switch plan.outputs[index] {
        case .file, .smallDisk, .hls:
            let name = plan.fileName(ofOutput: index) ?? ""
            return Finished(index: index, name: name, path: path(name), output: output)
        case .defaultFile:
            return output.map { Finished(index: index, name: $0.destination, path: path($0.destination), output: $0) }
        case .fifo(_, let reader), .standardOutput(.matroska, _, let reader),
            .standardOutput(.transportStream, _, let reader):
            // The data of a reader that closed early is not a complete stream.
            if case .dying = reader { return nil }
            if reader == .never { return nil }
            return Finished(index: index, name: "reader of output \(index)", path: receivedPath(index), output: output)
        case .standardOutput(.y4m, _, _), .rtmp, .udp, .srtCaller, .srtListener, .fullDevice, .null, .other:
            return nil
        }
    }
}
