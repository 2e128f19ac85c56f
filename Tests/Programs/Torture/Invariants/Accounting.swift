import Foundation
import StudioTestSupport

extension Invariant {
    /// Offered = delivered + lost, for every output.
    static let accounting = [
        Invariant(name: "an output loses no more than it was offered") { record in
            record.complete.compactMap(\.summary).flatMap(\.outputs).compactMap { output in
                let isSane = 0...output.outputTotalFrames ~= output.outputSkippedFrames
                return isSane
                    ? nil : "\(output.destination): \(output.outputSkippedFrames) of \(output.outputTotalFrames)"
            }
        },
        Invariant(name: "every output is offered the same number") { record in
            record.complete.compactMap(\.summary).compactMap { unequal($0, record.plan) }
        },
        Invariant(name: "frames in a finished file = offered - lost") { record in
            try record.finished.flatMap { file -> [String] in
                guard let output = file.output else { return [] }
                return differences(file.name, try MediaInspection(file.path), output)
            }
        },
        Invariant(name: "bytes read = bytes written, except for kernel buffers") { record in
            record.complete.compactMap(\.summary).flatMap { mismatchedBytes($0, record) }
        },
        Invariant(name: "a closing reader got what was not lost, except for kernel buffers") { record in
            record.complete.compactMap(\.summary).flatMap { mismatchedUnits($0, record) }
        },
        Invariant(name: "frames in recordings = offered - lost, except for socket buffers") { record in
            try record.complete.compactMap(\.summary).flatMap { try mismatchedRecordings($0, record) }
        },
        Invariant(name: "y4m on standard output is complete") { record in try y4m(record) },
        Invariant(name: "nothing is lost with --fast") { record in
            record.complete.compactMap { lossInFast($0, record) }
        },
    ]

    /// The capacity of a pipe: psstudio does not enlarge the pipes that it writes to.
    static let pipeBytes = 64 * 1024

    /// The maximum number of bytes in the sockets of a lost connection: servers read immediately, and hostile ones
    /// have small buffers.
    private static let socketBytes = 64 * 1024

    static func unequal(_ summary: SessionSummary, _ plan: TorturePlan) -> String? {
        // Raw outputs are offered frames before the encoder, the others after it.
        let encoded = zip(plan.outputs.indices, summary.outputs).filter { index, _ in
            !plan.outputs[index].isRaw && plan.scenario?.mayRemove(index + 1) != true
        }
        let totals = Set(encoded.map(\.1.outputTotalFrames))
        return totals.count <= 1 ? nil : "offered \(totals.sorted())"
    }

    private static func differences(
        _ name: String, _ media: MediaInspection, _ output: SessionSummary.Output
    ) -> [String] {
        var result: [String] = []
        if media.video.count != output.frames {
            result.append(
                "\(name): \(media.video.count) frames, not \(output.outputTotalFrames) - \(output.outputSkippedFrames)")
        }
        if let units = output.audioUnits, media.audio.count != units {
            result.append("\(name): \(media.audio.count) audio units, not \(units)")
        }
        return result
    }

    private static func mismatchedBytes(_ summary: SessionSummary, _ record: SessionRecord) -> [String] {
        record.received.sorted { $0.key < $1.key }.compactMap { index, received in
            guard index < summary.outputs.count, received.sawEnd else { return nil }
            let output = summary.outputs[index]
            // A reader that saw the end of the stream got everything that was written.
            if output.isFinished, received.bytes != output.outputBytes {
                return "\(output.destination): \(received.bytes) were read, \(output.outputBytes) taken"
            }
            return nil
        }
    }

