import Foundation
import ZoomSDK

/// Joins a meeting, and sends from Production Studio: ZoomStudioMainActor [SECONDS].
@main
struct App {
    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3
        let studio = Studio()
        print(await studio.run(seconds: seconds), "- \(studio.sentFrames) frames")
        ZoomSDK.shared().getAuthService().delegate = nil
        ZoomSDK.shared().unInitSDK()
        exit(0)
    }
}
