import Foundation

// Joins a session, and records video and audio of the others: VideoRecorder [SECONDS].
let recorder = Recorder()
recorder.begin(seconds: CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3)
dispatchMain()
