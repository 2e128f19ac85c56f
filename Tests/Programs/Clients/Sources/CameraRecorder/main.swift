import Foundation

// Records the camera and the microphone: CameraRecorder [SECONDS].
let recorder = Recorder()
recorder.begin(seconds: CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3)
dispatchMain()
