import Foundation
import StudioTestSupport

/// The frames and the sync of a file or stream, measured by `psstudio probe`, and counted by ffprobe.
struct SyncCheck {
    /// The frames that it must have.
    enum Frames {
        case all(Int)
        /// A peer that came later: no gaps.
        case atLeast(Int)
    }

    /// Milliseconds.
    private static let offsetLimit = 5.0
    /// A longer recording takes longer to probe.
    private static let probeTimeout = 1800.0

    let name: String
    let path: String
    let frames: Frames

    func findings(judgesOffsets: Bool = true) throws -> [String] {
        let media = try StudioProgram.run(["probe", path, "--json"], seconds: Self.probeTimeout).probed
        guard let video = media.video, let sync = media.sync else { return ["\(name): no coded media"] }
        var findings = try countFindings(video)
        let offsets = sync.timeSeries.map(\.value)
        guard offsets.count >= 8 else { return findings + ["\(name): only \(offsets.count) marks"] }
        let part = max(4, offsets.count / 5)
        let (start, end) = (Self.settled(offsets.prefix(part)), Self.settled(offsets.suffix(part)))
        let whole = Self.settled(offsets[...])
        Soak.report(
            "\(name): \(video.count) frames, offset \(Self.text(whole)) ms, at the start \(Self.text(start)), at the "
                + "end \(Self.text(end)), median \(Self.text(offsets.sorted()[offsets.count / 2])), "
                + "worst \(Self.text(sync.worst))")
        guard judgesOffsets else { return findings }
        for (place, offset) in [("overall", whole), ("at the start", start), ("at the end", end)]
        where abs(offset) >= Self.offsetLimit {
            findings.append("\(name): offset \(Self.text(offset)) ms \(place)")
        }
        if abs(end - start) >= Self.offsetLimit { findings.append("\(name): drift of \(Self.text(end - start)) ms") }
        return findings
    }

    private func countFindings(_ video: ProbedMedia.Video) throws -> [String] {
        var findings: [String] = []
        if !video.outOfOrder.isEmpty { findings.append("\(name): \(video.outOfOrder.count) frames out of order") }
        if !video.unreadable.isEmpty { findings.append("\(name): \(video.unreadable.count) unreadable frames") }
        let arguments = [
            "-v", "error", "-select_streams", "v", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of",
            "csv=p=0", path,
        ]
        // A transport stream prints its program and its stream.
        let text = String(decoding: try Tool.run("ffprobe", arguments), as: UTF8.self)
        let counted = text.split(whereSeparator: \.isWhitespace).first.flatMap {
            Int($0.prefix(while: \.isNumber))
        }
        switch frames {
        case .all(let count) where video.count != count || counted != count:
            findings.append("\(name): \(video.count) frames, ffprobe counts \(counted ?? -1), not \(count)")
        case .atLeast(let count) where video.count < count:
            findings.append("\(name): \(video.count) frames, not \(count)")
        case .all, .atLeast: break
        }
        return findings
    }

    /// The offset of marks that the machine did not delay.
    ///
    /// A busy machine sends single frames late, which adds to the offset of their marks for a moment. Drift and a wrong
    /// offset are in every mark.
    private static func settled(_ offsets: ArraySlice<Double>) -> Double {
        offsets.sorted { abs($0) < abs($1) }[offsets.count / 4]
    }

    private static func text(_ milliseconds: Double) -> String { String(format: "%+.2f", milliseconds) }
}
