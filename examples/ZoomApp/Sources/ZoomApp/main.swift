import Foundation
import ZoomSDK

// On macOS the app initialises the SDK, authenticates and joins here. On Linux that is optional: before init, there is a
// meeting that was joined as host.
let frames = 30
let broadcaster = Broadcaster(frames: frames) { sent in
    print("sent \(sent) of \(frames) frames")
    exit(sent == frames ? 0 : 1)
}
if let reason = broadcaster.begin() {
    print("cannot start: \(reason)")
    exit(1)
}
dispatchMain()
