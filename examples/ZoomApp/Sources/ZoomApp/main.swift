import Foundation
import ZoomSDK

// On macOS the app initialises the SDK, authenticates and joins here. On Linux that is optional: before init, there is a
// meeting that was joined as host.
// With "endless", it sends until the studio stops or SIGTERM comes; with "faulty", frames of another size now and then.
let isEndless = CommandLine.arguments.contains("endless")
let frames = isEndless ? Int.max : 30
let broadcaster = Broadcaster(frames: frames, isFaulty: CommandLine.arguments.contains("faulty")) { sent in
    print(isEndless ? "sent \(sent) frames" : "sent \(sent) of \(frames) frames")
    exit(isEndless || sent == frames ? 0 : 1)
}
// A container is stopped so.
signal(SIGTERM, SIG_IGN)
let termination = DispatchSource.makeSignalSource(signal: SIGTERM, queue: .main)
termination.setEventHandler { if !broadcaster.stop() { exit(0) } }
termination.resume()
if let reason = broadcaster.begin() {
    print("cannot start: \(reason)")
    exit(1)
}
dispatchMain()
