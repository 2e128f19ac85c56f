import Foundation
import ZoomSDK

// On macOS the app initialises the SDK, signs in and joins here; on Linux the meeting already exists, joined as
// host.
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
