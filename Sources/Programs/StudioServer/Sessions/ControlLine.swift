import FoundationEssentials
package import SessionProtocol

/// A line of a session, as far as the server reads it. Values are passed on to clients as they are.
package enum ControlLine: Hashable, Sendable {
    case greeting(ControlGreeting)
    case reply(id: Int, ArraySlice<UInt8>)
    case failure(id: Int?, ControlError)
    /// An event, and for one of the past how long ago it was published, in seconds.
    case event(sequence: Int, ArraySlice<UInt8>, secondsAgo: Double)
    case levels(ArraySlice<UInt8>)
    case preview(ArraySlice<UInt8>)
    /// The server has read too slowly; the counts of what it has missed.
    case missed(ArraySlice<UInt8>)
    /// The session ends.
    case ended
    /// A line of a later version, or none of psstudio.
    case other

    package init(_ line: [UInt8]) {
        guard let members = JSONText.members(of: line[...]) else {
            self = .other
            return
        }
        if let event = members["event"] {
            let sequence = JSONText.integer(JSONText.members(of: event)?["sequence"])
            let age = members["secondsAgo"].flatMap { Double(String(decoding: $0, as: UTF8.self)) } ?? 0
            self = sequence.map { ControlLine.event(sequence: $0, event, secondsAgo: age) } ?? .other
        } else if let reply = members["reply"], let id = JSONText.integer(members["id"]) {
            self = .reply(id: id, reply)
        } else if let text = members["error"],
            let error = try? JSONDecoder().decode(ControlError.self, from: Data(text))
        {
            self = .failure(id: JSONText.integer(members["id"]), error)
        } else if let levels = members["levels"] {
            self = .levels(levels)
        } else if let preview = members["preview"] {
            self = .preview(preview)
        } else if let counts = members["missed"] {
            self = .missed(counts)
        } else if members["ended"] != nil {
            self = .ended
        } else if let greeting = try? JSONDecoder().decode(ControlGreeting.self, from: Data(line)) {
            self = .greeting(greeting)
        } else {
            self = .other
        }
    }
}
