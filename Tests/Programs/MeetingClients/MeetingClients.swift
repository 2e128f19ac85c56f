import Foundation

/// A client of each interface that joins a meeting, and leaves it when standard input ends: `meeting-clients agora`. A camera
/// has modes: `meeting-clients camera slow`.
/// With `init` it only initialises the interface, says so, and un-initialises it at the line `end`.
@main
enum MeetingClients {
    private static let clients: [String: @Sendable () throws -> Any] = [
        "zoom": ZoomClient.join, "zoom-video": ZoomVideoClient.join, "agora": AgoraClient.join, "zego": ZegoClient.join,
        "camera": CameraClient.join, "library": LibraryClient.join, "test": ScenarioTest.perform,
    ]

    /// The init of an interface, and the end of it.
    private static let lives: [String: @Sendable () throws -> @Sendable () -> Void] = [
        "zoom": ZoomClient.initialise, "zoom-video": ZoomVideoClient.initialise, "agora": AgoraClient.initialise,
        "zego": ZegoClient.initialise, "camera": CameraClient.initialise, "library": LibraryClient.initialise,
    ]

    static func main() throws {
        let arguments = CommandLine.arguments.dropFirst()
        guard let name = arguments.first, let join = clients[name] else {
            print("usage: meeting-clients \(clients.keys.sorted().joined(separator: "|")) [init]")
            exit(2)
        }
        let life = arguments.dropFirst().first == "init" ? lives[name] : nil
        let end = try life?()
        if life != nil { FileHandle.standardOutput.write(Data("initialised\n".utf8)) }
        let client = life == nil ? try join() : name
        // A client with a mode ends by itself.
        if life != nil || arguments.count == 1 { followInput(end) }
        withExtendedLifetime(client) { RunLoop.main.run() }
    }

    private static func followInput(_ end: (@Sendable () -> Void)?) {
        Thread.detachNewThread {
            while let line = readLine() {
                if line == "end", let end { DispatchQueue.main.async(execute: end) }
            }
            DispatchQueue.main.async { exit(0) }
        }
    }
}

/// A call that a client cannot do without was rejected.
struct Rejected: Error {
    let call: String
}

func require(_ isAccepted: Bool, _ call: String) throws {
    if !isAccepted { throw Rejected(call: call) }
}
