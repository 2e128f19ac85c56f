package import SessionProtocol

/// The text of an event for a client that listens.
package enum ServerSentEvent {
    /// An event with a name. JSON in one line has no line feeds, which would end it.
    package static func text(_ name: String, id: Int? = nil, _ json: some Collection<UInt8>) -> [UInt8] {
        let head = id.map { "id: \($0)\nevent: \(name)\ndata: " } ?? "event: \(name)\ndata: "
        return Array(head.utf8) + json + Array("\n\n".utf8)
    }

    /// Shows that the server is there.
    package static let comment = Array(": the session goes on\n\n".utf8)
    /// How long a browser waits before it connects again, in milliseconds.
    package static let retry = Array("retry: 1000\n\n".utf8)
    /// The session has ended, or went away without an end.
    package static func end(_ ending: ControlEnding) -> [UInt8] {
        text(ending == .ended ? "ended" : "lost", Array("{}".utf8))
    }
}
