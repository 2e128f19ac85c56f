import ProductionStudio
import StudioEngine

let session = try StudioSession(width: 640, height: 360, to: ["show.mp4"])
for shade in UInt8(0)..<90 {
    let frame = [UInt8](repeating: shade, count: 640 * 360 * 3 / 2)
    try frame.withUnsafeBytes { try session.sender.sendVideo($0, width: 640, height: 360, format: .i420Full) }
    session.waitForNextFrame()
}
try session.finish()
