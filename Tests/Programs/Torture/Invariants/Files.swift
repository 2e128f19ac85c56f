import Foundation

extension Invariant {
    /// The contents of the folder.
    static let files = [
        Invariant(name: "no source and no foreign file changes") { record in
            record.foreign.sorted { $0.key < $1.key }.compactMap { name, content in
                FileManager.default.contents(atPath: record.path(name)) == content ? nil : "\(name) was changed"
            }
        },
        Invariant(name: "nothing else is left in the folder") { record in
            try foreignFiles(in: record)
        },
        Invariant(name: "finished outputs are playable") { record in
            record.finished.compactMap { file in
                MediaInspection.errors(about: file.path).map { "\(file.name): \($0)" }
            }
        },
        Invariant(name: "finished outputs have their tracks, in order") { record in
            try record.finished.flatMap { file in
                let media = try MediaInspection(file.path)
                var result = media.disorder.map { "\(file.name): \($0)" }
                if media.video.isEmpty { result.append("\(file.name): no video") }
                // One that a controller removes at once may have none yet.
                let hasAudio = record.plan.outputs.indices.contains(file.index) || file.output?.audioUnits != 0
                if record.plan.hasAudio, hasAudio, media.audio.isEmpty { result.append("\(file.name): no audio") }
                if !record.plan.hasAudio, !media.audio.isEmpty {
                    result.append("\(file.name): audio despite --no-audio")
                }
                return result
            }
        },
        Invariant(name: "two sessions write separate files") { record in
            let names = record.endings.compactMap { $0.summary?.outputs.first?.destination }
            return Set(names).count == names.count ? [] : ["both wrote \(names[0])"]
        },
    ]

    private static func foreignFiles(in record: SessionRecord) throws -> [String] {
        let plan = record.plan
        var expected = record.expectedNames.union(["key.txt", TorturePlan.progressName])
        expected.formUnion(plan.outputs.indices.compactMap { plan.fileName(ofOutput: $0) })
        for (index, output) in plan.outputs.enumerated() {
            expected.insert("received\(index)")
            if output == .hls { expected.insert("hls\(index)") }
            for number in output.srtPeers.indices { expected.insert(SRTPeers.name(index, number)) }
        }
        // Its first part is a folder, for HLS.
        expected.formUnion((plan.scenario?.files ?? []).compactMap { $0.split(separator: "/").first.map(String.init) })
        expected.formUnion(plan.controlledFiles)
        // Whether it may be left is an invariant of its own.
        expected.insert(TorturePlan.socketName)
        for copy in 0..<plan.copies { expected.formUnion(["stdout\(copy)", "stderr\(copy)"]) }
        // An output that a scenario adds under the name of a file of the session has the next one.
        let destinations = record.endings.flatMap { $0.summary?.outputs.map(\.destination) ?? [] }
        expected.formUnion(destinations.filter { expected.contains($0.replacing(/-\d+(?=\.\w+$)/, with: "")) })
        let names = try FileManager.default.contentsOfDirectory(atPath: record.folder)
        let isDefault = { (name: String) in plan.outputs.contains(.defaultFile) && name.hasPrefix("psstudio-") }
        let foreignFiles = names.filter { !expected.contains($0) && !isDefault($0) }
        let temporary = try FileManager.default.contentsOfDirectory(atPath: record.path("tmp")).map { "tmp/" + $0 }
        return foreignFiles + temporary
    }
}