    private static func mismatchedUnits(_ summary: SessionSummary, _ record: SessionRecord) -> [String] {
        record.received.sorted { $0.key < $1.key }.flatMap { index, received -> [String] in
            guard index < summary.outputs.count, received.bytes > 0, !received.sawEnd else { return [] }
            let output = summary.outputs[index]
            if output.outputBytes < received.bytes {
                return ["\(output.destination): \(received.bytes) bytes were read, \(output.outputBytes) written"]
            }
            if output.outputBytes > received.bytes + pipeBytes {
                return ["\(output.destination): \(output.outputBytes) bytes were written, \(received.bytes) read"]
            }
            // A stream truncated in its header has no track yet.
            guard let media = try? MediaInspection(record.receivedPath(index)), !media.video.isEmpty else { return [] }
            // The pipe's contents were written and never read; the last packet may be truncated.
            let smallest = media.video.map(\.bytes).min() ?? 1
            let most = media.video.count + pipeBytes / max(1, smallest) + 1
            if media.video.count - 1...most ~= output.frames { return [] }
            return ["\(output.destination): \(media.video.count) frames were read, \(output.frames) written"]
        }
    }

    private static func mismatchedRecordings(_ summary: SessionSummary, _ record: SessionRecord) throws -> [String] {
        try record.recordings.sorted { $0.key < $1.key }.flatMap { index, paths -> [String] in
            guard index < summary.outputs.count else { return [] }
            let output = summary.outputs[index]
            // A publication that ended before its first frame has a header only.
            let media = try paths.filter { TestFolder.size(of: $0) > 100 }.map { try MediaInspection($0) }
            let frames = media.map(\.video.count).reduce(0, +)
            var result = media.flatMap(\.disorder).map { "\(output.destination): \($0)" }
            let slack = socketFrames(output, media)
            let isLess = frames < output.frames - slack && record.plan.outputs[index].server?.keepsAll == true
            if isLess || frames > output.frames + slack {
                result.append("\(output.destination): \(frames) frames arrived, \(output.frames) taken, slack \(slack)")
            }
            return result
        }
    }

    /// Frames whose arrival is unknown: those in socket buffers when a connection was lost.
    private static func socketFrames(_ output: SessionSummary.Output, _ media: [MediaInspection]) -> Int {
        let lost = output.reconnects + (output.isFinished ? 0 : 1)
        let sizes = media.flatMap(\.video).map(\.bytes)
        guard lost > 0, !sizes.isEmpty else { return 0 }
        return lost * (socketBytes * sizes.count / max(1, sizes.reduce(0, +)) + 1)
    }

    private static func y4m(_ record: SessionRecord) throws -> [String] {
        try record.plan.outputs.enumerated().flatMap { index, output -> [String] in
            guard case .standardOutput(.y4m, _, let reader) = output, reader != .never else { return [] }
            guard record.endings.first?.exitCode == 0, record.deliveredSignals.isEmpty else { return [] }
            if case .dying = reader { return [] }
            let bytes = try Data(contentsOf: URL(fileURLWithPath: record.receivedPath(index)))
            let size = record.plan.video == .mediaFile ? SharedClip.size : record.plan.size
            let stream = try Y4MStream(Array(bytes), frameBytes: size.bytes)
            if record.plan.isFast, abs(stream.frames.count - record.plan.frames) > 1 {
                return ["\(stream.frames.count) frames, not \(record.plan.frames)"]
            }
            return stream.frames.count > record.plan.frames + 1 ? ["\(stream.frames.count) frames"] : []
        }
    }

    private static func lossInFast(_ ending: SessionRecord.Ending, _ record: SessionRecord) -> String? {
        guard record.plan.isFast, ending.exitCode == 0, let summary = ending.summary else { return nil }
        guard !record.plan.endsEarly, abs(summary.video.accepted - record.plan.frames) > 1 else { return nil }
        return "\(summary.video.accepted) frames were accepted, not \(record.plan.frames)"
    }
}

extension ServerPlan {
    /// Whether everything that a connection accepted is in recordings, except for its socket buffers at its end.
    fileprivate var keepsAll: Bool {
        switch self {
        case .nginx, .pausing, .slow, .returning, .dying: true
        case .rejecting, .absent, .silent, .closing, .garbage, .stalling: false
        }
    }
}
