import Foundation
import StudioTestSupport

extension Invariant {
    /// Probe results for coded media.
    static let coded = [
        Invariant(name: "coded media is in sync and in order") { record in
            guard record.plan.isCoded else { return [] }
            return try record.finished.flatMap { try faults($0, in: record) }
        }
    ]

    /// Shorter media holds too few marks.
    private static let shortest = 1.5

    private static func faults(_ file: SessionRecord.Finished, in record: SessionRecord) throws -> [String] {
        let isLong = file.output.map { Double($0.frames) / record.plan.framesPerSecond > shortest }
        guard isLong ?? (record.plan.seconds > shortest) else { return [] }
        let media = try ProbedMedia(file.path)
        guard let frames = media.video else { return ["\(file.name): no coded frames: \(media.verdict)"] }
        var faults: [String] = []
        if let parts = media.parts {
            faults += parts.filter { $0.outOfOrder > 0 }.map {
                "\(file.name): \($0.outOfOrder) frames of part \($0.number) are out of order"
            }
        } else if let first = frames.outOfOrder.first {
            faults.append("\(file.name): frame \(first.number ?? -1) is out of order at \(first.time) s")
        }
        // In real time frames are stamped when they are sent, which may be up to 40 ms late.
        let limit = 1000 / record.plan.framesPerSecond + (record.plan.isFast ? 1 : 41)
        let syncs = media.parts.map { $0.compactMap(\.sync) } ?? [media.sync].compactMap(\.self)
        for worst in syncs.map(\.worst) where abs(worst) > limit {
            faults.append("\(file.name): audio is \(worst) ms ahead of video, \(limit) ms are allowed")
        }
        if record.plan.isFast, !record.plan.endsEarly, frames.missing > 0 {
            faults.append("\(file.name): \(frames.missing) frames are missing")
        }
        return faults
    }
}
