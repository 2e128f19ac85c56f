import SessionClient
import SessionProtocol

/// The reply of a session to a request for its snapshot, in the forms of the HTTP interface.
package enum SnapshotText {
    /// The number of the last event that the snapshot contains, and the snapshot with `participants` and `sequence`.
    package static func parts(of reply: ArraySlice<UInt8>) -> (sequence: Int, text: [UInt8]) {
        let members = JSONText.members(of: reply) ?? [:]
        let sequence = JSONText.integer(members["sequence"]) ?? 0
        let more = [
            (name: "participants", value: members["participants"] ?? Array("[]".utf8)[...]),
            (name: "sequence", value: Array("\(sequence)".utf8)[...]),
        ]
        let snapshot = members["snapshot"] ?? Array("{}".utf8)[...]
        return (sequence, JSONText.object(more, before: snapshot) ?? Array(snapshot))
    }

    /// The outputs of the snapshot by their numbers, in order, each with its rate; without removed ones.
    package static func outputs(of reply: ArraySlice<UInt8>) -> [(number: Int, text: [UInt8])] {
        guard let snapshot = JSONText.members(of: reply)?["snapshot"],
            let list = JSONText.members(of: snapshot)?["outputs"], let outputs = JSONText.elements(of: list)
        else { return [] }
        return outputs.compactMap { output in
            guard let members = JSONText.members(of: output), let number = JSONText.integer(members["output"]),
                members["isRemoved"].map({ Array($0) }) != removed,
                let text = JSONText.object([("rate", rate(members))], before: output)
            else { return nil }
            return (number, text)
        }
    }

    private static let removed = Array("true".utf8)
    /// `outputBitrate` has a window of four seconds.
    private static func rate(_ members: [String: ArraySlice<UInt8>]) -> ArraySlice<UInt8> {
        let bits = (JSONText.integer(members["outputBitrate"]) ?? 0) * 1000
        let rate: JSON = ["bitsPerSecond": .number(bits), "bytesPerSecond": .number(bits / 8), "windowSeconds": 4]
        return rate.encoded[...]
    }
}
