import Foundation

// Joins a channel, and makes the voice of its user louder: AgoraVoice [SECONDS].
let voice = Voice()
voice.begin(seconds: CommandLine.arguments.dropFirst().first.flatMap { Double($0) } ?? 3)
dispatchMain()
