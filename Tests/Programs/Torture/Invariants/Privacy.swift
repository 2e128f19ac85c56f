import Foundation

extension Invariant {
    /// Output, and remains of the session.
    static let privacy = [
        Invariant(name: "no secret is printed") { record in
            leaks(in: record)
        },
        Invariant(name: "no process is left") { record in
            record.endings.flatMap(\.survivors)
        },
        Invariant(name: "no line is partial") { record in
            record.endings.enumerated().flatMap { copy, ending -> [String] in
                guard ending.hang == nil, !ending.wasKilled else { return [] }
                var result: [String] = []
                if !ending.errors.isEmpty, !ending.errors.hasSuffix("\n") {
                    result.append("stderr of \(copy) ends in a line")
                }
                if let text = record.progress, record.plan.folder != .existingProgress {
                    result += partial(text, record)
                }
                return result
            }
        },
    ]

    private static func leaks(in record: SessionRecord) -> [String] {
        var texts = ["progress": record.progress ?? ""]
        for (copy, ending) in record.endings.enumerated() {
            texts["stderr\(copy)"] = ending.errors
            texts["children of \(copy)"] = ending.childCommands.joined(separator: "\n")
            if record.plan.hasSummary { texts["stdout\(copy)"] = String(decoding: ending.output, as: UTF8.self) }
        }
        return record.plan.secrets.flatMap { secret in
            texts.filter { $0.value.contains(secret) }.keys.sorted().map { "\(secret) in \($0)" }
        }
    }

    private static func partial(_ progress: String, _ record: SessionRecord) -> [String] {
        if progress.isEmpty {
            return record.endings[0].exitCode == 2 || record.deliveredSignals.count > 0 ? [] : ["the progress is empty"]
        }
        if !progress.hasSuffix("\n") { return ["the progress ends in the middle of a line"] }
        let isOver = progress.hasSuffix("progress=end\n")
        // A second signal ends the program immediately; a file size limit may stop the progress.
        let mayStop = record.deliveredSignals.count > 1 || record.plan.limits.fileKibibytes != nil
        return isOver || mayStop ? [] : ["the progress has no end"]
    }
}
