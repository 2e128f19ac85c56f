import AVFoundation

/// Shows the camera: CameraPreview [SECONDS].
@main
struct App {
    static func main() async {
        let seconds = CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3
        guard await AVCaptureDevice.requestAccess(for: .video) else {
            print("the camera may not be used")
            exit(0)
        }
        let preview = Preview()
        if preview.configure() {
            await preview.start()
            try? await Task.sleep(for: .seconds(seconds))
            await preview.stop()
        }
        print("\(preview.shownFrames) frames, \(preview.droppedFrames) dropped")
        exit(0)
    }
}
