import Foundation

/// A client of each interface that joins a meeting, and leaves it when standard input ends: `meeting-clients agora`.
@main
enum MeetingClients {
    private static let clients: [String: @Sendable () throws -> Any] = [
        "zoom": ZoomClient.join, "zoom-video": ZoomVideoClient.join, "agora": AgoraClient.join, "zego": ZegoClient.join,
        "camera": CameraClient.join, "library": LibraryClient.join, "test": ScenarioTest.perform,
    ]

    static func main() throws {
        guard let name = CommandLine.arguments.dropFirst().first, let join = clients[name] else {
            print("usage: meeting-clients \(clients.keys.sorted().joined(separator: "|"))")
            exit(2)
        }
        let client = try join()
        Thread.detachNewThread {
            while readLine() != nil {}
            DispatchQueue.main.async { exit(0) }
        }
        withExtendedLifetime(client) { RunLoop.main.run() }
    }
}

/// A call that a client cannot do without was rejected.
struct Rejected: Error {
    let call: String
}

func require(_ isAccepted: Bool, _ call: String) throws {
    if !isAccepted { throw Rejected(call: call) }
}
