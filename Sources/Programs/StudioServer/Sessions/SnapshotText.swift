import SessionClient

/// The reply of a session to a request for its snapshot, in the forms of the HTTP interface.
package enum SnapshotText {
    /// The number of the last event that the snapshot contains, and the snapshot with `participants` and `sequence`.
    package static func parts(of reply: ArraySlice<UInt8>) -> (sequence: Int, text: [UInt8]) {
        let members = JSONText.members(of: reply) ?? [:]
        let sequence = JSONText.integer(members["sequence"]) ?? 0
        let more = [
            ("participants", members["participants"] ?? Array("[]".utf8)[...]),
            ("sequence", Array("\(sequence)".utf8)[...]),
        ]
        let snapshot = members["snapshot"] ?? Array("{}".utf8)[...]
        return (sequence, JSONText.adding(more.map { (name: $0.0, value: $0.1) }, to: snapshot) ?? Array(snapshot))
    }

    /// The outputs of the snapshot by their numbers, in order, each with its rate; without removed ones.
    package static func outputs(of reply: ArraySlice<UInt8>) -> [(number: Int, text: [UInt8])] {
        guard let snapshot = JSONText.members(of: reply)?["snapshot"],
            let list = JSONText.members(of: snapshot)?["outputs"], let outputs = JSONText.elements(of: list)
        else { return [] }
        return outputs.compactMap { output in
            guard let members = JSONText.members(of: output), let number = JSONText.integer(members["output"]),
                members["isRemoved"].map({ Array($0) }) != removed,
                let text = JSONText.adding([("rate", rate(members))], to: output)
            else { return nil }
            return (number, text)
        }
    }

    private static let removed = Array("true".utf8)
    /// The window of `outputBitrate`, in seconds.
    private static let window = 4

    private static func rate(_ members: [String: ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
        let bits = (JSONText.integer(members["outputBitrate"]) ?? 0) * 1000
        return Array("{\"bitsPerSecond\":\(bits),\"bytesPerSecond\":\(bits / 8),\"windowSeconds\":\(window)}".utf8)[...]
    }
}
