import Foundation
import StudioTestSupport

extension Invariant {
    /// What arrived over UDP and SRT.
    static let streams = [
        Invariant(name: "datagrams received <= sent") { record in
            record.complete.compactMap(\.summary).flatMap { summary in
                record.datagrams.sorted { $0.key < $1.key }.compactMap { index, count in
                    guard index < summary.outputs.count, let sent = summary.outputs[index].packetsSent, count > sent
                    else { return nil }
                    return "\(summary.outputs[index].destination): \(count) datagrams arrived, \(sent) were sent"
                }
            }
        },
        Invariant(name: "SRT peers receive whole packets, in order, and no more frames than were offered") { record in
            try record.complete.compactMap(\.summary).flatMap { summary in
                try record.arrivals.sorted { $0.key < $1.key }.flatMap { index, arrivals -> [String] in
                    guard index < summary.outputs.count else { return [] }
                    return try arrivals.flatMap { try faults($0, index, summary.outputs[index], record) }
                }
            }
        },
    ]

    private static let packetBytes = 188

    private static func faults(
        _ arrival: SRTPeers.Arrival, _ index: Int, _ output: SessionSummary.Output, _ record: SessionRecord
    ) throws -> [String] {
        let size = TestFolder.size(of: arrival.path)
        var faults: [String] = []
        // A receiver that was killed may have written a part of a datagram.
        if arrival.plan == .receiving, !size.isMultiple(of: packetBytes) {
            faults.append("\(output.destination): \(size) bytes arrived, which are not whole packets")
        }
        // Lost packets break units; only an undisturbed stream is inspected.
        guard arrival.plan == .receiving, output.packetsLost == 0, output.isFinished, size > packetBytes * 100 else {
            return faults
        }
        let media = try MediaInspection(arrival.path)
        faults += media.disorder.map { "\(output.destination): \($0)" }
        if media.video.count > output.outputTotalFrames {
            faults.append(
                "\(output.destination): \(media.video.count) frames arrived of \(output.outputTotalFrames) offered")
        }
        // In real time, nothing that a listener took is dropped as too late.
        guard case .srtCaller = record.plan.outputs[index], !record.plan.isFast, record.plan.pauses.isEmpty,
            output.reconnects == 0
        else { return faults }
        if media.video.count < output.frames {
            faults.append("\(output.destination): \(media.video.count) frames arrived, \(output.frames) were taken")
        }
        return faults
    }
}
