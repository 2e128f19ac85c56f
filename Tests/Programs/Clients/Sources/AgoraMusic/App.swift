import AgoraRtcKit

/// Joins a channel, and plays a tone to it: AgoraMusic [SECONDS].
@main
struct App {
    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3
        let player = Player()
        if player.join() {
            _ = await player.wait(within: .seconds(seconds)) { player.hasFailed }
            if player.leave() { _ = await player.wait(within: .seconds(2)) { player.hasLeft } }
        }
        player.end()
        print("\(player.pushedBlocks) audio blocks pushed, \(player.heardBlocks) heard")
        exit(0)
    }
}
