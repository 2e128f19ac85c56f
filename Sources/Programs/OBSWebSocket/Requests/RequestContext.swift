package import SessionProtocol

/// What requests read besides the show.
package struct ServerFacts: Hashable, Sendable {
    /// The versions that tools check: those of an OBS with the requests that are offered.
    package static let obsVersion = "30.2.3"
    package static let obsWebSocketVersion = "5.5.2"
    package static let rpcVersion = 1

    /// The name of the system: `debian`.
    package var platform: String
    /// The processor time of the session's process in percent of all processors, as OBS counts.
    package var cpuUsage = 0.0
    /// Its memory in MB.
    package var memoryUsage = 0.0
    /// The free space in the folder of the server in MB.
    package var freeSpace = 0.0

    package init(platform: String) { self.platform = platform }
}

/// What a handler reads.
struct RequestContext: Sendable {
    let show: Show
    let facts: ServerFacts
    /// The messages of the connection so far.
    let incoming: Int
    let outgoing: Int
}

/// An image of the program.
package struct Capture: Hashable, Sendable {
    /// The width in pixels. The height follows from the frame, and the image is never wider than it.
    package let width: Int
    /// The kind of the file.
    package let format: PreviewFormat
    /// From 0, the smallest file, to 100; `nil` for the default.
    package let quality: Int?
}
