import ZegoExpressEngine

/// Enters a room, and shows the latest picture of each stream: ZegoPictures [SECONDS].
@main
struct App {
    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3
        let viewer = Viewer()
        viewer.enter()
        if await !viewer.waitForEnd(within: .seconds(seconds)) {
            viewer.leave()
            _ = await viewer.waitForEnd(within: .seconds(2))
        }
        viewer.end()
        print("\(viewer.shownPictures) pictures")
        exit(0)
    }
}
